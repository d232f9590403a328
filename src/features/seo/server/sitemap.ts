import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import { paths } from '../../../platform/paths.ts';
import { openDatabase, type Database } from '../../../platform/db/client.ts';
import { catalogueVersion } from '../../../platform/http/catalogue-version.ts';
import { withDeadline } from '../../../platform/http/deadline.ts';
import { describeError } from '../../../platform/http/describe-error.ts';
import { keepAnswer, readStored } from '../../../platform/http/edge-store.ts';
import { getSiteOrigin } from '../../../platform/http/site-origin.ts';
import { allParts, listPages, parsePart, type Part } from './parts.ts';
import { HEAD, indexXml, pageXml, URLSET, URLSET_END } from './xml.ts';

/** How long a part is served as it was made, and kept by crawlers. Seconds. */
const FRESH_SECONDS = 60 * 60;
/** How long it stays for when it cannot be made again. Seconds. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** Kept with a part: the catalogue version and the hour it was made in. */
const MADE = 'x-made';
const XML = 'application/xml; charset=utf-8';
const FILE = /^\/sitemap\/([a-z0-9-]{1,40})\.xml$/;

/**
 * /sitemap.xml, an index, and its parts below /sitemap/; null for any other path, and for a part that there is none
 * of. Kept at the edge until an hour has passed or the catalogue changes, and for longer where D1 fails. In front of a provider there is no catalogue
 * to read, so only the fixed pages are listed.
 */
export async function serveSitemap(request: Request, env: Env, ctx: ExecutionContext): Promise<Response | null> {
  const url = new URL(request.url);
  const own = env.API_BASE_URL === '';
  const part = parseSitemapPart(url.pathname, own);
  if (part === null || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const site = getSiteOrigin(env, url.origin);
  const key = new URL(url.pathname, url.origin);
  key.search = new URLSearchParams({ _key: [__BUILD_ID__, site].join('.') }).toString();
  const [version, kept] = await Promise.all([catalogueVersion(env), readStored(key.href)]);
  const made = [version ?? '', Math.floor(Date.now() / 1000 / FRESH_SECONDS)].join('.');
  if (kept?.headers.get(MADE) === made) return forCrawler(kept.body);
  const db = openDatabase(env.DB);
  const build = async () => (part === 'index' ? index(own ? db : null, site) : partText(db, part, site));
  try {
    const body = await (kept ? withDeadline(build(), DEADLINES.call, 'sitemap') : build());
    if (body === null) return null;
    const bytes = new TextEncoder().encode(body);
    const headers = { 'content-type': XML, 'cache-control': `public, max-age=${String(KEPT_SECONDS)}`, [MADE]: made };
    keepAnswer(ctx, key.href, { body: bytes, status: 200, headers });
    return forCrawler(request.method === 'GET' ? bytes : null);
  } catch (cause) {
    if (!kept) throw cause;
    console.error(`a kept sitemap is served: ${describeError(cause)}`);
    return forCrawler(kept.body);
  }
}

function parseSitemapPart(pathname: string, own: boolean): Part | 'index' | null {
  if (pathname === paths.sitemap()) return 'index';
  const part = parsePart(FILE.exec(pathname)?.[1] ?? '');
  return own || part?.name === 'pages' ? part : null;
}

async function index(db: Database | null, site: string): Promise<string> {
  const parts = db ? await allParts(db) : [{ file: 'pages', modified: null }];
  return indexXml(parts.map(({ file, modified }) => ({ url: site + paths.sitemap(file), modified })));
}

/** A part as it is read from D1, batch by batch, but whole: half of one is never sent. Null where it would be empty. */
async function partText(db: Database, part: Part, site: string): Promise<string | null> {
  const texts: string[] = [];
  for await (const batch of listPages(db, part, site)) texts.push(batch.map(pageXml).join(''));
  return texts.length === 0 ? null : [HEAD, URLSET, ...texts, URLSET_END].join('');
}

function forCrawler(body: BodyInit | null): Response {
  return new Response(body, {
    headers: { 'content-type': XML, 'cache-control': `public, max-age=${String(FRESH_SECONDS)}` },
  });
}
