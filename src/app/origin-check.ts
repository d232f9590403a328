import type { Env } from '../platform/config/env.ts';
import { findRequestCall } from './calls.ts';
import { getPolicy } from '../platform/http/calls/call.ts';
import { isBankPost } from '../platform/http/origin/bank-post.ts';
import { answerError } from '../edge/designed-answer.ts';
import { getSiteOrigin } from '../platform/http/origin/site-origin.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Banks return here by cross-site POST; the return is verified with the bank. */
const BANK_RETURN = /^\/api\/v1\/(payments|directdebit)\/return\//;

/** OWASP CSRF: Origin first, then Sec-Fetch-Site. Clients without both are not browsers. The path is canonical. */
export function refuseForeignOrigin(request: Request, env: Env): Promise<Response> | null {
  const url = new URL(request.url);
  if (BANK_RETURN.test(url.pathname) || isBankPost(request, env)) return null;
  const call = findRequestCall(request, 'GET')?.call;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  // A reading of the staff's writes a row of the trail: no link of another site, or of a message, makes one.
  if (call !== undefined && getPolicy(call).caller === 'operator' && site !== null && site !== 'same-origin')
    return refuse(request, env);
  const isUnsafeGet = SAFE.has(request.method) && (call?.changes ?? call?.alsoGet) === true;
  if (SAFE.has(request.method) && !isUnsafeGet) return null;
  const ownOrigins = new Set([url.origin, getSiteOrigin(env, url.origin)]);
  if (origin !== null) return ownOrigins.has(origin) ? null : refuse(request, env);
  if (isUnsafeGet) return site === 'same-origin' || (site === null && isProgram(request)) ? null : refuse(request, env);
  return site === null || site === 'same-origin' || site === 'none' ? null : refuse(request, env);
}

/** A browser that sends neither Origin nor Sec-Fetch-Site has cookies and no bearer. */
function isProgram({ headers }: Request): boolean {
  return headers.has('authorization') && !headers.has('cookie');
}

async function refuse(request: Request, env: Env): Promise<Response> {
  return answerError(request, env, 'forbidden_origin');
}
