/** Doors whose guards compare paths by their characters; the word is what a path must not decode to in another way. */
const DOORS = /^\/(api|media)\//;
/** RFC 3986, 2.3: they mean the same with and without percent signs, so a router may decode them and a guard not. */
const UNRESERVED = /^[\w.~-]$/;
/** More rounds than any decoder makes. */
const ROUNDS = 5;

/**
 * Whether a path has exactly one reading: what a guard compares is what every router behind it sees (issue 14,
 * section 3). A path to the API or to media that has another reading must be refused before anything else looks at it.
 * Any other path is true: pages are sent to their one address by canonical-path.ts.
 * @param address an absolute address as the host gave it, not normalized
 */
export function hasOneReading(address: string): boolean {
  const raw = rawPath(address);
  const path = new URL(address).pathname;
  if (![raw, path].some((one) => DOORS.test(one) || DOORS.test(loosest(one)))) return true;
  return raw === path && DOORS.test(raw) && !raw.includes('//') && isWellEncoded(raw);
}

/** The path of an address as it was written. */
function rawPath(address: string): string {
  const afterScheme = address.slice(address.indexOf('://') + 3);
  const end = afterScheme.search(/[?#]/);
  const beforeQuery = end === -1 ? afterScheme : afterScheme.slice(0, end);
  const start = beforeQuery.search(/[/\\]/);
  return start === -1 ? '/' : beforeQuery.slice(start);
}

/** Every escape is of a character that needs one, in UTF-8, and hides no other escape, slash or control character. */
function isWellEncoded(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  const hidden = /%(2f|5c|7f|[01][\da-f])|%25[\da-f]{2}/i;
  const escapes = path.match(/%[\da-f]{2}/gi) ?? [];
  const needless = escapes.some((escape) => UNRESERVED.test(String.fromCharCode(parseInt(escape.slice(1), 16))));
  return !needless && !hidden.test(path) && !decoded.includes('\\');
}

/** What the most generous router could take a path for: decoded to the end, in small letters, with plain slashes. */
function loosest(path: string): string {
  let text = path;
  for (let round = 0; round < ROUNDS; round += 1) {
    text = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }
  const parts: string[] = [];
  for (const part of text
    .toLowerCase()
    .replace(/[\t\n\r]/g, '')
    .split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `/${parts.join('/')}/`;
}
