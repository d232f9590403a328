import type { Env } from '../config/env.ts';

export function mediaBase(env: Env): string {
  return env.MEDIA_BASE_URL === '' ? '/media' : env.MEDIA_BASE_URL.replace(/\/$/, '');
}

/** The media host receives no cookies: there the signature alone decides. */
export function isMediaHost(request: Request, env: Env): boolean {
  if (env.MEDIA_BASE_URL === '') return false;
  const { host } = new URL(request.url);
  const site = env.SITE_URL === '' ? null : new URL(env.SITE_URL).host;
  return new URL(env.MEDIA_BASE_URL).host === host && site !== host;
}

export const MEDIA_HOST_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag, retry-after',
  'access-control-max-age': '86400',
  'access-control-allow-headers': 'range, if-range, if-none-match, purpose',
};
