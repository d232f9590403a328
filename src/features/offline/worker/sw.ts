import {
  MAX_ENTRIES,
  toCacheKey,
  mayCache,
  PAGE_CACHES,
  readRoot,
  classifyRequest,
  type PageAudience,
} from '../offline.ts';
import { paths } from '../../../platform/paths.ts';
import type { SaveMessage } from '../saved-title.ts';
import { forgetOtherBrand } from './brand.ts';
import { confirmLicences, renewSavedPages, save, resumeDownloads } from './save.ts';
import { keepParts } from './parts.ts';
import { savedPage, serveSaved } from './saved.ts';
import type { FetchEvent, Scope } from './scope.ts';
import { trim } from './trim.ts';

/** Spec 1.14: /sw.js. Pages are network-first; the API, media and personal pages pass through. */
const scope = globalThis as unknown as Scope;
const OFFLINE = `offline-${__BUILD_ID__}`;
const CACHES = { asset: 'assets', picture: 'pictures' } as const;
const NOTES = 'notes';
const LAST_SEEN = '/last-seen';

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

scope.addEventListener('fetch', (event) => {
  const sort = classifyRequest(event.request, scope.location.origin);
  if (sort === 'page') event.respondWith(page(event));
  else if (sort === 'saved') event.respondWith(serveSaved(event.request));
  else if (sort !== 'other') event.respondWith(serveStored(event, sort));
});

// Only pages of this site can send one.
scope.addEventListener('message', (event) => {
  const message = event.data as SaveMessage;
  if (message.type === 'confirm') event.waitUntil(confirm(true));
  else event.waitUntil(message.type === 'save' ? save(message.wish) : resumeDownloads());
});

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('offline-') && name !== OFFLINE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
  await Promise.all((await scope.clients.matchAll()).map(({ url }) => keepOpenParts(url)));
}

/** The page that brought this worker did not pass through it. The browser's copy costs no request. */
async function keepOpenParts(url: string): Promise<void> {
  try {
    const response = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' });
    await keepPartsIn(response, await response.text());
  } catch {
    // The browser keeps no copy of a personal page.
  }
}

async function page(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request));
    const stored = putPage(request.url, response.clone());
    event.waitUntil(stored);
    // The page says whether the session is a child's. One that is not there may be that of a title that is saved.
    const confirmed = stored.catch(() => undefined).then(() => confirm(response.status === 404));
    event.waitUntil(confirmed.then(resumeDownloads));
    return response;
  } catch {
    const seen = await lastSeen();
    const cache = await caches.open(seen.kids ? PAGE_CACHES.kids : PAGE_CACHES.all);
    const address = toCacheKey(request.url);
    const cachedPage = (await cache.match(address)) ?? (seen.kids ? undefined : await savedPage(address));
    return cachedPage ?? (await caches.match(offlinePage(seen))) ?? Response.error();
  }
}

async function confirm(isChanged: boolean): Promise<void> {
  await confirmLicences({ isChanged, isKids: (await lastSeen()).kids });
}

function keepPartsIn({ headers }: Response, html: string): Promise<void> {
  return keepParts(html, headers.get('content-security-policy') ?? '', scope.registration);
}

async function putPage(url: string, response: Response): Promise<void> {
  const copy = response.clone();
  const html = await response.text();
  const seen = readRoot(html);
  if (!seen) return;
  await keepPartsIn(response, html);
  const notes = await caches.open(NOTES);
  await notes.put(LAST_SEEN, Response.json(seen));
  // A personal page may be a preview of the desk.
  if (mayCache(copy) && (await forgetOtherBrand(html, seen.lang))) {
    await caches.delete(OFFLINE);
    // A child's session would fetch the pages of kids mode.
    if (!seen.kids) await renewSavedPages();
  }
  await saveOfflinePage(seen);
  if (!mayCache(copy)) return;
  const cache = await caches.open(seen.kids ? PAGE_CACHES.kids : PAGE_CACHES.all);
  await cache.put(toCacheKey(url), copy);
  await trim(cache, MAX_ENTRIES.page);
}

async function saveOfflinePage(seen: PageAudience): Promise<void> {
  const cache = await caches.open(OFFLINE);
  const address = offlinePage(seen);
  if (!(await cache.match(address))) await cache.add(address);
}

function offlinePage({ lang }: PageAudience): string {
  return `${paths.offline()}?hl=${lang}`;
}

async function lastSeen(): Promise<PageAudience> {
  const note = await caches.match(LAST_SEEN, { cacheName: NOTES });
  return note ? await note.json<PageAudience>() : { lang: 'fa', kids: false };
}

async function serveStored(event: FetchEvent, sort: 'asset' | 'picture'): Promise<Response> {
  const cache = await caches.open(CACHES[sort]);
  // In any cache: a saved title keeps its page's files.
  const result = await caches.match(event.request, { ignoreVary: true });
  if (result) return result;
  const response = await fetch(event.request);
  if (response.status === 200) {
    const copy = response.clone();
    event.waitUntil(cache.put(event.request, copy).then(() => trim(cache, MAX_ENTRIES[sort])));
  }
  return response;
}
