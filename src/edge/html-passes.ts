import { KEPT_PARTS_HEADER } from '../platform/http/page-parts.ts';
import { FOLD_MARK } from '../platform/ui/fold-mark.ts';
import { flushAboveTheFold } from './above-the-fold.ts';
import { inlineCriticalCss } from './critical-css.ts';
import { allowStyle, pruneCspHashes } from './csp-hashes.ts';
import { chooseKeptParts, linkKeptParts, locateParts, PARTS_HEADER } from './kept-parts.ts';
import { visitorMarks, withMarks } from './visitor-marks.ts';

const POLICY = 'content-security-policy';
export const FOLD_HEADER = 'x-fold-bytes';

interface RenderedPage {
  html: string;
  headers: Headers;
}

interface SentPage {
  body: ReadableStream<Uint8Array>;
  request: Request;
  bytesAboveFold: number;
  parts: string | null;
}

interface Pass {
  name: string;
  reads: string;
  writes: string;
  cost: string;
}

interface RenderPass extends Pass {
  run: (page: RenderedPage) => void | Promise<void>;
}

interface AnswerPass extends Pass {
  run: (page: SentPage) => ReadableStream<Uint8Array>;
}

/**
 * Every pass over HTML, in order. A render pass runs once per render of a shared page; a personal page streams without.
 * csp-hashes follows the style that critical-css adds; fold-bytes and page-parts count the final HTML; kept-parts and
 * above-the-fold use these counts before visitor-marks adds bytes. Costs: a film page of 77 kB, Node 24.
 */
const RENDER_PASSES: readonly RenderPass[] = [
  {
    name: 'critical-css',
    reads: 'HTML',
    writes: 'HTML, style-src',
    cost: '3 to 15 ms at a style sheet’s first page, then 0.3 ms',
    async run(page) {
      const { html, style } = inlineCriticalCss(page.html);
      const policy = page.headers.get(POLICY);
      page.html = html;
      if (style !== null && policy !== null) page.headers.set(POLICY, await allowStyle(policy, style));
    },
  },
  {
    name: 'csp-hashes',
    reads: 'HTML, content-security-policy',
    writes: 'content-security-policy',
    cost: '1 ms at first, then 0.1 ms: SHA-256 of inline scripts and styles',
    async run({ html, headers }) {
      const policy = headers.get(POLICY);
      if (policy !== null) headers.set(POLICY, await pruneCspHashes(policy, html));
    },
  },
  {
    name: 'fold-bytes',
    reads: 'HTML',
    writes: FOLD_HEADER,
    cost: '0.1 ms',
    run({ html, headers }) {
      const fold = html.indexOf(FOLD_MARK);
      const above = fold === -1 ? '' : html.slice(0, fold + FOLD_MARK.length);
      headers.set(FOLD_HEADER, String(new TextEncoder().encode(above).byteLength));
    },
  },
  {
    name: 'page-parts',
    reads: 'HTML',
    writes: PARTS_HEADER,
    cost: '0.3 ms',
    async run({ html, headers }) {
      headers.set(PARTS_HEADER, await locateParts(html));
    },
  },
];

const ANSWER_PASSES: readonly AnswerPass[] = [
  {
    name: 'kept-parts',
    reads: `${PARTS_HEADER}, ${KEPT_PARTS_HEADER}`,
    writes: 'links in place of parts that the browser has',
    cost: '0.1 ms',
    run: ({ body, request, parts }) => linkKeptParts(body, chooseKeptParts(parts, request).parts),
  },
  {
    name: 'above-the-fold',
    reads: FOLD_HEADER,
    writes: 'chunks of the body',
    cost: '1 ms: a timer',
    run: ({ body, bytesAboveFold }) => flushAboveTheFold(body, bytesAboveFold),
  },
  {
    name: 'visitor-marks',
    reads: 'cookies',
    writes: 'attributes of <html>',
    cost: 'a scan of 64 bytes',
    run: ({ body, request }) => withMarks(body, visitorMarks(request)),
  },
];

export async function runRenderPasses(html: string, headers: Headers): Promise<string> {
  const page = { html, headers };
  for (const { run } of RENDER_PASSES) await run(page);
  return page.html;
}

export function runAnswerPasses(
  body: ReadableStream<Uint8Array>,
  request: Request,
  { bytesAboveFold = 0, parts = null }: { bytesAboveFold?: number; parts?: string | null } = {},
): ReadableStream<Uint8Array> {
  return ANSWER_PASSES.reduce((stream, { run }) => run({ body: stream, request, bytesAboveFold, parts }), body);
}
