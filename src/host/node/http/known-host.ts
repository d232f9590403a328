import type { Env } from '../../../platform/config/env.ts';
import { isLoopback, normalizeHost } from '../../../platform/http/origin/demo.ts';

/** A stranger's Host header would fill the page cache. Without SITE_URL (the demo) every host is known. */
export function isKnownHost(
  host: string,
  { SITE_URL, MEDIA_BASE_URL }: Pick<Env, 'SITE_URL' | 'MEDIA_BASE_URL'>,
): boolean {
  if (SITE_URL === '') return true;
  const name = normalizeHost(host);
  const siteHosts = [SITE_URL, MEDIA_BASE_URL]
    .filter((url) => URL.canParse(url))
    .map((url) => normalizeHost(new URL(url).host));
  return name !== null && (isLoopback(name) || siteHosts.includes(name));
}
