import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createPageMemory, sendKept } from '../../../src/host/node/http/page-memory.ts';

type Headers = Record<string, string>;
const GUEST: Headers = {
  host: 'pardeh.example',
  'accept-encoding': 'br',
  cookie: 'i18n_redirected=en',
  'user-agent': 'x',
};
const PAGE: Headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, max-age=20',
  vary: 'cookie, accept-encoding',
};

const ask = (headers: Headers, { method = 'GET', url = '/', address = '127.0.0.1' } = {}) => {
  const rawHeaders = Object.entries(headers).flat();
  return { method, url, rawHeaders, headers, socket: { remoteAddress: address } } as unknown as IncomingMessage;
};

function open(maxBytes = 1000) {
  const clock = { now: 0 };
  const memory = createPageMemory(maxBytes, () => clock.now);
  const keep = async (incoming: IncomingMessage, headers: Headers = PAGE, status = 200, body = 'page') => {
    const key = memory.toKey(incoming);
    const copy = key === null ? null : await memory.put(key, new Response(body, { status, headers }));
    return copy && new TextDecoder().decode(copy.body);
  };
  /** The body that is sent from the memory, or null. */
  const recall = (incoming: IncomingMessage): string | null => {
    let text: string | null = null;
    const outgoing = {
      writeHead: () => undefined,
      end: (body: Uint8Array) => (text = new TextDecoder().decode(body)),
    } as unknown as ServerResponse;
    const key = memory.toKey(incoming);
    const page = key === null ? null : memory.get(key);
    if (page) sendKept(page, 'id', outgoing);
    return text;
  };
  return { clock, keep, recall, toKey: memory.toKey };
}

describe('the memory of guests’ pages', () => {
  it('answers the same request for a second, also that of another browser', async () => {
    const { clock, keep, recall } = open();
    expect(await keep(ask(GUEST))).toBe('page');
    clock.now = 999;
    expect(recall(ask({ ...GUEST, 'user-agent': 'y', referer: 'https://pardeh.example/' }))).toBe('page');
    clock.now = 1000;
    expect(recall(ask(GUEST))).toBeNull();
  });

  it('never answers another host, language, session, coding, protocol or query', async () => {
    const { keep, recall } = open();
    await keep(ask(GUEST));
    const others = [
      ask({ ...GUEST, host: 'other.example' }),
      ask({ ...GUEST, cookie: 'i18n_redirected=fa' }),
      ask({ ...GUEST, cookie: 'i18n_redirected=en; __Host-session=a' }),
      ask({ host: 'pardeh.example', 'accept-encoding': 'br', 'user-agent': 'x' }),
      ask({ ...GUEST, 'accept-encoding': 'gzip' }),
      ask({ ...GUEST, 'service-worker-navigation-preload': 'parts' }),
      ask({ ...GUEST, 'x-forwarded-proto': 'https' }),
      ask(GUEST, { url: '/?hl=fa' }),
    ];
    for (const other of others) expect(recall(other)).toBeNull();
    // Only a proxy on this machine may say that it has ended TLS.
    expect(recall(ask({ ...GUEST, 'x-forwarded-proto': 'https' }, { address: '192.0.2.1' }))).toBe('page');
  });

  it.each([
    ['a change', ask(GUEST, { method: 'POST' })],
    ['HEAD', ask(GUEST, { method: 'HEAD' })],
    ['the API', ask(GUEST, { url: '/api/v1/me' })],
    ['media', ask(GUEST, { url: '/media/img/a/240' })],
    ['a token', ask({ ...GUEST, authorization: 'Bearer a' })],
    ['a condition', ask({ ...GUEST, 'if-none-match': '"a"' })],
    ['a range', ask({ ...GUEST, range: 'bytes=0-1' })],
    ['a page that is loaded ahead', ask({ ...GUEST, 'sec-purpose': 'prefetch' })],
    ['an unknown header', ask({ ...GUEST, 'x-locale': 'fa' })],
  ])('leaves %s to the app', (_, incoming) => {
    expect(open().toKey(incoming)).toBeNull();
  });

  it.each([
    ['a personal page', { 'cache-control': 'private, no-store' }, 200],
    ['a page for members', { 'cache-control': 'private, no-cache' }, 200],
    ['a page that sets a cookie', { 'set-cookie': 'ref=1' }, 200],
    ['a page that varies by nothing', { vary: 'accept-encoding' }, 200],
    ['a picture', { 'content-type': 'image/webp' }, 200],
    ['a failure', {}, 503],
    ['a missing page', {}, 404],
  ])('keeps no %s', async (_, headers, status) => {
    const { keep, recall } = open();
    await keep(ask(GUEST), { ...PAGE, ...headers }, status);
    expect(recall(ask(GUEST))).toBeNull();
  });

  it('forgets the oldest pages above its size', async () => {
    const { keep, recall } = open(250);
    for (const url of ['/a', '/b', '/c']) await keep(ask(GUEST, { url }), PAGE, 200, 'x'.repeat(100));
    expect(['/a', '/b', '/c'].map((url) => recall(ask(GUEST, { url }))?.length)).toEqual([undefined, 100, 100]);
  });

  it('forgets old pages that nobody requests again', async () => {
    const { clock, keep, recall } = open();
    await keep(ask(GUEST, { url: '/a' }));
    clock.now = 1000;
    await keep(ask(GUEST, { url: '/b' }));
    expect(recall(ask(GUEST, { url: '/b' }))).toBe('page');
    // Within its second again, a page that was only out of date would be sent.
    clock.now = 999;
    expect(recall(ask(GUEST, { url: '/a' }))).toBeNull();
  });
});
