const DOORS = /^\/(api|media)\//;
/** RFC 3986, 2.3: a router may decode these and a guard not. */
const UNRESERVED = /^[\w.~-]$/;
const ROUNDS = 5;

/** True if guard and router read the raw URL's path alike (issue 14, section 3); else `/api`, `/media` must refuse it. */
export function hasOneReading(address: string): boolean {
  const raw = rawPath(address);
  const path = new URL(address).pathname;
  if (![raw, path].some((candidate) => DOORS.test(candidate) || DOORS.test(readLoosely(candidate)))) return true;
  return raw === path && DOORS.test(raw) && !raw.includes('//') && isWellEncoded(raw);
}

function rawPath(address: string): string {
  const afterScheme = address.slice(address.indexOf('://') + 3);
  const end = afterScheme.search(/[?#]/);
  const beforeQuery = end === -1 ? afterScheme : afterScheme.slice(0, end);
  const start = beforeQuery.search(/[/\\]/);
  return start === -1 ? '/' : beforeQuery.slice(start);
}

/** No needless escape, and none that hides another escape, a slash or a control character. */
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

function readLoosely(path: string): string {
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
