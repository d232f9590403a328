export const MAX_LINK_CHARS = 2000;

/** Tab, space, controls and marks of direction, which a URL's parser drops or a reader does not see. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

/** The address in its normal spelling, or null: https alone, a public name, no user name and no port. */
export function readHttpsLink(text: string): string | null {
  if (text.length > MAX_LINK_CHARS || UNSEEN.test(text) || !/^https:\/\/[^/\\]/i.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  if (url.href.length > MAX_LINK_CHARS) return null;
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(url.hostname) ? url.href : null;
}

/** A page of this site, an https address, a telephone number or a mail address; null for any other target. */
export function readLinkTarget(text: string): string | null {
  if (text.length > MAX_LINK_CHARS || UNSEEN.test(text) || /["'<>\\]/.test(text)) return null;
  if (/^\/(?!\/)/.test(text)) return text;
  if (/^tel:\+?\d{3,15}$/.test(text) || /^mailto:[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)) return text;
  return readHttpsLink(text);
}
