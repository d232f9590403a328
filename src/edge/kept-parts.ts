import { findPageParts, getId, getPartPath, KEPT_PARTS_HEADER, parseKeptParts } from '../platform/http/page-parts.ts';
import { FOLD_MARK } from '../platform/ui/fold-mark.ts';
import { hashOnce } from './csp-hashes.ts';

/** With a cached page, never sent: the parts that a browser may have, as `start:end:path`, in bytes. */
export const PARTS_HEADER = 'x-page-parts';

/** A part of the page's bytes that a link to a file of the same text can replace. */
interface Replaceable {
  start: number;
  end: number;
  path: string;
}

/** The value of PARTS_HEADER. Nothing above the fold is replaced: the first paint waits for no file. */
export async function locateParts(html: string): Promise<string> {
  const fold = html.indexOf(FOLD_MARK);
  const parts = fold === -1 ? [] : findPageParts(html).filter(({ index }) => index > fold);
  const located: string[] = [];
  let [read, bytes] = [0, 0];
  for (const { index, html: part, text, type } of parts) {
    const start = bytes + countBytes(html.slice(read, index));
    const end = start + countBytes(part);
    located.push([start, end, getPartPath(await hashOnce(text), type)].join(':'));
    [read, bytes] = [index + part.length, end];
  }
  return located.join(' ');
}

/** Those of the page's parts that the browser says it has. `tag` tells the answer's ETag from others. */
export function chooseKeptParts(located: string | null, request: Request): { parts: Replaceable[]; tag: string } {
  const ids = parseKeptParts(request.headers.get(KEPT_PARTS_HEADER));
  const all = (located ?? '').split(' ').flatMap((entry) => {
    const [start, end, path] = entry.split(':');
    return path === undefined ? [] : [{ start: Number(start), end: Number(end), path }];
  });
  const parts = all.filter(({ path }) => ids.has(getId(path)));
  return { parts, tag: parts.length === 0 ? '' : `-${parts.map((part) => all.indexOf(part)).join('.')}` };
}

/** Links to the browser's own copies (decision 080). The island scripts only define: they need no order. */
export function linkKeptParts(
  body: ReadableStream<Uint8Array>,
  parts: readonly Replaceable[],
): ReadableStream<Uint8Array> {
  if (parts.length === 0) return body;
  return new ReadableStream({
    async start(out) {
      const page = new Uint8Array(await new Response(body).arrayBuffer());
      let read = 0;
      for (const { start, end, path } of parts) {
        out.enqueue(page.subarray(read, start));
        out.enqueue(new TextEncoder().encode(toLink(path)));
        read = end;
      }
      out.enqueue(page.subarray(read));
      out.close();
    },
  });
}

function toLink(path: string): string {
  return path.endsWith('.css') ? `<link rel="stylesheet" href="${path}">` : `<script defer src="${path}"></script>`;
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
