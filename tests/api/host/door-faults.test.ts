// @module-tag full
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECRET, startDoor, takePort, type TestDoor } from '../../support/workers/door.ts';

/** An origin that misbehaves: what the door asks it, what the door keeps, and what a visitor gets. */
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
interface ReceivedRequest {
  line: string;
  headers: IncomingMessage['headers'];
}

let door: TestDoor;
let origin: string;
let requests: ReceivedRequest[] = [];
let answer: Answer;
let path = '/';
let pages = 0;
const server = createServer((request, response) => {
  requests.push({ line: `${String(request.method)} ${String(request.url)}`, headers: request.headers });
  request.resume();
  answer(request, response);
});

const PAGE = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, max-age=60', etag: 'W/"a"' };
const send =
  (text: string, headers: Record<string, string | string[]> = {}, status = 200): Answer =>
  (_, response) =>
    response
      .writeHead(status, { 'x-door-version': 'one.0', ...PAGE, ...headers })
      .end(`<html><body>${text}</body></html>`);
const read = async (headers: Record<string, string> = {}, at = path) => {
  const page = await door.get(at, headers);
  const text = await page.text();
  return `${String(page.status)} ${/door-note/.test(text) ? 'kept ' : ''}${/<body>(?:<style.*<\/p>)?(.*)<\/body>/.exec(text)?.[1] ?? ''}`.trim();
};

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${String((server.address() as { port: number }).port)}`;
  door = await startDoor(origin, await takePort());
});
afterAll(async () => {
  await door.stop();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  pages += 1;
  path = `/movie/${String(pages)}`;
  // Past the rest after a failure.
  await door.forwardClock(600);
  requests = [];
});

describe('a kept page', () => {
  const faults: [string, Answer][] = [
    ['a connection that breaks', (_, response) => response.destroy()],
    [
      'half of a body',
      (_, response) => {
        response.writeHead(200, { 'x-door-version': 'one.0', ...PAGE, 'content-length': '1000' }).write('<html>half');
        setTimeout(() => response.destroy(), 50);
      },
    ],
    ['a failure of the app', send('broken', {}, 500)],
    ['a proxy before a dead app', send('nginx', { 'x-door-version': [] }, 502)],
    ['a filter that answers in its place', send('blocked', { 'x-door-version': [] })],
  ];
  it.each(faults)('is served, with a note, in place of %s', async (_, fault) => {
    answer = send('good');
    expect(await read()).toBe('200 good');
    await door.forwardClock(61);
    answer = fault;
    expect(await read()).toBe('200 kept good');
    expect(await read()).toBe('200 kept good');
    expect(await read({}, `${path}9`)).toMatch(/^50[03]/);
    await door.forwardClock(61);
    answer = send('new');
    expect(await read()).toBe('200 new');
  });

  it('is served, with a note, in place of an origin that hangs, and soon', async () => {
    answer = send('good');
    await read();
    await door.forwardClock(61);
    answer = () => undefined;
    expect([await read(), await read(), requests.length]).toEqual(['200 kept good', '200 kept good', 2]);
  });

  it('is asked for again after a new build or catalogue, and goes when the origin has it no more', async () => {
    answer = send('old');
    await read();
    expect([await read(), requests.length]).toEqual(['200 old', 1]);
    answer = send('new', { 'x-door-version': 'two.0' });
    await read({}, '/profile');
    expect([await read(), await read(), requests.length]).toEqual(['200 new', '200 new', 3]);
    await door.forwardClock(61);
    answer = send('gone', {}, 404);
    expect(await read()).toBe('404 gone');
    answer = (_, response) => response.destroy();
    expect(await read()).toMatch(/^503/);
  });

  it('leaves without the date of its copy, which would use up the time for which a browser keeps it', async () => {
    answer = send('page', { date: new Date(0).toUTCString() });
    await read();
    const { headers } = await door.get(path);
    expect([headers.get('date'), headers.get('cache-control'), requests.length]).toEqual([
      null,
      'private, max-age=60',
      1,
    ]);
  });

  it('answers conditions with the visitor’s marks in the tag', async () => {
    answer = send('page');
    const first = await door.get(path, { cookie: 'theme=dark' });
    const etag = first.headers.get('etag') ?? '';
    expect([etag, (await door.get(path, { cookie: 'theme=dark', 'if-none-match': etag })).status]).toEqual([
      'W/"a-dark"',
      304,
    ]);
    expect((await door.get(path, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('nothing personal', () => {
  it('is asked for a shared page, whatever the visitor sends', async () => {
    answer = send('page');
    await read({
      cookie: '__Host-session=secret; theme=dark; i18n_redirected=en',
      'x-forwarded-host': 'evil.example',
      'x-original-url': '/profile',
      'accept-language': 'fa',
      'user-agent': 'poison',
      range: 'bytes=0-3',
    });
    const headers = requests[0]?.headers ?? {};
    expect(headers.cookie).toBe('i18n_redirected=en');
    expect(JSON.stringify(headers)).not.toMatch(/evil|profile|poison|secret=|range/);
    expect(headers['x-door-secret']).toBe(SECRET);
  });

  it.each([
    ['sets a cookie', { 'set-cookie': '__Host-session=theirs' }],
    ['says no-store', { 'cache-control': 'private, no-store' }],
    ['is a private file', { 'content-type': 'text/plain' }],
  ])('is kept of an answer that %s', async (_, headers) => {
    for (const visitor of ['one', 'two']) {
      answer = send(visitor, headers);
      expect(await read()).toBe(`200 ${visitor}`);
    }
    expect(requests).toHaveLength(2);
  });

  it.each(['/profile', '/payments', '/api/v1/my/progress/continue', '/media/v/x.y/1/clip/a.m4s', '/kids', '/login'])(
    'is kept of %s',
    async (at) => {
      for (const visitor of ['one', 'two']) {
        answer = send(visitor, { 'cache-control': 'public, max-age=1000' });
        expect(await read({ cookie: `__Host-session=${visitor}` }, at)).toBe(`200 ${visitor}`);
      }
      expect(requests.map(({ headers }) => headers.cookie)).toEqual(['__Host-session=one', '__Host-session=two']);
      answer = (_, response) => response.destroy();
      expect(await read({}, at)).toMatch(/^503/);
    },
  );

  it('is in a browser’s cache when the visitor is signed in or came by a referral', async () => {
    answer = send('page');
    const control = async (at: string, headers: Record<string, string> = {}) =>
      (await door.get(at, headers)).headers.get('cache-control');
    expect(await control(path)).toBe('private, max-age=60');
    expect(await control(path, { cookie: 'signed_in=1' })).toBe('private, no-cache');
  });

  it('meets another address: escapes, dots and unknown parameters', async () => {
    answer = (request, response) => send(request.url ?? '')(request, response);
    for (const at of [`${path}%2f..%2fx`, `${path}/%2e%2e/y`, `${path}%00`, `/%61pi/v1${path}`, `/%6dedia${path}`]) {
      const seen = new URL(at, door.url).pathname;
      expect([at, await read({ cookie: '__Host-session=secret' }, at)]).toEqual([at, `200 ${seen}`]);
    }
    expect(await read({}, `${path}?_key=x&utm_source=y&page=2`)).toBe(`200 ${path}`);
    expect(await read({}, '/genres/drama?_key=x&utm_source=y&page=2')).toBe('200 /genres/drama?page=2');
    expect(await read({}, path)).toBe(`200 ${path}`);
    expect(JSON.stringify(requests)).not.toContain('secret;');
    expect(requests.every(({ headers }) => !String(headers.cookie).includes('session'))).toBe(true);
  });
});

describe('a call', () => {
  it.each([
    ['a write', 'POST', '/api/v1/payments', 1],
    ['a form', 'POST', '/payments', 1],
    ['a deletion', 'DELETE', '/api/v1/x', 1],
    ['a read that may change something', 'GET', '/api/v1/logout', 1],
    ['a shared page', 'GET', '/movie/lost', 2],
  ])('of %s whose answer was lost is sent so often', async (_, method, at, times) => {
    answer = (_request, response) => response.destroy();
    const lost = await fetch(door.url + at, { method, ...(method !== 'GET' && { body: 'x' }) });
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '30']);
    expect(requests.map(({ line }) => line)).toEqual(Array(times).fill(`${method} ${at}`));
  });

  it('passes redirects on and follows none; the origin’s own address becomes the site’s', async () => {
    const locate = async (location: string, at = path) => {
      answer = send('', { location, 'cache-control': 'public, max-age=86400' }, 302);
      return (await door.get(at)).headers.get('location');
    };
    expect(await locate('https://bank.example/pay?id=1')).toBe('https://bank.example/pay?id=1');
    expect(await locate('https://bank.example/pay?id=2', '/payments/x')).toBe('https://bank.example/pay?id=2');
    expect(await locate(`${origin}/movie?a=1`)).toBe(`${door.url}/movie?a=1`);
    expect(await locate(`${origin}.evil.example/`)).toBe(`${origin}.evil.example/`);
    expect(requests).toHaveLength(4);
  });

  it('keeps its ranges, body and cookies both ways', async () => {
    answer = (_, response) =>
      response
        .writeHead(206, {
          'x-door-version': 'one.0',
          'content-range': 'bytes 2-3/9',
          'cache-control': 'public, max-age=9',
        })
        .end('cd');
    const part = await door.get('/media/v/x.y/1/clip/b.m4s', { range: 'bytes=2-3', 'if-range': '"e"' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-3/9', 'cd']);
    expect(requests[0]?.headers).toMatchObject({ range: 'bytes=2-3', 'if-range': '"e"' });
    answer = (request, response) => {
      response.writeHead(200, { 'x-door-version': 'one.0', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] });
      response.end(String(request.headers['content-type']));
    };
    const form = await fetch(`${door.url}/login`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    expect(form.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(await form.text()).toContain('application/x-www-form-urlencoded');
    expect(form.headers.get('x-door-version')).toBeNull();
  });

  it('of the door to itself ends, and another host than the site’s is refused', async () => {
    answer = send('page');
    expect((await door.get(path, { 'x-door-secret': SECRET })).status).toBe(508);
    expect((await fetch(door.url.replace('127.0.0.1', 'localhost') + path)).status).toBe(421);
    expect(requests).toHaveLength(0);
  });
});

const SITE = 'https://pardeh.example';
it.each([
  ['no ORIGIN_URL', { ORIGIN_URL: '' }],
  ['an origin without TLS', { ORIGIN_URL: 'http://origin.pardeh.example' }],
  ['a path', { ORIGIN_URL: 'https://origin.pardeh.example/site' }],
  ['a user', { ORIGIN_URL: 'https://me@origin.pardeh.example' }],
  ['itself as the origin', { ORIGIN_URL: `${SITE}/` }],
  ['no SITE_URL', { SITE_URL: '' }],
  ['a short secret', { DOOR_SECRET: 'short' }],
])('refuses to work with %s', async (_, vars) => {
  const { readDoor } = await import('../../../src/host/cloudflare/door/settings.ts');
  const safe = { SITE_URL: SITE, ORIGIN_URL: 'https://origin.pardeh.example', DOOR_SECRET: SECRET };
  expect(readDoor(safe)).not.toBeNull();
  expect(readDoor({ ...safe, ...vars })).toBeNull();
});

it('answers 503 to everything without settings', async () => {
  const closed = await startDoor('', await takePort());
  for (const at of ['/', '/api/v1/login', '/media/img/a/1']) expect((await closed.get(at)).status).toBe(503);
  await closed.stop();
});
