const MAX_LENGTH = 2000;
const DUMMY = 'https://dummy.invalid';
/** C0 and C1 controls, and the two line separators. */
// eslint-disable-next-line no-control-regex -- finding control characters is its purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Spec 5.03. Refuses `//` and `\` at the start, also encoded twice. Returns the normalized URL that was checked. */
export function safeRedirect(value: string | null | undefined, fallback = '/'): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !decodings(value).every(looksLocal)) return fallback;
  // Dot segments can move a double slash to the front (`/a/..//evil`).
  const url = URL.canParse(value, DUMMY) ? new URL(value, DUMMY) : null;
  if (url?.origin !== DUMMY) return fallback;
  const address = url.pathname + url.search + url.hash;
  return decodings(address).every(looksLocal) ? address : fallback;
}

function looksLocal(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? '';
  return /^\/(?!\/)/.test(path) && !path.includes('\\') && !CONTROL.test(text);
}

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
    // Not UTF-8; ASCII bytes still count.
    return run.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}
