import { foldDigits } from '../../platform/text/digits.ts';
import { words } from '../../platform/text/persian-text.ts';

/** Words that hold a comment for review, in the search's folded form (persian-text.ts): one entry for all spellings. */
export const HELD_WORDS: readonly string[] = [
  'کسکش',
  'کصکش',
  'کونکش',
  'کونی',
  'کیری',
  'کسخل',
  'کصخل',
  'کیر',
  'کسشعر',
  'کصشعر',
  'جنده',
  'مادرجنده',
  'قحبه',
  'مادرقحبه',
  'حرامزاده',
  'حرومزاده',
  'دیوث',
  'بیناموس',
  'بیشرف',
  'بیپدرمادر',
  'پفیوز',
  'گاییدم',
  'گاییدمت',
  'گهخور',
  'گوهخور',
  'لاشی',
  'پدرسگ',
  'تخمسگ',
  'توله‌سگ',
  'koskesh',
  'kosskesh',
  'kosekhol',
  'koskhol',
  'jende',
  'jendeh',
  'kooni',
  'koonkesh',
  'kiri',
  'haramzade',
  'haroomzade',
  'madarjende',
  'binamoos',
  'bisharaf',
  'dayoos',
  'pedarsag',
  'fuck',
  'fucking',
  'fucker',
  'motherfucker',
  'bitch',
  'cunt',
  'whore',
  'asshole',
  'slut',
].map((word) => words(word).join(''));

const LIST = new Set(HELD_WORDS.map(collapse));

/** One form for all spellings of a word; '' for a text without a letter. */
export const foldWord = (text: string): string => collapse(words(text).join(''));

/** Of the desk, by `foldWord`: whether the word holds. It wins over the built-in list. */
export type OwnWords = ReadonlyMap<string, boolean>;
const NO_OWN_WORDS: OwnWords = new Map();

export const hasHeldWord = (text: string, ownWords: OwnWords = NO_OWN_WORDS): boolean =>
  hasWord(text, (word) => ownWords.get(word) ?? LIST.has(word));

/** Also finds words with repeated or spaced letters. `isMeant` gets each in the form of `foldWord`. */
export function hasWord(text: string, isMeant: (word: string) => boolean): boolean {
  const all = words(text);
  const spaced = all.map((word) => (/^\p{L}$/u.test(word) ? word : ' ')).join('');
  const candidates = [
    ...all,
    ...all.map((word, at) => word + (all[at + 1] ?? '')),
    ...all.map((word, at) => word + (all[at + 1] ?? '') + (all[at + 2] ?? '')),
    ...spaced.split(' '),
  ];
  return candidates.some((word) => isMeant(collapse(word)));
}

/** A scheme, an account, or a name of any domain: a dot between Latin names without a space after it, with one before it,
 * or before a path; or the word for a dot between two names. */
const LINK = new RegExp(
  [
    String.raw`https?\s{0,3}:|www\s{0,3}\.|(?:^|\s)@\w{3,}`,
    String.raw`[a-z0-9-]\.[a-z]{2,}(?![a-z])`,
    String.raw`[a-z0-9-]\s{1,5}\.\s{0,5}[a-z]{2,}`,
    String.raw`[a-z0-9-]\s{0,5}\.\s{0,5}[a-z]{2,24}\s{0,5}\/\s{0,5}\w`,
    String.raw`[a-z0-9-][\s([]{1,5}(?:dot|نقطه|دات)[\s)\]]{1,5}[a-z]{2,}`,
  ].join('|'),
  'i',
);
/** The full stops of other scripts, which a browser reads as a dot in a name of a host (UTS 46, 2.3). */
const DOTS = /[\u3002\uff0e\uff61\u06d4\u2024\ufe52]/g;
/** Ten digits or more in any grouping that begin like a phone number. */
const TELEPHONE = /(?<!\d)(?:\+|0|98)(?:[\s()._-]{0,3}\d){9,}/;

export function hasContact(text: string): boolean {
  const latin = foldDigits(text.normalize('NFKC').replace(DOTS, '.'));
  return LINK.test(latin) || TELEPHONE.test(latin);
}

function collapse(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}
