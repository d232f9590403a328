/** No page of ours has so long an address. */
const MAX_LENGTH = 2000;
const DUMMY = 'https://dummy.invalid';
/** C0 and C1 controls, and the two line separators that some readers take for a newline. */
// eslint-disable-next-line no-control-regex -- finding control characters is its purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * The local address to send a visitor to after login, or `fallback` where `value` is not surely one (spec 5.03).
 * Refuses whatever a browser or a proxy might read as another host: a second slash or a backslash at the start,
 * plain or encoded (also twice), a scheme, control characters. Answers the address as the URL standard writes it,
 * so that what was checked is what is followed.
 */
export function safeRedirect(value: string | null | undefined, fallback = '/'): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !decodings(value).every(looksLocal)) return fallback;
  // The second check: dot segments can move a double slash to the front (`/a/..//evil`).
  const url = URL.canParse(value, DUMMY) ? new URL(value, DUMMY) : null;
  if (url?.origin !== DUMMY) return fallback;
  const address = url.pathname + url.search + url.hash;
  return decodings(address).every(looksLocal) ? address : fallback;
}

function looksLocal(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? '';
  return /^\/(?!\/)/.test(path) && !path.includes('\\') && !CONTROL.test(text);
}

/** The text, and what it becomes each time its percent signs are decoded; what cannot be decoded stays. */
function decodings(text: string): string[] {
  const all = [text];
  for (let last = text; all.length < 5; all.push(last)) {
    const next = last.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
    if (next === last) break;
    last = next;
  }
  return all;
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    // Not UTF-8; its ASCII bytes still count.
    return run.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}
