import { trimSigns } from '../../platform/text/trim-signs.ts';

/** Characters; some file systems refuse longer names as UTF-8. */
const MAX_LENGTH = 100;

export function toLatinFileName(text: string, fallback: string): string {
  const cleaned = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH);
  return trimSigns(cleaned, /-/) || fallback;
}

export function toFileName(text: string, fallback: string): string {
  const cleaned = text
    .toWellFormed()
    // Controls and bidi marks, which can disguise an extension.
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ');
  const short = [...cleaned].slice(0, MAX_LENGTH).join('');
  return trimSigns(short, /[. ]/) || fallback;
}

/** RFC 6266: `latin` for old programs, `any` by RFC 5987 for all others. */
export function buildContentDisposition(latin: string, unicode: string): string {
  const encoded = encodeURIComponent(unicode.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${latin}"; filename*=UTF-8''${encoded}`;
}
