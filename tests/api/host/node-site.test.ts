import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { migrate } from '../../../tools/seed/migrate.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { DOOR_SECRET_HEADER } from '../../../src/platform/config/door.ts';
import { ROOM_MESSAGE_BURST, ROOM_SAY_BURST, ROOM_UNREAD_MAX } from '../../../src/features/watch-party/config.ts';
import { createRoom } from '../../../src/features/watch-party/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { startNodeSite, writeBuild, type NodeSite } from '../../support/site/node-site.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { addRow } from '../../support/database/rows.ts';

const inFolder = useTemporaryFolder();
let site: NodeSite;
const MAX_SILENCE_MS = 30_000;
const start = () => startNodeSite(inFolder('build'), inFolder('data'), { METRICS_TOKEN: 'secret' });

beforeAll(async () => {
  writeBuild(inFolder('build'));
  const { stores, close } = openBindings(inFolder('data'));
  await migrate(stores.DB);
  await addRow(stores.DB, 'titles', { id: 1, access: 'free', media: 'clip-1' });
  await close();
  site = await start();
});
afterAll(() => site.kill('SIGKILL'));

interface Message {
  type: string;
  [name: string]: unknown;
}
const parseMessage = (text: string): Message => JSON.parse(text) as Message;

class Viewer {
  readonly messages: Message[] = [];
  closed: number | null = null;
  readonly socket: WebSocket;
  constructor(room: string, headers: Record<string, string> = { origin: site.url }) {
    this.socket = new WebSocket(`${site.url.replace('http', 'ws')}/api/v1/rooms/${room}/socket?name=a`, { headers });
    this.socket.on('message', (data) => this.messages.push(parseMessage(new TextDecoder().decode(data as Uint8Array))));
    this.socket.on('close', (code) => (this.closed = code));
    this.socket.on('error', () => undefined);
  }
  async expectMessage(type: string) {
    return eventually(() => {
      const match = this.messages.find((message) => message.type === type);
      if (!match) throw new Error(`no ${type} yet: ${JSON.stringify(this.messages)}`);
      this.messages.splice(this.messages.indexOf(match), 1);
      return match;
    });
  }
}

