import { beforeEach, expect, it, vi } from 'vitest';

/** Of the Service Workers standard: the site's caches, in memory, each by the addresses of its entries. */
const stores = new Map<string, Map<string, Response>>();
const toAddress = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, 'https://pardeh.test').href;
const openStore = (name: string) => {
  const entries = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, entries);
  return {
    match: async (request: Request | string) => entries.get(toAddress(request))?.clone(),
    put: async (request: Request | string, response: Response) => void entries.set(toAddress(request), response),
    add: async (path: string) => void entries.set(toAddress(path), new Response(`offline ${path}`)),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (request: Request | string) => entries.delete(toAddress(request)),
  };
};
const caches = {
  open: async (name: string) => openStore(name),
  has: async (name: string) => stores.has(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (request: Request | string, { cacheName }: { cacheName?: string } = {}) => {
    const names = cacheName === undefined ? [...stores.keys()] : [cacheName];
    return names.map((name) => stores.get(name)?.get(toAddress(request))?.clone()).find(Boolean);
  },
};

/** As a browser has it from its own origin. */
class PageResponse extends Response {
  override readonly type = 'basic';
  readonly html: string;
  constructor(html: string, status = 200) {
    super(html, { status, headers: { 'content-type': 'text/html' } });
    this.html = html;
  }
  override clone(): PageResponse {
    return new PageResponse(this.html, this.status);
  }
}

/** Of IndexedDB: the records of saved titles. */
const records = new Map<string, unknown>();
const recordStore = {
  get: (name: string) => ({ result: records.get(name) }),
  put: (value: unknown, name: string) => ({ result: void records.set(name, value) }),
  delete: (name: string) => ({ result: void records.delete(name) }),
};
const listenFor = (wanted: string) => (type: string, listener: () => void) => {
  if (type === wanted) queueMicrotask(listener);
};
const recordDatabase = {
  transaction: () => ({ objectStore: () => recordStore, addEventListener: listenFor('complete') }),
  close: () => undefined,
};
const indexedDB = { open: () => ({ result: recordDatabase, addEventListener: listenFor('success') }) };

type Listener = (event: unknown) => void;
let listeners: Map<string, Listener>;
let serve: ((url: string) => Response) | null;

beforeEach(async () => {
  stores.clear();
  listeners = new Map();
  records.clear();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('location', { origin: 'https://pardeh.test' });
  vi.stubGlobal('registration', {});
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (!serve) throw new TypeError('no network');
    return serve(toAddress(request));
  });
  vi.resetModules();
  await import('../../../src/features/offline/worker/sw.ts');
  return () => vi.unstubAllGlobals();
});

/** The answer to a navigation, once all that the worker does in the background is done. */
async function visit(path: string): Promise<string> {
  const url = `https://pardeh.test${path}`;
  const works: Promise<unknown>[] = [];
  let answer = Promise.resolve(new Response());
  listeners.get('fetch')?.({
    request: { url, method: 'GET', mode: 'navigate' },
    preloadResponse: Promise.resolve(undefined),
    waitUntil: (work: Promise<unknown>) => works.push(work),
    respondWith: (response: Promise<Response>) => (answer = response),
  });
  const text = await (await answer).text();
  await Promise.allSettled(works);
  return text;
}

const brand = (name: string, css = '') =>
  `<meta property="og:site_name" content="${name}">${css && `<style data-brand>${css}</style>`}`;
const page = (name: string, root: string) => `<html lang="fa"${root}>${name}</html>`;
const [KIDS, EVERYBODY] = [' data-kids', ''] as const;

function show(root: string) {
  serve = (url) => new PageResponse(page(url, root));
}

it('shows without a network what was seen, by its address without the referrer of a link', async () => {
  show(EVERYBODY);
  await visit('/movie/52?ref=a');
  serve = null;
  expect(await visit('/movie/52?ref=b')).toBe(page('https://pardeh.test/movie/52?ref=a', EVERYBODY));
  expect(await visit('/movie/53')).toBe('offline /offline?hl=fa');
});

it('shows a child without a network what was seen in a kids session alone, and nobody else what a child saw', async () => {
  show(EVERYBODY);
  await visit('/movie/52');
  show(KIDS);
  await visit('/movie/39');
  await visit('/kids');
  serve = null;
  expect(await visit('/movie/52')).toBe('offline /offline?hl=fa');
  expect(await visit('/movie/39')).toBe(page('https://pardeh.test/movie/39', KIDS));
  show(EVERYBODY);
  await visit('/');
  serve = null;
  expect(await visit('/movie/39')).toBe('offline /offline?hl=fa');
});

it('forgets a saved title that the site has no more as soon as a page is not there, and none for a child', async () => {
  const name = 'saved-movie-52';
  const entry = { kind: 'movie', id: 52, height: 240, state: 'saved', savedAt: 1, guest: false };
  const now = Date.now() / 1000;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  records.set(name, { key, until: now + 1000, checkedAt: now });
  await openStore(name).put('/saved/movie/52/entry.json', Response.json(entry));
  const answer = (status: number, root: string, code: string) => {
    serve = (url) =>
      url.includes('/api/') ? Response.json({ code }, { status: 400 }) : new PageResponse(page(url, root), status);
  };
  answer(200, EVERYBODY, 'cart_title_unknown');
  await visit('/');
  answer(404, KIDS, 'cart_title_unknown');
  await visit('/movie/52');
  answer(404, EVERYBODY, 'invalid_input');
  await visit('/movie/52');
  expect([stores.has(name), records.has(name)]).toEqual([true, true]);
  answer(404, EVERYBODY, 'cart_title_unknown');
  await visit('/movie/52');
  expect([stores.has(name), records.has(name)]).toEqual([false, false]);
});

it('forgets the pages of a brand that the desk has changed, at the next page of the new one', async () => {
  let present = brand('پرده');
  serve = (url) => new PageResponse(page(`${new URL(url).pathname}${present}`, EVERYBODY));
  const offline = () => stores.get([...stores.keys()].find((name) => name.startsWith('offline-')) ?? '');
  await visit('/movie/1');
  await visit('/movie/2');
  const first = offline();
  expect(stores.get('pages')?.size).toBe(2);
  for (const next of [brand('نما'), brand('نما', 'html:root{--accent:#123456}')]) {
    present = next;
    await visit('/movie/3');
    expect([...(stores.get('pages')?.keys() ?? [])]).toEqual(['https://pardeh.test/movie/3']);
    expect(offline()).not.toBe(first);
    expect(offline()?.size).toBe(1);
    await visit('/movie/2');
  }
  // A page without a name, as an error page, says nothing of the brand.
  present = '';
  await visit('/movie/4');
  expect(stores.get('pages')?.size).toBe(3);
  serve = null;
  expect(await visit('/movie/3')).toContain('نما');
});
