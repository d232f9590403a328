import { safeRedirect } from '../safe-redirect.ts';

/** Routes whose parameters mean something else in another case: what was searched, codes, names of built files. */
const CASE_SENSITIVE = new Set(['search', 'ref', 'ussdlink']);
/** Spec 2.10: the one route that is not written in small letters. */
const USSD = 'USSDlink';

/**
 * The one address of a path, to which any other spelling of it is sent by a single 301 (issue 3, section 2); null
 * where it is that address already. Decides about doubled and trailing slashes, capitals, and percent signs: what
 * needs none is decoded, what needs them («فیلم») is encoded in capitals. A part that is no UTF-8 stays as it came, for the
 * page to answer 404. Never leaves the site, and what it answers has no other address in turn.
 */
export function canonicalPath(pathname: string): string | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [first = ''] = parts.map(decode);
  const keepsCase = CASE_SENSITIVE.has(small(first)) || first.startsWith('_');
  const written = parts.map((part, index) => {
    const text = decode(part);
    if (index === 0 && small(text) === small(USSD)) return USSD;
    return encode(keepsCase && (index > 0 || first.startsWith('_')) ? text : small(text), part);
  });
  const path = `/${written.join('/')}`;
  return path === pathname || safeRedirect(path, '') !== path ? null : path;
}

/** Whether a path is UTF-8 throughout. No page has another; the framework would answer without knowing the language. */
export function isLegible(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Only ASCII: the address of a Persian name has no case, and other scripts' rules differ by language. */
function small(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Encodes as platform/paths.ts does; a part that could not be decoded stays as it came. */
function encode(text: string, part: string): string {
  try {
    decodeURIComponent(part);
  } catch {
    return part;
  }
  return encodeURIComponent(text);
}
