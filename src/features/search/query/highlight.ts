import { foldForSearch } from '../../../platform/text/persian-text.ts';

export interface Piece {
  text: string;
  found: boolean;
}

/** A word of the folding: letters and digits with their marks and joiners; ZWNJ splits. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u0640\u200d]*/gu;

/** Cuts a name where words begin with a folded term. The pieces joined are the name. */
export function highlight(name: string, terms: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of name.matchAll(WORD)) {
    const length = getMatchLength(match[0], terms);
    if (length === 0) continue;
    pieces.push({ text: name.slice(end, match.index), found: false });
    end = match.index + length;
    pieces.push({ text: name.slice(match.index, end), found: true });
  }
  pieces.push({ text: name.slice(end), found: false });
  return pieces.filter(({ text }) => text !== '');
}

function getMatchLength(word: string, terms: readonly string[]): number {
  const folded = foldForSearch(word);
  const term = terms
    .filter((candidate) => folded.startsWith(candidate))
    .reduce((longest, candidate) => (candidate.length > longest.length ? candidate : longest), '');
  if (term === '') return 0;
  if (term === folded) return word.length;
  let written = '';
  for (const letter of word) {
    written += letter;
    if (foldForSearch(written).length >= term.length) break;
  }
  return written.length;
}
