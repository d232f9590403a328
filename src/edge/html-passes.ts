import { FOLD_MARK } from '../platform/ui/fold-mark.ts';
import { flushAboveTheFold } from './above-the-fold.ts';
import { inlineCriticalCss } from './critical-css.ts';
import { allowStyle, pruneCspHashes } from './csp-hashes.ts';
import { visitorMarks, withMarks } from './visitor-marks.ts';

const POLICY = 'content-security-policy';
/** Never sent. */
export const FOLD_HEADER = 'x-fold-bytes';

interface RenderedPage {
  html: string;
  headers: Headers;
}

interface SentPage {
  body: ReadableStream<Uint8Array>;
  request: Request;
  bytesAboveFold: number;
}

interface RenderPass {
  name: string;
  run: (page: RenderedPage) => void | Promise<void>;
}

interface AnswerPass {
  name: string;
  run: (page: SentPage) => ReadableStream<Uint8Array>;
}

/**
 * Every pass over HTML, in order: name, what it reads, what it writes, cost on a film page of 145 kB.
 * Once per render of a shared page (a personal page streams and skips these):
 *   critical-css    HTML, CSP      head style, `style-src`        5 ms
 *   csp-hashes      HTML, CSP      CSP: after the new style       1 ms
 *   fold-bytes      HTML           `x-fold-bytes`: final HTML     below 1 ms
 * Per answer:
 *   above-the-fold  `x-fold-bytes` chunks: counts cached bytes    1 ms timer
 *   visitor-marks   cookies        <html> attributes: adds bytes  first 64 bytes
 */
const RENDER_PASSES: readonly RenderPass[] = [
  {
    name: 'critical-css',
    async run(page) {
      const { html, style } = inlineCriticalCss(page.html);
      const policy = page.headers.get(POLICY);
      page.html = html;
      if (style !== null && policy !== null) page.headers.set(POLICY, await allowStyle(policy, style));
    },
  },
  {
    name: 'csp-hashes',
    async run({ html, headers }) {
      const policy = headers.get(POLICY);
      if (policy !== null) headers.set(POLICY, await pruneCspHashes(policy, html));
    },
  },
  {
    name: 'fold-bytes',
    run({ html, headers }) {
      const fold = html.indexOf(FOLD_MARK);
      const above = fold === -1 ? '' : html.slice(0, fold + FOLD_MARK.length);
      headers.set(FOLD_HEADER, String(new TextEncoder().encode(above).byteLength));
    },
  },
];

const ANSWER_PASSES: readonly AnswerPass[] = [
  { name: 'above-the-fold', run: ({ body, bytesAboveFold }) => flushAboveTheFold(body, bytesAboveFold) },
  { name: 'visitor-marks', run: ({ body, request }) => withMarks(body, visitorMarks(request)) },
];

/** Changes `headers` too. */
export async function runRenderPasses(html: string, headers: Headers): Promise<string> {
  const page = { html, headers };
  for (const { run } of RENDER_PASSES) await run(page);
  return page.html;
}

export function runAnswerPasses(
  body: ReadableStream<Uint8Array>,
  request: Request,
  bytesAboveFold = 0,
): ReadableStream<Uint8Array> {
  return ANSWER_PASSES.reduce((stream, { run }) => run({ body: stream, request, bytesAboveFold }), body);
}
