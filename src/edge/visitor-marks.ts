import { RAILS_COOKIE, SIGNED_IN_COOKIE, THEME_COOKIE } from '../platform/config/session.ts';
import { readCookie } from '../platform/http/cookies.ts';

export interface VisitorMarks {
  attributes: string;
  tag: string;
}

/** Theme by spec 4.23. Copies no cookie's text into the page. */
export function visitorMarks(request: Request): VisitorMarks {
  const theme = readCookie(request, THEME_COOKIE);
  const signedIn = readCookie(request, SIGNED_IN_COOKIE) === '1';
  const rails = /^[12]$/.exec(readCookie(request, RAILS_COOKIE) ?? '')?.[0] ?? null;
  const chosenTheme = theme === 'dark' || theme === 'light' ? theme : null;
  return {
    attributes:
      (chosenTheme ? ` data-theme="${chosenTheme}"` : '') +
      (signedIn ? ' data-signed-in' : '') +
      (rails ? ` data-rails="${rails}"` : ''),
    tag: (chosenTheme ? `-${chosenTheme}` : '') + (signedIn ? '-in' : '') + (rails ? `-${rails}` : ''),
  };
}

const ROOT = new TextEncoder().encode('<html');
const ROOT_WITHIN = 64;

/** Marks the root element at the edge: the cached page is shared, and no script runs before the first paint. */
export function withMarks(body: ReadableStream<Uint8Array>, { attributes }: VisitorMarks): ReadableStream<Uint8Array> {
  if (attributes === '') return body;
  let done = false;
  const mark = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      for (const part of done ? [chunk] : markStart(chunk, attributes)) out.enqueue(part);
      done = true;
    },
  });
  return body.pipeThrough(mark);
}

export function markStart(chunk: Uint8Array, attributes: string): Uint8Array[] {
  const at = attributes === '' ? -1 : rootEnd(chunk);
  if (at < 0) return [chunk];
  return [chunk.subarray(0, at), new TextEncoder().encode(attributes), chunk.subarray(at)];
}

function rootEnd(chunk: Uint8Array): number {
  for (let at = 0; at < Math.min(ROOT_WITHIN, chunk.byteLength); at++) {
    if (ROOT.every((byte, index) => chunk[at + index] === byte)) return at + ROOT.byteLength;
  }
  return -1;
}
