// @module-tag full
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startDoor, takePort, type TestDoor } from '../../support/workers/door.ts';

/**
 * An origin that checks each address by its signature, as the site does, and knows conditions (RFC 9110, 13.1.2). It
 * counts the bytes that cross the border.
 */
let door: TestDoor;
let film = '';
let films = 0;
let requests: IncomingMessage[] = [];
let sentBytes = 0;
let bytes = '';
let isAway = false;
let sendsHalf = false;
let more: Record<string, string> = {};

const computeTag = (body: string) => `"${createHash('md5').update(body).digest('hex')}"`;
const server = createServer((request, response) => {
  requests.push(request);
  if (isAway) {
    response.destroy();
    return;
  }
  const headers = { 'x-door-version': 'one.0', etag: computeTag(bytes), 'content-type': 'video/iso.segment' };
  const mine = { ...headers, 'cache-control': 'private, max-age=99', ...more };
  if (request.url?.includes('.bad/') === true)
    response.writeHead(403, { 'x-door-version': 'one.0', 'cache-control': 'no-store' }).end('foreign');
  else if (request.headers['if-none-match'] === computeTag(bytes)) response.writeHead(304, mine).end();
  else {
    sentBytes += bytes.length;
    response.writeHead(200, { ...mine, 'content-length': bytes.length });
    if (sendsHalf) response.write(bytes.slice(0, 4), () => response.destroy());
    else response.end(bytes);
  }
});

const segment = (viewer: string, signature = 'good') => `/media/v/${viewer}.${signature}/99999/${film}/360/5.m4s`;
const watch = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await door.get(path, { cookie: `__Host-session=${path}`, ...headers });
  const status = answer.headers.get('cache-status');
  return {
    status: answer.status,
    body: await answer.text(),
    kept: status?.includes('door; fwd=stale') === true,
    answer,
  };
};
/** The copy is written after the viewer has the segment. */
const fill = async (viewer: string) => {
  await eventually(async () => expect((await watch(segment(viewer))).kept).toBe(true));
  requests = [];
  sentBytes = 0;
};

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  door = await startDoor(`http://127.0.0.1:${String(port)}`, await takePort());
});
afterAll(async () => {
  await door.stop();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  films += 1;
  film = `film-${String(films)}`;
  bytes = `segment ${film}`;
  [requests, sentBytes, isAway, sendsHalf, more] = [[], 0, false, false, {}];
});

it('a segment that one has watched reaches the next without its bytes, as its own answer', async () => {
  const first = await watch(segment('one'));
  expect([first.status, first.body, first.kept]).toEqual([200, `segment ${film}`, false]);
  await fill('one');
  const next = await watch(segment('two'));
  expect([next.status, next.body, next.kept, sentBytes]).toEqual([200, `segment ${film}`, true, 0]);
  expect(Object.fromEntries(next.answer.headers)).toMatchObject({
    etag: computeTag(bytes),
    'content-type': 'video/iso.segment',
    'cache-control': 'private, max-age=99',
  });
  expect(next.answer.headers.get('x-door-version')).toBeNull();
  // The origin is asked with the visitor's own right.
  expect(requests.map(({ url, headers }) => [url, headers.cookie])).toEqual([
    [segment('two'), `__Host-session=${segment('two')}`],
  ]);
});

it('opens for nobody whom the origin refuses, and for nobody while the origin is away', async () => {
  await fill('one');
  const foreign = await watch(segment('two', 'bad'));
  expect([foreign.status, foreign.body]).toEqual([403, 'foreign']);
  isAway = true;
  expect((await watch(segment('one'))).status).toBe(503);
});

it('is the new one where the file has changed', async () => {
  await fill('one');
  bytes = 'another cut';
  expect(await watch(segment('one'))).toMatchObject({ status: 200, body: 'another cut', kept: false });
  await fill('one');
  expect(await watch(segment('two'))).toMatchObject({ body: 'another cut', kept: true });
});

it('is never half of one', async () => {
  sendsHalf = true;
  await watch(segment('one')).catch(() => undefined);
  sendsHalf = false;
  expect(await watch(segment('two'))).toMatchObject({ status: 200, body: `segment ${film}`, kept: false });
});

it.each([
  ['a part', { range: 'bytes=0-3' }],
  ['a condition of the visitor’s own', { 'if-none-match': '"x"' }],
  ['an older address', { 'if-match': '"x"' }],
])('is not taken from the copy for %s', async (_, headers) => {
  await fill('one');
  expect((await watch(segment('one'), headers)).kept).toBe(false);
  expect(requests[0]?.headers).toMatchObject(headers);
});

it.each([
  ['a key', { path: 'video/h5.key' }],
  ['a playlist', { path: 'master.m3u8' }],
  ['a download', { at: '/media/d/1.good/99999/film.mp4' }],
  ['an address with an escape', { path: '%2e%2e/5.m4s' }],
  ['what must not be stored', { headers: { 'cache-control': 'no-store' } }],
  ['what sets a cookie', { headers: { 'set-cookie': 'a=1' } }],
  ['what has a weak tag', { headers: { etag: 'W/"1"' } }],
])('%s is not kept', async (_, { path, at, headers = {} }: { path?: string; at?: string; headers?: object }) => {
  more = { ...headers };
  const address = at ?? (path === undefined ? segment('one') : `/media/v/one.good/99999/${film}/${path}`);
  for (let times = 0; times < 3; times += 1) expect(await watch(address)).toMatchObject({ status: 200, kept: false });
  expect(sentBytes).toBe(3 * bytes.length);
});
