import { readVisitor } from '../platform/http/session/visitor.ts';

export interface VisitorMarks {
  attributes: string;
  tag: string;
}

/** Copies no cookie's text into the page. */
export function visitorMarks(request: Request): VisitorMarks {
  const { theme, isSignedIn, rails } = readVisitor(request);
  return {
    attributes:
      (theme ? ` data-theme="${theme}"` : '') +
      (isSignedIn ? ' data-signed-in' : '') +
      (rails ? ` data-rails="${rails}"` : ''),
    tag: (theme ? `-${theme}` : '') + (isSignedIn ? '-in' : '') + (rails ? `-${rails}` : ''),
  };
}

const ROOT = new TextEncoder().encode('<html');
const ROOT_WITHIN = 64;

/** Marks the root element at the edge: the cached page is shared, and no script runs before the first paint. */
export function withMarks(body: ReadableStream, { attributes }: VisitorMarks): ReadableStream<Uint8Array> {
  const bytes = body as ReadableStream<Uint8Array>;
  if (attributes === '') return bytes;
  let done = false;
  const mark = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      for (const part of done ? [chunk] : markStart(chunk, attributes)) out.enqueue(part);
      done = true;
    },
  });
  return bytes.pipeThrough(mark);
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
