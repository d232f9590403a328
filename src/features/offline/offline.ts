import { isHtml } from '../../platform/http/pages/is-html.ts';

/** Caching strategy of a request: network-first, cache-first, or `other`: pass through. */
export type RequestKind = 'page' | 'asset' | 'picture' | 'saved' | 'other';

export const MAX_ENTRIES = { page: 60, asset: 160, picture: 240 } as const;

const ASSET = /^\/(_astro|fonts|parts)\//;
const PICTURE = /^\/media\/img\//;

export function classifyRequest(request: { method: string; mode: string; url: string }, origin: string): RequestKind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'other';
  if (request.mode === 'navigate') return 'page';
  if (ASSET.test(url.pathname)) return 'asset';
  if (url.pathname.startsWith('/saved/')) return 'saved';
  return PICTURE.test(url.pathname) ? 'picture' : 'other';
}

export const PAGE_CACHES = { all: 'pages', kids: 'pages-kids' } as const;

export interface PageAudience {
  lang: 'fa' | 'en';
  /** A kids session is shown only pages that were seen in one. */
  kids: boolean;
}

export function readRoot(html: string): PageAudience | null {
  const root = /<html[^<>]*>/.exec(html.slice(0, 400))?.[0];
  const lang = root && / lang="(fa|en)"/.exec(root)?.[1];
  return root && lang ? { lang: lang === 'en' ? 'en' : 'fa', kids: / data-kids\b/.test(root) } : null;
}

/** The site's name and colours in a page; null in a page without a name, as an error page. */
export function readBrandMark(html: string): string | null {
  const name = /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1];
  const style = /<style data-brand[^<>]*>([^<]*)/.exec(html)?.[1] ?? '';
  return name === undefined ? null : `${name} ${style}`;
}

/** Complete and the same for everybody; personal pages are `no-store` (app/worker-app.ts). */
export function mayCache(response: { status: number; type: string; headers: Pick<Headers, 'get'> }): boolean {
  const { status, type, headers } = response;
  return (
    status === 200 && type === 'basic' && isHtml(headers) && headers.get('cache-control')?.includes('no-store') !== true
  );
}

/** Without the referrer of a link. */
export function toCacheKey(address: string): string {
  const url = new URL(address);
  url.hash = '';
  url.searchParams.delete('ref');
  return url.href;
}
