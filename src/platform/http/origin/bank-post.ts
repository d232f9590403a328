import type { Env } from '../../config/env.ts';
import { paths } from '../../paths.ts';

const READ = ['bank', 'from', 'payment', 'directdebit'];

/** True if a provider's bank returns the visitor by a POST to our `callback_url` (spec 7.13, 7.16). */
export function isBankPost(request: Request, env: Pick<Env, 'API_BASE_URL'>): boolean {
  return request.method === 'POST' && env.API_BASE_URL !== '' && new URL(request.url).pathname === paths.callback();
}

/** The body is untrusted and not read. A redirect carries the SameSite cookies that a cross-site POST lacks. */
export function redirectBankPost(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const parameters = new URLSearchParams(READ.flatMap((name) => readParameter(searchParams, name)));
  // Some banks drop the query of the callback address.
  if (!READ.some((name) => name !== 'from' && parameters.has(name))) parameters.set('bank', 'return');
  return new Response(null, { status: 303, headers: { location: `${paths.callback()}?${parameters.toString()}` } });
}

function readParameter(parameters: URLSearchParams, name: string): [string, string][] {
  const value = parameters.get(name);
  return value === null || value.length > 4000 ? [] : [[name, value]];
}
