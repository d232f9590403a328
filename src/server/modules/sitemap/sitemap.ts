import type { Env } from '../../../config/env.ts';
import { paths } from '../../../domain/paths.ts';
import { openDatabase, type Database } from '../../db/client.ts';
import { catalogueVersion } from '../../lib/catalogue-version.ts';
import { allParts, pagesOf, parsePart, type Part } from './parts.ts';
import { HEAD, indexXml, pageXml, URLSET, URLSET_END, type SitemapPage } from './xml.ts';

/** How long the edge keeps a part, and crawlers a copy. Seconds. */
const KEPT_SECONDS = 60 * 60;
const FILE = /^\/sitemap\/([a-z0-9-]{1,40})\.xml$/;

/**
 * /sitemap.xml, an index, and its parts below /sitemap/; null for any other path, and for a part that there is none
 * of. Kept at the edge until an hour has passed or the catalogue changes. In front of a provider there is no catalogue
 * to read, so only the fixed pages are listed.
 */
export async function serveSitemap(request: Request, env: Env, ctx: ExecutionContext): Promise<Response | null> {
  const url = new URL(request.url);
  const own = env.API_BASE_URL === '';
  const part = partOf(url.pathname, own);
  if (part === null || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const site = env.SITE_URL === '' ? url.origin : env.SITE_URL;
  const key = new URL(url.pathname, url.origin);
  key.search = new URLSearchParams({ _key: [__BUILD_ID__, site, await catalogueVersion(env)].join('.') }).toString();
  const cached = await caches.default.match(key.href);
  if (cached) return cached;
  const db = openDatabase(env.DB);
  const body = part === 'index' ? await index(own ? db : null, site) : await partStream(db, part, site);
  if (body === null) return null;
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': `public, max-age=${String(KEPT_SECONDS)}`,
  };
  const response = new Response(body, { headers });
  if (request.method === 'GET') ctx.waitUntil(caches.default.put(key.href, response.clone()));
  return response;
}

function partOf(pathname: string, own: boolean): Part | 'index' | null {
  if (pathname === paths.sitemap()) return 'index';
  const part = parsePart(FILE.exec(pathname)?.[1] ?? '');
  return own || part?.name === 'pages' ? part : null;
}

async function index(db: Database | null, site: string): Promise<string> {
  const parts = db ? await allParts(db) : [{ file: 'pages', modified: null }];
  return indexXml(parts.map(({ file, modified }) => ({ url: site + paths.sitemap(file), modified })));
}

/** A part as it is read from D1, a batch for each pull; null where it would be empty. */
async function partStream(db: Database, part: Part, site: string): Promise<ReadableStream<Uint8Array> | null> {
  const pages = pagesOf(db, part, site);
  const first = await pages.next();
  if (first.done === true) return null;
  const encoder = new TextEncoder();
  const text = (batch: SitemapPage[]) => batch.map(pageXml).join('');
  let head: SitemapPage[] | null = first.value;
  return new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        if (head) {
          out.enqueue(encoder.encode(HEAD + URLSET + text(head)));
          head = null;
          return;
        }
        const next = await pages.next();
        out.enqueue(encoder.encode(next.done === true ? URLSET_END : text(next.value)));
        if (next.done === true) out.close();
      },
    },
    { highWaterMark: 0 },
  );
}
