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

/** Also finds words with repeated or spaced letters. */
export function hasHeldWord(text: string): boolean {
  const all = words(text);
  const spaced = all.map((word) => (Array.from(word).length === 1 ? word : ' ')).join('');
  const candidates = [
    ...all,
    ...all.map((word, at) => word + (all[at + 1] ?? '')),
    ...all.map((word, at) => word + (all[at + 1] ?? '') + (all[at + 2] ?? '')),
    ...spaced.split(' '),
  ];
  return candidates.some((word) => LIST.has(collapse(word)));
}

const LINK = /https?:|www\.|\bt\.me\b|(^|\s)@\w{3,}|\b[a-z0-9-]{2,}\.(ir|com|net|org|info|me|io|xyz|shop|app|link)\b/i;
/** Ten digits or more in any grouping that begin like a phone number. */
const TELEPHONE = /(?<!\d)(?:\+|0|98)(?:[\s()._-]{0,3}\d){9,}/;

export function hasContact(text: string): boolean {
  const latin = foldDigits(text.normalize('NFKC'));
  return LINK.test(latin) || TELEPHONE.test(latin);
}

function collapse(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}
