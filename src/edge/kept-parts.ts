import {
  getId,
  getPartPath,
  KEPT_PARTS_HEADER,
  parseKeptParts,
  type PagePart,
} from '../platform/http/pages/page-parts.ts';
import type { SplitPage } from './critical-css.ts';
import { hashOnce, isData, type InlineElement } from './csp-hashes.ts';

/** With a cached page, never sent: the parts that a browser may have, as `start:end:path`, in bytes. */
export const PARTS_HEADER = 'x-page-parts';

/** In place of a path: what search engines read, which have no parts. Who names parts gets the page without it. */
const DATA_PATH = 'data';

interface Replaceable {
  start: number;
  end: number;
  path: string;
}

export interface EncodedPage {
  body: Uint8Array<ArrayBuffer>;
  bytesAboveFold: number;
  parts: string; // The value of PARTS_HEADER
}

const encoder = new TextEncoder();
/** `encodeInto` takes a fifth of the time of `encode`, and a page's last bytes are overwritten by the next page's. */
let scratch = new Uint8Array(2 ** 18);

/** Nothing above the fold is replaced: the first paint waits for no file. `elements`: those of the build below it. */
export async function encodePage(
  { above, late, below }: SplitPage,
  elements: readonly InlineElement[],
): Promise<EncodedPage> {
  const scripts = above === '' ? [] : elements;
  const [style, ...paths] = await Promise.all([
    late && locate(late.css, 'css'),
    ...scripts.map(({ tag, text }) => (isData(tag) ? DATA_PATH : locate(text, 'js'))),
  ]);
  // From here without a pause: the scratch is everybody's.
  const most = 3 * (above.length + (late?.html.length ?? 0) + below.length);
  if (scratch.byteLength < most) scratch = new Uint8Array(most);
  let bytes = 0;
  const add = (text: string) => (bytes += encoder.encodeInto(text, scratch.subarray(bytes)).written);
  const bytesAboveFold = add(above);
  const located = late ? [[bytes, add(late.html), style].join(':')] : [];
  let read = 0;
  for (const [at, { index, html }] of scripts.entries()) {
    const start = add(below.slice(read, index));
    located.push([start, add(html), paths[at]].join(':'));
    read = index + html.length;
  }
  add(below.slice(read));
  return { body: scratch.slice(0, bytes), bytesAboveFold, parts: located.join(' ') };
}

async function locate(text: string, type: PagePart['type']): Promise<string> {
  return getPartPath(await hashOnce(text), type);
}

/** Those of the page's parts that the browser says it has. `tag` tells the answer's ETag from others. */
export function chooseKeptParts(located: string | null, request: Request): { parts: Replaceable[]; tag: string } {
  const ids = parseKeptParts(request.headers.get(KEPT_PARTS_HEADER));
  const all = (located ?? '').split(' ').flatMap((entry) => {
    const [start, end, path] = entry.split(':');
    return path === undefined ? [] : [{ start: Number(start), end: Number(end), path }];
  });
  const parts = all.filter(({ path }) => (path === DATA_PATH ? ids.size > 0 : ids.has(getId(path))));
  return { parts, tag: parts.length === 0 ? '' : `-${parts.map((part) => all.indexOf(part)).join('.')}` };
}

/** Links to the browser's own copies (decision 080). The island scripts only define: they need no order. */
export function linkKeptParts(page: Uint8Array, parts: readonly Replaceable[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let read = 0;
  for (const { start, end, path } of parts) {
    pieces.push(page.subarray(read, start), encoder.encode(toLink(path)));
    read = end;
  }
  return [...pieces, page.subarray(read)];
}

function toLink(path: string): string {
  if (path === DATA_PATH) return '';
  return path.endsWith('.css') ? `<link rel="stylesheet" href="${path}">` : `<script defer src="${path}"></script>`;
}
