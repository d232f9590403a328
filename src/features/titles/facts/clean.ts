const ZWNJ = '\u200c';

/**
 * The signs that Persian files have for a half-space: Word's ¬, soft hyphens, the zero-width space, and controls (the
 * half-space of Windows' code page becomes U+009D).
 */
const HALF_SPACE =
  /(?<=\p{Script=Arabic}) ?¬ ?|¬(?=\p{Script=Arabic})|(?<=\p{Script=Arabic})(?:[\u00ad\u200b]|(?!\s)\p{Cc})+(?=\p{Script=Arabic})/gu;

/**
 * A text as it is stored: Persian yeh and kaf for the Arabic ones, one space between words, no control, direction or
 * other invisible marks but ZWNJ between letters. Idempotent.
 */
export function cleanText(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(HALF_SPACE, ZWNJ)
    .replace(/[\t\n\v\f\r]/g, ' ')
    .replace(/(?!\u200c)[\p{Cc}\p{Cf}\u0640]/gu, '')
    .replace(/[\s\u200c]*\u200c[\s\u200c]*/g, ZWNJ)
    .replace(/\s+/g, ' ')
    .replace(/^[ \u200c]|[ \u200c]$/g, '');
}

/** True if a text has a letter or a digit. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The mark that a decoder leaves where a file was not UTF-8, or half of a character that a program has cut. */
export function isBroken(text: string): boolean {
  return text.includes('\ufffd') || !text.isWellFormed();
}