async function openRoom(): Promise<string> {
  const body = JSON.stringify({ kind: 'movie', id: 1 });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.url}/api/v1/rooms`, { method: 'POST', headers, body });
  return v.parse(createRoom.output, await answer.json()).data.room;
}

/** The answers to raw requests, until the site closes the connection. */
function sendRaw(...parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.setTimeout(MAX_SILENCE_MS, () => reject(new Error(`no end after: ${answer}`)));
    // Of who still sends, the connection may be reset, once the answer is there.
    socket.on('end', () => resolve(answer)).on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}

describe('HTTP', () => {
  it('answers the app, its files and the probes, with an id in answer and log', async () => {
    const id = 'test-request-1';
    const home = await fetch(`${site.url}/healthz`, { headers: { 'x-request-id': id } });
    expect([home.status, home.headers.get('x-request-id'), await home.json()]).toEqual([200, id, { status: 'ok' }]);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${site.url}/version`)).json()).toEqual({ build: 'test', host: 'node' });
    const file = await fetch(`${site.url}/_astro/code.js`, { headers: { 'accept-encoding': 'identity' } });
    expect([await file.text(), file.headers.get('cache-control')]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ]);
    const headers = { 'if-none-match': file.headers.get('etag') ?? '' };
    expect((await fetch(`${site.url}/_astro/code.js`, { headers })).status).toBe(304);
    const packed = await sendRaw(
      'GET /_astro/code.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
    );
    expect(packed).toMatch(/content-encoding: br[\s\S]*\r\n\r\nbrotli$/i);
    const page = await fetch(`${site.url}/en`, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect(await page.text()).toBe('');
    expect((await fetch(`${site.url}/_astro/%2e%2e%2fserver%2fentry.mjs`)).status).not.toBe(200);
  });

  it('serves parts by their exact names, and with the headers of public/_headers', async () => {
    const part = await fetch(`${site.url}/parts/aB_c-D.css`);
    expect([part.status, await part.text()]).toEqual([200, 'p{}']);
    expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/parts/ab_c-d.css', '/parts/none.css', '/_headers', '/parts/../_headers']) {
      const other = await fetch(site.url + path, { redirect: 'manual' });
      expect([path, await other.text()]).not.toContain('max-age');
      expect(other.headers.get('cache-control') ?? '', path).not.toContain('immutable');
    }
  });

  it('serves hashed files that another build has left in the data folder, and nothing beside them', async () => {
    const write = (name: string, text: string) => {
      mkdirSync(dirname(inFolder('data', name)), { recursive: true });
      writeFileSync(inFolder('data', name), text);
    };
    write('earlier-files/_astro/Search.AAAAAAAA.js', 'earlier');
    write('earlier-files/_astro/plain.js', 'hidden text');
    write('secret.AAAAAAAA.js', 'hidden text');
    const file = await fetch(`${site.url}/_astro/Search.AAAAAAAA.js`);
    expect([await file.text(), file.headers.get('cache-control')]).toEqual([
      'earlier',
      'public, max-age=31536000, immutable',
    ]);
    for (const path of [
      ...['/_astro/../../secret.AAAAAAAA.js', '/_astro/%2e%2e/%2e%2e/secret.AAAAAAAA.js', '/_astro/plain.js'],
      ...['/_astro/..%2f..%2fsecret.AAAAAAAA.js', '/_astro/..%5c..%5csecret.AAAAAAAA.js', '/secret.AAAAAAAA.js'],
      ...['/_astro/%00/../../secret.AAAAAAAA.js', '/_astro/%252e%252e/secret.AAAAAAAA.js', '/parts/../../site.db'],
      ...['/_astro/', '/_astro/Search.AAAAAAAA.js%00', '/_astro/..', '/_astro//Search.AAAAAAAA.js'],
    ])
      expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`), path).not.toMatch(
        /hidden text|earlier$|SQLite/,
      );
  });

  it('announces the length of a page that the edge has marked, or none', async () => {
    const headers = { cookie: 'theme=dark; rails=cb', 'accept-encoding': 'identity' };
    for (const visit of ['miss', 'hit', 'memory']) {
      const page = await (await fetch(`${site.url}/movie`, { headers })).text();
      expect(page, visit).toMatch(/^<html data-theme="dark"[^]*<\/html>$/);
    }
  });

  it('survives a page that breaks off, and a visitor who leaves', async () => {
    const read = fetch(`${site.url}/profile/broken`, { headers: { 'accept-encoding': 'br' } }).then((page) =>
      page.text(),
    );
    await read.catch(() => undefined);
    await fetch(`${site.url}/broken`, { headers: { 'accept-encoding': 'gzip' } })
      .then((page) => page.text())
      .catch(() => undefined);
    const leaving = new AbortController();
    const left = fetch(`${site.url}/slow`, { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  });

  it('gives metrics to this machine and to a token, never to a forwarded visitor', async () => {
    const read = (headers: Record<string, string>) => fetch(`${site.url}/metrics`, { headers });
    expect(await (await read({})).text()).toMatch(/pardeh_requests_total\{kind="page",status="2xx"\} [1-9]/);
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    expect(await (await read(forwarded)).text()).not.toContain('pardeh_requests');
    expect(await (await read({ ...forwarded, authorization: 'Bearer wrong' })).text()).not.toContain('pardeh_requests');
    expect(await (await read({ ...forwarded, authorization: 'Bearer secret' })).text()).toContain('pardeh_requests');
  });

  it.each([
    ['an absolute address of another host', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n'],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: localhost/evil\r\n'],
    ['a host with a user', 'GET / HTTP/1.1\r\nHost: a@localhost\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n'],
    ['a method that fetch forbids', 'TRACE / HTTP/1.1\r\nHost: localhost\r\n'],
  ])('refuses %s', async (_, head) => {
    expect(await sendRaw(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('a body that nobody reads', () => {
  const LAST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const BYTES = 300_000;
  const post = (path: string, length: number, more = '', host = 'localhost') =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Content-Length: ${String(length)}\r\n\r\n`;
  const json = 'Content-Type: application/json\r\n';

  it.each([
    [413, post('/api/v1/rooms', BYTES, json)],
    [413, post('/movie', BYTES)],
    [413, post('/media/no', BYTES)],
    [413, post('/healthz', BYTES, 'Expect: 100-continue\r\n')],
    [403, post('/api/v1/rooms', BYTES, `${DOOR_SECRET_HEADER}: wrong\r\n`)],
    [404, post('/_astro/none.js', BYTES)],
    [400, post('/movie', BYTES, '', 'a@localhost')],
    [200, post('/movie', BYTES).replace('POST', 'GET')],
  ])('is dropped after its %i, and the next request is answered: %j', async (status, head) => {
    const answers = await sendRaw(head, new Uint8Array(BYTES), LAST);
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, text]) => Number(text));
    expect(statuses.filter((one) => one !== 100)).toEqual([status, 200]);
    expect(answers).not.toMatch(/connection: close[^]*HTTP/i);
  });

  it.each([
    ['a length above what is dropped', post('/api/v1/rooms', 50_000_000, json)],
    [
      'an unknown length',
      `POST /api/v1/rooms HTTP/1.1\r\nHost: localhost\r\n${json}Transfer-Encoding: chunked\r\n\r\n`,
    ],
  ])('ends the connection after %s, and the client reads the answer first', async (_, head) => {
    const chunk = new TextEncoder().encode(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const answer = await sendRaw(head, ...Array.from({ length: 30 }, () => chunk), LAST);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
    expect(answer).toContain('body_too_large');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('one connection', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

  it('gets one page at a time, in order', async () => {
    const began = performance.now();
    const answers = await sendRaw(get('/slow/1') + get('/slow/2') + last);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    // The page takes 700 ms.
    expect(performance.now() - began).toBeGreaterThan(1400);
  });

  it('ends when it sends more than a browser or a proxy would', async () => {
    expect(await sendRaw(get('/slow/3').repeat(40)).catch(() => '')).toBe('');
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  });

  it('may bring many cookies; beyond that it reads what to do, in both languages', async () => {
    const bring = (bytes: number) =>
      sendRaw(
        `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: a=${'x'.repeat(bytes)}\r\n\r\n`,
      );
    expect(await bring(40_000)).toMatch(/^HTTP\/1\.1 200 /);
    const refusal = await bring(200_000);
    expect(refusal).toMatch(/^HTTP\/1\.1 431 [^]*connection: close/i);
    expect(refusal).toContain('کوکی‌های این سایت را پاک کنید');
    expect(refusal).toContain('Clear this site');
  });
});

describe('more visitors than the host can serve', () => {
  const visit = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers });
  const readGauge = async (name: string) =>
    Number(new RegExp(`^pardeh_${name} (.+)$`, 'm').exec(await (await visit('/metrics')).text())?.[1]);

  it('renders what it can, answers the rest at once, and keeps room for who pays', async () => {
    // Pages that other tests left.
    await eventually(async () => expect(await readGauge('renders_running')).toBe(0));
    const refused = await readGauge('renders_refused');
    const guests = Array.from({ length: 100 }, (_, index) => visit(`/held?page=${String(index)}`));
    const statuses = Promise.all(guests.map(async (guest) => (await guest).status));
    await eventually(async () => expect(await readGauge('renders_refused')).toBe(refused + 52));
    expect(await readGauge('renders_running')).toBe(48);
    const late = await visit('/held?page=999', { accept: 'text/html' });
    const { status, headers } = late;
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(await late.text()).toContain('هم‌اکنون بازدیدکننده بسیار است');
    expect((await visit('/profile/free')).status).toBe(503);
    expect(await readGauge('event_loop_delay_seconds_p99')).toBeGreaterThan(0);
    expect((await visit('/profile/free', { cookie: '__Host-session=a' })).status).toBe(200);
    expect((await statuses).toSorted()).toEqual([...Array<number>(48).fill(200), ...Array<number>(52).fill(503)]);
    expect((await visit('/movie?page=999')).status).toBe(200);
    expect(site.lines.filter((line) => line.includes('overloaded'))).toEqual([]);
  });
});

