import table from './glyphs.json' with { type: 'json' };

/** In thousandths of an em, y upwards. */
type Glyph = [advance: number, path: string];
const {
  glyphs: GLYPHS,
  variants: VARIANTS,
  next: NEXT,
  previous: PREVIOUS,
  around: AROUND,
  kern: KERN,
} = table as unknown as {
  glyphs: Record<string, Glyph[]>; // Isolated, initial, medial and final form
  variants: Record<string, Glyph>;
  /** Variants before or after certain letters, so that dots do not touch. */
  next: Record<string, string>;
  previous: Record<string, string>;
  around: Record<string, string>; // Variants between two such letters
  kern: Record<string, number>; // By the form of the second letter
};

export interface ShapedLine {
  glyphs: { x: number; path: string }[];
  width: number;
}

const RIGHT_JOINING = new Set('آأؤإاةدذرزوژۀ');
const LONE = 'ء';
const ARABIC = /[\u0620-\u064a\u0671-\u06d3]/;
const STRONG = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const MIRROR: Record<string, string> = Object.fromEntries(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([a = '', b = '']) => [
    [a, b],
    [b, a],
  ]),
);
const TATWEEL = 'ـ';

/** Shapes a line: joined forms, lam-alef ligature, ZWNJ, bidi. Drops vowel marks and characters that the font lacks. */
export function shapeLine(text: string): ShapedLine {
  const runs = splitRuns([...compose(text)]);
  const glyphs: ShapedLine['glyphs'] = [];
  let x = 0;
  for (const run of runs) {
    const matches = run.rightToLeft ? joinGlyphs(run.characters).reverse() : run.characters.flatMap(single);
    for (const [advance, path] of matches) {
      if (path !== '') glyphs.push({ x: x / 1000, path });
      x += advance;
    }
  }
  return { glyphs, width: x / 1000 };
}

/** Heh with hamza is one letter; other marks are dropped. */
function compose(text: string): string {
  return text
    .normalize('NFC')
    .replace(/ه\u0654/g, 'ۀ')
    .replace(/[\p{Mn}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

interface Run {
  rightToLeft: boolean;
  characters: string[];
}

/** Runs from left to right. The first letter sets the base direction. */
function splitRuns(characters: string[]): Run[] {
  const first = characters.find((character) => STRONG.test(character));
  const base = first === undefined || ARABIC.test(first);
  const directions = characters.map((character) => {
    if (DIGIT.test(character)) return false;
    return STRONG.test(character) || character === TATWEEL ? ARABIC.test(character) || character === TATWEEL : null;
  });
  const runs: Run[] = [];
  characters.forEach((character, at) => {
    const before = directions.slice(0, at).findLast((direction) => direction !== null) ?? base;
    const after = directions.slice(at + 1).find((direction) => direction !== null) ?? base;
    const rightToLeft = directions[at] ?? (before === after ? before : base);
    const last = runs.at(-1);
    if (last?.rightToLeft === rightToLeft) last.characters.push(character);
    else runs.push({ rightToLeft, characters: [character] });
  });
  return base ? runs.reverse() : runs;
}

function single(character: string): Glyph[] {
  return GLYPHS[character]?.slice(0, 1) ?? [];
}

function joinGlyphs(characters: string[]): Glyph[] {
  const letters = ligated(characters);
  const forms = letters.map((letter, at) => {
    const before = canJoinNext(letters[at - 1]) && canJoinPrevious(letter);
    const after = canJoinNext(letter) && canJoinPrevious(letters[at + 1]);
    return before ? (after ? 2 : 3) : after ? 1 : 0;
  });
  const formed = (at: number) => (letters[at] === undefined ? '' : `${letters[at]}${String(forms[at])}`);
  return letters.flatMap((letter, at): Glyph[] => {
    const [previous, current, following] = [formed(at - 1), formed(at), formed(at + 1)];
    const changed = AROUND[previous + current + following] ?? NEXT[current + following] ?? PREVIOUS[previous + current];
    const glyphs = GLYPHS[MIRROR[letter] ?? letter];
    const glyph = (changed === undefined ? undefined : VARIANTS[changed]) ?? glyphs?.[forms[at] ?? 0] ?? glyphs?.[0];
    if (!glyph) return [];
    const space = KERN[(letters[at - 1] ?? '') + current] ?? 0;
    return space === 0 ? [glyph] : [[space, ''], glyph];
  });
}

function ligated(characters: string[]): string[] {
  const letters: string[] = [];
  for (const character of characters) {
    const together = (letters.at(-1) ?? '') + character;
    if (together.length === 2 && together.startsWith('ل') && together in GLYPHS) letters[letters.length - 1] = together;
    else letters.push(character);
  }
  return letters;
}

function canJoinPrevious(letter: string | undefined): boolean {
  return letter !== undefined && letter !== LONE && (GLYPHS[letter]?.length ?? 0) > 1;
}

function canJoinNext(letter: string | undefined): boolean {
  return canJoinPrevious(letter) && !RIGHT_JOINING.has(letter?.at(-1) ?? '');
}
