import type { APIContext } from 'astro';
import { RETRY_AFTER_SECONDS } from '../config/deadlines.ts';
import type { ApiError } from './errors.ts';
import { getPageStatus } from './page-status.ts';
import { sessionOver } from './session-over.ts';

type Page = Pick<APIContext, 'locals'> & { response: { status?: number; headers: Headers } };

/**
 * Makes this page the error page of a call that failed (spec 8.11): its status, its wait, and its message, which
 * `LoadError` shows. No cache keeps such a page.
 */
export function failPage({ locals, response }: Page, error: ApiError): void {
  const status = getPageStatus(error);
  locals.failure = error;
  response.status = status;
  response.headers.set('cache-control', 'no-store');
  const wait = error.retry_after ?? (status >= 500 ? RETRY_AFTER_SECONDS : null);
  if (wait !== null) response.headers.set('retry-after', String(wait));
}

/** A call without which there is no page has failed: by 401 the session is over (spec 8.03), else the error page shows. */
export function failLoad(page: Pick<APIContext, 'locals' | 'url'>, error: ApiError): { failed: ApiError } | Response {
  return error.status === 401 && page.locals.signedIn ? sessionOver(page) : { failed: error };
}
