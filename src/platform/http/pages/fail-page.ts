import type { APIContext } from 'astro';
import { RETRY_AFTER_SECONDS } from '../../config/deadlines.ts';
import type { ApiError } from '../calls/errors.ts';
import { getPageStatus } from './page-status.ts';
import { sessionOver } from '../session/session-over.ts';

type Page = Pick<APIContext, 'locals'> & { response: { status?: number; headers: Headers } };

/** Turns this page into the error page of a failed call (spec 8.11). It is not cached. */
export function failPage({ locals, response }: Page, error: ApiError): void {
  const status = getPageStatus(error);
  locals.failure = error;
  response.status = status;
  response.headers.set('cache-control', 'no-store');
  const wait = error.retry_after ?? (status >= 500 ? RETRY_AFTER_SECONDS : null);
  if (wait !== null) response.headers.set('retry-after', String(wait));
}

/** A 401 ends the session (spec 8.03); any other failure shows the error page. */
export function failLoad(page: Pick<APIContext, 'locals' | 'url'>, error: ApiError): { failed: ApiError } | Response {
  return error.status === 401 && page.locals.signedIn ? sessionOver(page) : { failed: error };
}
