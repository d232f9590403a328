import type { Env } from '../config/env.ts';
import { paths } from '../paths.ts';

/** What the result page reads of an address; everything else that comes along says nothing that we believe. */
const READ = ['bank', 'from', 'payment', 'directdebit'];

/**
 * Whether a provider's bank sends the visitor back by a form of its own site. The address is the one that we gave as
 * `callback_url` (spec 7.13, 7.16). Only in front of a provider: our own banks return to the API.
 */
export function isBankPost(request: Request, env: Pick<Env, 'API_BASE_URL'>): boolean {
  return request.method === 'POST' && env.API_BASE_URL !== '' && new URL(request.url).pathname === paths.callback();
}

/**
 * Leads such a return on to the result page, as a bank that returns by GET does. The body is not read: it is the word of
 * whoever sent the form, and the page asks the provider. The browser holds back the session's cookie on a form of
 * another site, and sends it with the address that this leads to.
 */
export function redirectBankPost(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const kept = new URLSearchParams(READ.flatMap((name) => readParameter(searchParams, name)));
  // A bank that drops the query of its callback address still means a return.
  if (!READ.some((name) => name !== 'from' && kept.has(name))) kept.set('bank', 'return');
  return new Response(null, { status: 303, headers: { location: `${paths.callback()}?${kept.toString()}` } });
}

function readParameter(parameters: URLSearchParams, name: string): [string, string][] {
  const value = parameters.get(name);
  return value === null || value.length > 4000 ? [] : [[name, value]];
}
