/** What a dial link names (spec 2.10); numbers as text. */
export interface DialLink {
  file: string | null;
  user: string | null;
  pack: string | null;
}

/** No more digits than any id has, and nothing but digits: what is dialled must not hold a code of its own. */
const NUMBER = /^\d{1,12}$/;

/**
 * Reads /USSDlink/…: `userid`, `fileid/userid`, or `fileid/userid/package` (spec 2.10). Null where it is none of them.
 */
export function parseDialLink(path: string): DialLink | null {
  const parts = path.split('/');
  if (parts.length > 3 || !parts.every((part) => NUMBER.test(part))) return null;
  const [first = '', user = null, pack = null] = parts;
  return user === null ? { file: null, user: first, pack: null } : { file: first, user, pack };
}

/** The code to dial: the operator's prefix (`*000`), then what the link names, each after a star, then a hash. */
export function dialCode(prefix: string, { file, user, pack }: DialLink): string {
  return `${[prefix, file, user, pack].filter((part) => part !== null).join('*')}#`;
}

/** The address that opens a phone's dialler with a code; a bare # would end the address. */
export function toTelUrl(code: string): string {
  return `tel:${code.replaceAll('#', '%23')}`;
}
