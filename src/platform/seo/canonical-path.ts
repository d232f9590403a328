import { safeRedirect } from '../safe-redirect.ts';

const CASE_SENSITIVE = new Set(['search', 'ref', 'ussdlink']);
const USSD = 'USSDlink'; // Spec 2.10: the only route with capitals.

/** Target of a single 301 (issue 3, section 2); null where canonical. Idempotent; never leaves the site. */
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

/** The framework would answer other paths itself: without a locale, or its own, of which we use none, with an error. */
export function isLegible(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return !/^\/_(image|server-islands)(\/|$)/.test(pathname);
  } catch {
    return false;
  }
}

/** ASCII only: case rules of other scripts differ by language. */
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

function encode(text: string, part: string): string {
  try {
    decodeURIComponent(part);
  } catch {
    return part;
  }
  return encodeURIComponent(text);
}
