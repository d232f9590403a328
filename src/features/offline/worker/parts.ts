import { findPageParts, formatKeptParts, getPartPath, hashText } from '../../../platform/http/pages/page-parts.ts';
import type { Scope } from './scope.ts';
import { trim } from './trim.ts';

const CACHE = 'parts';
/** A build has some thirty style sheets. A page kept for offline use may be of an older build. */
const MAX_PARTS = 64;
/** The newest are named to the server, in 13 bytes each. */
const NAMED_MAX = 24;
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/** Keeps the styles and scripts in a page as files, and names them to the server with each request for a page (decision
 * 080). The page's policy must allow each by its hash: a script that was brought into a page must not become a file. */
export async function keepParts(html: string, policy: string, { navigationPreload }: Scope['registration']) {
  if (!navigationPreload) return;
  const cache = await caches.open(CACHE);
  for (const { text, type } of findPageParts(html)) {
    const hash = await hashText(text);
    const path = getPartPath(hash, type);
    if (!policy.includes(`'sha256-${hash}'`) || (await cache.match(path))) continue;
    await cache.put(path, new Response(text, { headers: { 'content-type': TYPES[type] } }));
  }
  await trim(cache, MAX_PARTS);
  const paths = (await cache.keys()).slice(-NAMED_MAX).map(({ url }) => new URL(url).pathname);
  await navigationPreload.setHeaderValue(formatKeptParts(paths));
}
