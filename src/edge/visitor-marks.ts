import { RAILS_COOKIE, SIGNED_IN_COOKIE, THEME_COOKIE } from '../platform/config/session.ts';
import { readCookie } from '../platform/http/cookies.ts';

/** The chosen theme (spec 4.23), whether somebody is signed in, and how many rows of theirs there are: what a page must know before its first paint. */
export interface VisitorMarks {
  /** Attributes of <html>; empty for a first visit. */
  attributes: string;
  /** The same for the page's ETag. */
  tag: string;
}

/** Reads the marks from a request's cookies; nothing of a cookie is repeated that is not known here. */
export function visitorMarks(request: Request): VisitorMarks {
  const theme = readCookie(request, THEME_COOKIE);
  const signedIn = readCookie(request, SIGNED_IN_COOKIE) === '1';
  const rails = /^[12]$/.exec(readCookie(request, RAILS_COOKIE) ?? '')?.[0] ?? null;
  const known = theme === 'dark' || theme === 'light' ? theme : null;
  return {
    attributes:
      (known ? ` data-theme="${known}"` : '') +
      (signedIn ? ' data-signed-in' : '') +
      (rails ? ` data-rails="${rails}"` : ''),
    tag: (known ? `-${known}` : '') + (signedIn ? '-in' : '') + (rails ? `-${rails}` : ''),
  };
}

const ROOT = new TextEncoder().encode('<html');
/** The root element begins within so many bytes, after the doctype. */
const ROOT_WITHIN = 64;

/**
 * A page with the visitor's marks on its root element. The page itself is the same for everybody and stays in the
 * edge's cache; done here, no script has to run before the first paint.
 */
export function withMarks(body: ReadableStream<Uint8Array>, { attributes }: VisitorMarks): ReadableStream<Uint8Array> {
  if (attributes === '') return body;
  let done = false;
  const mark = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      const at = done ? -1 : rootEnd(chunk);
      done = true;
      if (at < 0) {
        out.enqueue(chunk);
        return;
      }
      out.enqueue(chunk.subarray(0, at));
      out.enqueue(new TextEncoder().encode(attributes));
      out.enqueue(chunk.subarray(at));
    },
  });
  return body.pipeThrough(mark);
}

function rootEnd(chunk: Uint8Array): number {
  for (let at = 0; at < Math.min(ROOT_WITHIN, chunk.byteLength); at++) {
    if (ROOT.every((byte, index) => chunk[at + index] === byte)) return at + ROOT.byteLength;
  }
  return -1;
}
