/**
 * How people type names, as rules. They know nothing of how search works: each says what becomes of a name on its way
 * through a keyboard. `pick` chooses where there is a choice, the same at every run.
 */

export const CLASSES = [
  ...(['arabic', 'zwnj', 'joined', 'finglish', 'layout', 'digits', 'typo', 'missing', 'prefix'] as const),
];
export type QueryClass = (typeof CLASSES)[number];

export interface Names {
  fa: string;
  en: string;
  /** The Persian name in Latin letters; empty where unknown. */
  latin: string;
}

/** Chooses one of some, and with `next` a number from 0 up to 1. */
interface Pick {
  <T>(from: readonly T[]): T;
  next: () => number;
}

type Rule = (names: Names, pick: Pick) => string[];

const ZWNJ = '\u200c';

/** Each rule's spellings of a name, without those that do not apply, or change nothing. */
export const RULES: Record<Exclude<QueryClass, 'prefix'>, Rule> = {
  arabic: ({ fa }, pick) =>
    changed(fa, [
      fa.replaceAll('ی', 'ي').replaceAll('ک', 'ك'),
      fa.replaceAll('ی', 'ى').replace(/ه(?=\s|$)/u, 'ة'),
      fa.replace(/ا/u, pick(['أ', 'إ', 'ٱ'])).replaceAll('ی', 'ي'),
      // A vowel mark and a stretched letter.
      fa.replace(/^(\p{L})(\p{L})/u, '$1\u064e$2\u0640').replaceAll('ک', 'ك'),
    ]),
  zwnj: ({ fa }) =>
    changed(fa, [
      fa.replaceAll(ZWNJ, ' '),
      fa.replace(/ (?=\p{L})/u, ZWNJ),
      fa.replace(/(\p{L})(ها|های)(?=\s|$)/u, `$1${ZWNJ}$2`),
    ]),
  joined: ({ fa }) => changed(fa, [fa.replaceAll(ZWNJ, ''), fa.replace(/[\s\u200c]/gu, '')]),
  finglish: ({ latin }, pick) => changed(latin, latin === '' ? [] : [respelt(latin, pick), respelt(latin, pick)]),
  layout: ({ fa, en }) => [
    ...changed(fa, [strokes(fa.replace(/[^\p{L} ]/gu, ''), fa.includes('ئ') ? TO_OLDER_KEYS : TO_KEYS)]),
    ...changed(en, [strokes(en.toLowerCase().replace(/[^a-z ]/g, ''), TO_LETTERS)]),
  ],
  digits: ({ fa, en, latin }) =>
    [fa, en, latin]
      .filter((name) => /\d|[۰-۹]/.test(name))
      .flatMap((name) => ['0123456789', '۰۱۲۳۴۵۶۷۸۹', '٠١٢٣٤٥٦٧٨٩'].map((digits) => inDigits(name, digits))),
  typo: ({ fa, en }, pick) => [...changed(fa, [withTypo(fa, pick)]), ...changed(en, [withTypo(en, pick)])],
  missing: ({ fa, en }, pick) => [fa, en].flatMap((name) => changed(name, [withoutLetter(name, pick)])),
};

/** The shortest beginning of a name, of three letters or more, with which at most three of all names begin. */
export function shortestPrefix(name: string, all: readonly string[]): string | null {
  for (let length = 3; length < name.length; length += 1) {
    const prefix = name.slice(0, length);
    if (/[\s\u200c]$/.test(prefix) || prefix.replace(/[^\p{L}\p{N}]/gu, '').length < 3) continue;
    if (all.filter((other) => other.startsWith(prefix)).length <= 3) return prefix;
  }
  return null;
}

function changed(name: string, results: readonly string[]): string[] {
  return [...new Set(results)].filter((result) => result !== name && result.trim().length >= 3);
}

/** Ways to write one sound in Latin letters; each as often as any other. */
const SPELLINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/oo|ou/g, ['u', 'ou', 'oo']],
  [/(?<![oae])u(?![oae])/g, ['u', 'oo', 'ou']],
  [/gh/g, ['gh', 'q']],
  [/kh/g, ['kh', 'x', 'kh']],
  [/ee/g, ['i', 'ee']],
  [/(?<=[^aeiou\s])i(?=[^aeiou\s])/g, ['i', 'ee', 'i']],
  // The link between nouns: joined, apart, or not written.
  [/(?<=[^aeiou\s])-?e /g, ['e ', ' e ', ' ']],
  [/-?ye /g, ['ye ', ' ye ', 'e ']],
  [/(?<=[^aeiou\s])a(?=[^aeiou\s])/g, ['a', 'a', 'a', 'aa']],
  [/(?<=[aeiou])h\b/g, ['h', '']],
  [/(?<=[^aeiouy\s]{1,2})e$/g, ['e', 'eh']],
  [/\bo\b/g, ['o', 'va']],
];

function respelt(latin: string, pick: Pick): string {
  return SPELLINGS.reduce((text, [sound, spellings]) => text.replace(sound, () => pick(spellings)), latin)
    .replaceAll('-', ' ')
    .trim();
}

/** Letters on the same keys: US layout, and the Persian standard layout. Written down from a keyboard. */
const ROWS: readonly (readonly [string, string])[] = [
  ['qwertyuiop[]', 'ضصثقفغعهخحجچ'],
  ["asdfghjkl;'", 'شسیبلاتنمکگ'],
  ['zxcvbnm,', 'ظطزرذدپو'],
];
const PAIRS = ROWS.flatMap(([keys, letters]) =>
  Array.from(keys, (key, at): [string, string] => [key, [...letters][at] ?? '']),
);
const TO_LETTERS = new Map(PAIRS);
const SHIFTED: [string, string][] = [
  ['آ', 'H'],
  ['ژ', 'C'],
];
const TO_KEYS = new Map([...PAIRS.map(([key, letter]): [string, string] => [letter, key]), ...SHIFTED]);
/** Windows' older layout has ئ where the standard has پ. */
const TO_OLDER_KEYS = new Map([...TO_KEYS, ['ئ', 'm'], ['پ', '\\']]);

function strokes(text: string, keys: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => keys.get(letter) ?? letter).join('');
}

function inDigits(name: string, digits: string): string {
  return name
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}

/** One slip of the finger in a word of four letters or more: a letter left out, twice, exchanged, or another one. */
function withTypo(name: string, pick: Pick): string {
  const words = [...name.matchAll(/\p{L}{4,}/gu)];
  if (words.length === 0) return name;
  const word = pick(words);
  const at = word.index + 1 + Math.floor(pick.next() * (word[0].length - 2));
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  const other = pick(/[a-z]/i.test(letter) ? Array.from('aeionrst') : Array.from('ابتدرسمن'));
  const slips = [
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    before + other + after,
  ];
  return pick(slips.filter((slip) => slip !== name));
}

/** A letter left out, the first and the last too, of a word of four letters or more. */
function withoutLetter(name: string, pick: Pick): string {
  const words = [...name.matchAll(/\p{L}{4,}/gu)];
  if (words.length === 0) return name;
  const word = pick(words);
  const at = word.index + Math.floor(pick.next() * word[0].length);
  return name.slice(0, at) + name.slice(at + 1);
}
