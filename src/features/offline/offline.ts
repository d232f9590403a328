/** How a request is answered: from what was kept, from the network with what was kept behind it, or not by us. */
export type Sort = 'page' | 'asset' | 'picture' | 'saved' | 'other';

/** What the service worker keeps at most, in entries; the oldest go first. */
export const KEPT = { page: 60, asset: 160, picture: 240 } as const;

const ASSET = /^\/(_astro|fonts)\//;
const PICTURE = /^\/media\/img\//;

/** Which sort a request is. Only reading our own origin is ours to answer. */
export function classifyRequest(request: { method: string; mode: string; url: string }, origin: string): Sort {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'other';
  if (request.mode === 'navigate') return 'page';
  if (ASSET.test(url.pathname)) return 'asset';
  if (url.pathname.startsWith('/saved/')) return 'saved';
  return PICTURE.test(url.pathname) ? 'picture' : 'other';
}

/** Where pages are kept: those of a kids session apart. */
export const PAGE_CACHES = { all: 'pages', kids: 'pages-kids' } as const;

/** What a page says of itself on its root element. */
export interface Seen {
  lang: 'fa' | 'en';
  /** Seen in a kids session: only what was seen in one is shown there. */
  kids: boolean;
}

/** Reads the root element of a page; null where it is none of ours. */
export function readRoot(html: string): Seen | null {
  const root = /<html[^>]*>/.exec(html.slice(0, 400))?.[0];
  const lang = root && / lang="(fa|en)"/.exec(root)?.[1];
  return root && lang ? { lang: lang === 'en' ? 'en' : 'fa', kids: / data-kids\b/.test(root) } : null;
}

/**
 * Whether a page may be kept: whole, right, and the same for everybody. What is personal is sent with `no-store`
 * (app/worker-app.ts).
 */
export function mayKeep(response: { status: number; type: string; headers: Pick<Headers, 'get'> }): boolean {
  const { status, type, headers } = response;
  const html = headers.get('content-type')?.startsWith('text/html') === true;
  return status === 200 && type === 'basic' && html && headers.get('cache-control')?.includes('no-store') !== true;
}

/** The address a page is kept under: without what only says where somebody came from. */
export function toCacheKey(address: string): string {
  const url = new URL(address);
  url.hash = '';
  url.searchParams.delete('ref');
  return url.href;
}