it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST'])('refuses %s of a page that has no form', async (method) => {
  const answer = await fetch(`${site.url}/genres`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

describe('rooms', () => {
  it('hang up on who floods them, and on who reads nothing', async () => {
    const room = await openRoom();
    const viewers = Array.from({ length: 45 }, () => new Viewer(room));
    for (const viewer of viewers) await viewer.expectMessage('welcome');
    const [flood, silent] = [new Viewer(room), new Viewer(room)];
    await flood.expectMessage('welcome');
    await silent.expectMessage('welcome');
    silent.socket.pause();
    for (let count = 0; count < 10 * ROOM_MESSAGE_BURST; count += 1) flood.socket.send('{"type":"ping","sent":0}');
    await eventually(() => expect(flood.closed).toBe(1008));
    const say = JSON.stringify({ type: 'say', text: 'x'.repeat(290) });
    for (let round = 0; round < ROOM_SAY_BURST; round += 1) for (const { socket } of viewers) socket.send(say);
    // It gets what was sent before the room hung up.
    await eventually(() => expect(viewers.every(({ closed }) => closed === 1008)).toBe(true));
    silent.socket.resume();
    await eventually(() => expect(silent.closed).toBe(1008));
    expect(JSON.stringify(silent.messages).length).toBeLessThan(1.2 * ROOM_UNREAD_MAX);
  });

  it('connect viewers, keep their state over kill -9, and refuse strangers', { tags: FULL }, async () => {
    const room = await openRoom();
    const [one, two] = [new Viewer(room), new Viewer(room)];
    await one.expectMessage('welcome');
    await two.expectMessage('welcome');
    one.socket.send(JSON.stringify({ type: 'seek', position: 42 }));
    expect(await two.expectMessage('state')).toMatchObject({ did: 'seek', state: { position: 42 } });
    two.socket.send('x'.repeat(3000));
    await eventually(() => expect(two.closed).toBe(1009));
    one.socket.send(new Uint8Array([1, 2]));
    await eventually(() => expect(one.closed).toBe(1009));
    const stranger = new Viewer(room, { origin: 'https://evil.example' });
    await eventually(() => expect(stranger.closed).not.toBeNull());
    expect(stranger.messages).toEqual([]);

    site.kill('SIGKILL');
    await site.ended;
    site = await start();
    const three = new Viewer(room);
    expect(await three.expectMessage('welcome')).toMatchObject({ you: 3, people: 1, state: { position: 42 } });
    three.socket.close();
  });
});

it('stops without losing a request: it ends sockets with a code, finishes what runs, and closes', async () => {
  const viewer = new Viewer(await openRoom());
  await viewer.expectMessage('welcome');
  const slow = fetch(`${site.url}/slow`);
  await eventually(async () =>
    expect(await (await fetch(`${site.url}/metrics`)).text()).toContain('pardeh_room_sockets 1'),
  );
  site.kill('SIGTERM');
  expect((await slow).status).toBe(200);
  await eventually(() => expect(viewer.closed).toBe(1001));
  expect(await site.ended).toBe(0);
  expect(site.lines.at(-1)).toContain('"message":"stopped"');
  for (const line of site.lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

it('ends by a reload, too, whatever visitors have left half sent or half closed', { tags: FULL }, async () => {
  site = await start();
  const open = (text: string) => {
    const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.setEncoding('utf8').on('error', () => undefined);
    socket.write(text.replaceAll('\n', '\r\n'));
    return { socket, answered: new Promise<string>((resolve) => socket.once('data', resolve)) };
  };
  const body = open('POST /api/v1/genres HTTP/1.1\nHost: localhost\nContent-Length: 100\n\nabc');
  const upgrade = open('GET / HTTP/1.1\nHost: localhost\nConnection: Upgrade\nUpgrade: websocket\n\n');
  expect(await upgrade.answered).toMatch(/^HTTP\/1.1 200 /);
  // By the deadline of an answer.
  expect(await body.answered).toMatch(/^HTTP\/1.1 503 /);
  body.socket.destroy();
  await eventually(async () =>
    expect(await (await fetch(`${site.url}/metrics`)).text()).toContain('pardeh_background_tasks 0'),
  );
  const began = performance.now();
  site.kill('SIGHUP');
  expect(await site.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(20_000);
  upgrade.socket.destroy();
});
