import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import { paths } from '../../../platform/paths.ts';
import { openDatabase, type Database } from '../../../platform/db/client.ts';
import { catalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { putStored, getStored } from '../../../platform/http/cache/edge-store.ts';
import { getSiteOrigin } from '../../../platform/http/origin/site-origin.ts';
import { listParts, listPages, parsePart, type Part } from './parts.ts';
import { HEAD, toIndexXml, toPageXml, URLSET, URLSET_END } from './xml.ts';

const FRESH_SECONDS = 60 * 60; // Seconds of the edge cache and crawlers
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60; // Seconds that a stale part stays for outages
const MADE = 'x-made'; // The catalogue version and hour of a cached part
const XML = 'application/xml; charset=utf-8';
const FILE = /^\/sitemap\/([a-z0-9-]{1,40})\.xml$/;

/** Serves /sitemap.xml and its parts; null for other paths. A stale part answers while D1 fails. With a provider only
 * the fixed pages are listed. */
export async function serveSitemap(request: Request, env: Env, ctx: ExecutionContext): Promise<Response | null> {
  const url = new URL(request.url);
  const isOwnCatalogue = env.API_BASE_URL === '';
  const part = parseSitemapPart(url.pathname, isOwnCatalogue);
  if (part === null || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const site = getSiteOrigin(env, url.origin);
  const key = new URL(url.pathname, url.origin);
  key.search = new URLSearchParams({ _key: [__BUILD_ID__, site].join('.') }).toString();
  const [version, stored] = await Promise.all([catalogueVersion(env), getStored(key.href)]);
  const made = [version ?? '', Math.floor(Date.now() / 1000 / FRESH_SECONDS)].join('.');
  if (stored?.headers.get(MADE) === made) return forCrawler(stored.body);
  const db = openDatabase(env.DB);
  const build = async () => (part === 'index' ? index(isOwnCatalogue ? db : null, site) : buildPart(db, part, site));
  try {
    const body = await (stored ? withDeadline(build(), DEADLINES.call, 'sitemap') : build());
    if (body === null) return null;
    const bytes = new TextEncoder().encode(body);
    const headers = {
      'content-type': XML,
      'cache-control': `public, max-age=${String(MAX_AGE_SECONDS)}`,
      [MADE]: made,
    };
    putStored(ctx, key.href, { body: bytes, status: 200, headers });
    return forCrawler(request.method === 'GET' ? bytes : null);
  } catch (cause) {
    if (!stored) throw cause;
    console.error(`a kept sitemap is served: ${describeError(cause)}`);
    return forCrawler(stored.body);
  }
}

function parseSitemapPart(pathname: string, isOwnCatalogue: boolean): Part | 'index' | null {
  if (pathname === paths.sitemap()) return 'index';
  const part = parsePart(FILE.exec(pathname)?.[1] ?? '');
  return isOwnCatalogue || part?.name === 'pages' ? part : null;
}

async function index(db: Database | null, site: string): Promise<string> {
  const parts = db ? await listParts(db) : [{ file: 'pages', modified: null }];
  return toIndexXml(parts.map(({ file, modified }) => ({ url: site + paths.sitemap(file), modified })));
}

/** Complete or an error: never half of a part. Null if empty. */
async function buildPart(db: Database, part: Part, site: string): Promise<string | null> {
  const texts: string[] = [];
  const now = Math.floor(Date.now() / 1000);
  for await (const batch of listPages(db, part, { site, now })) texts.push(batch.map(toPageXml).join(''));
  return texts.length === 0 ? null : [HEAD, URLSET, ...texts, URLSET_END].join('');
}

function forCrawler(body: BodyInit | null): Response {
  return new Response(body, {
    headers: { 'content-type': XML, 'cache-control': `public, max-age=${String(FRESH_SECONDS)}` },
  });
}
