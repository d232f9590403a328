import type { Env } from '../../config/env.ts';

/** Only the demo runs without `SITE_URL`, so a forged Host header reaches no SMS, bank or canonical URL. */
export function getSiteOrigin(env: Pick<Env, 'SITE_URL'>, visited: string): string {
  return env.SITE_URL === '' ? visited : new URL(env.SITE_URL).origin;
}

/** As sent to the proxy that ended TLS. Without `SITE_URL` the Worker is a local one, and trusts it; Node: `to-request.ts`. */
export function withForwardedScheme(request: Request, env: Pick<Env, 'SITE_URL'>): Request {
  const isForwarded = env.SITE_URL === '' && request.headers.get('x-forwarded-proto') === 'https';
  return isForwarded && request.url.startsWith('http:')
    ? new Request(request.url.replace('http:', 'https:'), request)
    : request;
}
