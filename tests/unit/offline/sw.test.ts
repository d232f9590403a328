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
  constructor(html: string) {
    super(html, { headers: { 'content-type': 'text/html' } });
    this.html = html;
  }
  override clone(): PageResponse {
    return new PageResponse(this.html);
  }
}

type Listener = (event: unknown) => void;
let listeners: Map<string, Listener>;
let serve: ((url: string) => Response) | null;

beforeEach(async () => {
  stores.clear();
  listeners = new Map();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin: 'https://pardeh.test' });
  vi.stubGlobal('registration', {});
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!serve) throw new TypeError('no network');
    return serve(request.url);
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
