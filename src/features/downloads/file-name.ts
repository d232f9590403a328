/** What a downloaded file is called: in Persian where the browser can, in Latin letters in its address and elsewhere. */

/** Longer names are refused by some file systems once they are UTF-8. Characters. */
const LONGEST = 100;

/** A name in small Latin letters, digits and hyphens, of what is Latin in the text; `fallback` where that is nothing. */
export function latinFileName(text: string, fallback: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? fallback : plain;
}

/** A name as people write it, without what a file system or a program may take for something else. */
export function anyFileName(text: string, fallback: string): string {
  const plain = text
    .toWellFormed()
    // Controls, and the marks that turn the direction of what follows, by which an ending can be disguised.
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ');
  const short = [...plain].slice(0, LONGEST).join('');
  return short.replace(/^[. ]+|[. ]+$/g, '') || fallback;
}

/** The Content-Disposition of a file to keep (RFC 6266): `latin` for old programs, `any` by RFC 5987 for all others. */
export function attachment(latin: string, any: string): string {
  const encoded = encodeURIComponent(any.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${latin}"; filename*=UTF-8''${encoded}`;
}
