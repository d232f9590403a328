import { foldForSearch } from '../../../platform/text/persian-text.ts';

export interface Token {
  word: string; // Folded
  piece: number; // Index in the text: «فیلم‌های» is one piece of two words
}

export function splitPieces(text: string): string[] {
  return text.split(/[\s،,؛;/|+]+/u).filter((piece) => piece !== '');
}

export function toTokens(pieces: readonly string[]): Token[] {
  return pieces.flatMap((piece, at): Token[] =>
    foldForSearch(piece)
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ word, piece: at })),
  );
}

/** Whole pieces if all of their words are included, so that joiners stay. */
export function joinTokens(places: readonly number[], tokens: readonly Token[], pieces: readonly string[]): string {
  const chosen = new Set(places);
  const isWhole = (piece: number) => tokens.every((token, at) => token.piece !== piece || chosen.has(at));
  const texts: string[] = [];
  let last = -1;
  for (const at of places) {
    const token = tokens[at];
    if (!token) continue;
    if (!isWhole(token.piece)) texts.push(token.word);
    else if (token.piece !== last) texts.push(pieces[token.piece] ?? '');
    last = token.piece;
  }
  return texts.join(' ');
}
