import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import { isGuest } from '../../../edge/browser-cache.ts';
import { allowStyle } from '../../../edge/csp-hashes.ts';
import { visitorMarks, withMarks } from '../../../edge/visitor-marks.ts';
import { readVisitor } from '../../../platform/http/session/visitor.ts';
import { setReferral } from '../../../features/accounts/server/referral-cookie.ts';
import { DOOR_VERSION_HEADER } from '../../../platform/config/door.ts';
import { readReferral } from '../../../platform/text/referral-code.ts';
import type { SharedAnswer } from './shared.ts';
import { isHtml } from '../../../platform/http/pages/is-html.ts';

const STYLE = '.door-note{margin:0;padding:8px 16px;background:#5c2f00;color:#fff;text-align:center;font:inherit}';

/** Makes a shared answer the visitor's: marks, referral, and what waits while the origin is away. */
export async function sendShared(request: Request, { response, isKept }: SharedAnswer): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete(DOOR_VERSION_HEADER);
  headers.append('server-timing', `door;desc="${isKept ? 'kept' : 'shared'}"`);
  const isPage = isHtml(headers);
  const marks = visitorMarks(request);
  if (isPage) setBrowserCache(request, headers, isKept);
  if (isPage && response.status === 200) setReferral(request, headers);
  const etag = isPage ? headers.get('etag')?.replace(/"$/, `${marks.tag}"`) : headers.get('etag');
  if (etag) headers.set('etag', etag);
  if (isKept && isPage) headers.delete('etag');
  else if (etag && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const { status } = response;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  if (!isPage || !response.body) return new Response(response.body, { status, headers });
  if (!isKept) return new Response(withMarks(response.body, marks), { status, headers });
  const policy = headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', await allowStyle(policy, STYLE));
  const page = new Response(addNote(await response.text(), request));
  return new Response(page.body && withMarks(page.body, marks), { status, headers });
}

function setBrowserCache(request: Request, headers: Headers, isKept: boolean): void {
  const isPlain = isGuest(request) && readReferral(new URL(request.url)) === null;
  if (isKept) headers.set('cache-control', 'private, no-store');
  else if (!isPlain && headers.get('cache-control')?.includes('no-store') !== true)
    headers.set('cache-control', 'private, no-cache');
}

function addNote(html: string, request: Request): string {
  const { door_note: text } = { fa, en }[readVisitor(request).locale];
  const note = `<style>${STYLE}</style><p class="door-note" role="status">${text}</p>`;
  const at = /<body[^<>]*>/.exec(html);
  return at ? html.slice(0, at.index + at[0].length) + note + html.slice(at.index + at[0].length) : html + note;
}
