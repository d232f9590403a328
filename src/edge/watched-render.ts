import type { Env } from '../platform/config/env.ts';
import type { ErrorCode } from '../platform/http/calls/errors.ts';
import type { ApiFetch } from '../platform/http/calls/api-base.ts';
import { DEADLINES } from '../platform/config/deadlines.ts';
import { withDeadline } from '../platform/http/limits/deadline.ts';
import { PageFailure } from './designed-answer.ts';
import { isHtml } from '../platform/http/pages/is-html.ts';
import { getHeldText } from './held-body.ts';
import { watchRender } from './render-health.ts';

const PLAIN_FAILURES: Readonly<Record<number, ErrorCode>> = {
  403: 'forbidden_origin',
  404: 'not_found',
  405: 'method_not_allowed',
};

export interface RenderedPage {
  status: number;
  headers: Headers;
  /** A page is text, in pieces; a file, which is not rendered, is bytes; a redirect has no body. */
  body: readonly string[] | Uint8Array<ArrayBuffer> | null;
  isHealthy: boolean;
}

/** Reads the page to its end: parts call the API while it streams. A 404 after a failed call throws (spec 8.11). */
export async function renderWatched(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  renderPage: ApiFetch,
): Promise<RenderedPage> {
  const health = watchRender(ctx);
  const rendered = (async () => {
    const response = await renderPage(request, env, ctx);
    return { body: await readBody(response), response };
  })();
  const { body, response } = await withDeadline(rendered, DEADLINES.page, 'page');
  const { status, headers } = response;
  const isFailed = headers.get('cache-control')?.includes('no-store') === true;
  const isHealthy = !health.content && !health.shell && !isFailed && status < 500;
  if (health.content && status === 404 && !isFailed) throw new PageFailure('unavailable', health.content);
  if (status >= 500 && !isDocument(response)) throw new PageFailure('internal');
  return { status, headers, body, isHealthy };
}

export function isText(body: RenderedPage['body']): body is readonly string[] {
  return Array.isArray(body);
}

async function readBody(response: Response): Promise<RenderedPage['body']> {
  const text = getHeldText(response);
  if (text !== null || !response.body) return text;
  return isHtml(response.headers) ? [await response.text()] : new Uint8Array(await response.arrayBuffer());
}

export function getPlainFailure(response: Response): ErrorCode | null {
  const { status, headers } = response;
  if (status < 400 || headers.get('content-type')?.startsWith('text/plain') !== true) return null;
  return PLAIN_FAILURES[status] ?? (status < 500 ? 'invalid_body' : 'internal');
}

export function isDocument({ body, headers }: Response): boolean {
  return body !== null && /^(text\/html|application\/json)/.test(headers.get('content-type') ?? '');
}
