/** Spec 2.10; numbers as text. */
export interface DialLink {
  file: string | null;
  user: string | null;
  pack: string | null;
}

/** Digits only: dialled text must not hold a code of its own. */
const NUMBER = /^\d{1,12}$/;

/** /USSDlink/…: `userid`, `fileid/userid` or `fileid/userid/package` (spec 2.10); null otherwise. */
export function parseDialLink(path: string): DialLink | null {
  const parts = path.split('/');
  if (parts.length > 3 || !parts.every((part) => NUMBER.test(part))) return null;
  const [first = '', user = null, pack = null] = parts;
  return user === null ? { file: null, user: first, pack: null } : { file: first, user, pack };
}

/** The operator's prefix (`*000`), the link's numbers after stars, a hash. */
export function buildDialCode(prefix: string, { file, user, pack }: DialLink): string {
  return `${[prefix, file, user, pack].filter((part) => part !== null).join('*')}#`;
}

/** A bare # would end the address. */
export function toTelUrl(code: string): string {
  return `tel:${code.replaceAll('#', '%23')}`;
}
