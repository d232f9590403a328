import { describe, expect, it } from 'vitest';
import { isRead } from '../src/database/is-read.ts';
import { createRateLimit } from '../src/stores/rate-limit.ts';
import { ResponseCache } from '../src/stores/response-cache.ts';

const URL = 'https://pardeh.example/a';
const clock = { now: 1_000_000 };
const open = (bytes = 100_000) => new ResponseCache(bytes, () => clock.now);
const answer = (headers: Record<string, string> = {}, body = 'body') =>
  new Response(body, { headers: { 'cache-control': 'public, max-age=60', ...headers } });

describe('the cache of answers', () => {
  it('keeps an answer for its time, and says its age', async () => {
    const cache = open();
    await cache.put(URL, answer());
    clock.now += 59_000;
    const hit = await cache.match(URL);
    expect([await hit?.text(), hit?.headers.get('age')]).toEqual(['body', '59']);
    clock.now += 1000;
    expect(await cache.match(URL)).toBeUndefined();
  });

  it.each(['no-store', 'private, max-age=60', 'no-cache', 'max-age=0', ''])('does not keep "%s"', async (value) => {
    const cache = open();
    await cache.put(URL, answer({ 'cache-control': value }));
    expect(await cache.match(URL)).toBeUndefined();
  });

  it('prefers s-maxage, and tells requests apart by Vary', async () => {
    const cache = open();
    const request = (accept: string) => new Request(URL, { headers: { accept } });
    await cache.put(request('image/avif'), answer({ vary: 'Accept', 'cache-control': 'max-age=0, s-maxage=60' }));
    expect(await cache.match(request('image/webp'))).toBeUndefined();
    expect(await (await cache.match(request('image/avif')))?.text()).toBe('body');
  });

  it('refuses a cookie, a part and an answer for one request', async () => {
    const cache = open();
    await expect(cache.put(URL, answer({ 'set-cookie': 'a=b' }))).rejects.toThrow('cookie');
    await expect(cache.put(URL, answer({ vary: '*' }))).rejects.toThrow('one request');
    await expect(cache.put(URL, new Response('a', { status: 206 }))).rejects.toThrow('a part');
    await expect(cache.put(new Request(URL, { method: 'POST' }), answer())).rejects.toThrow('GET');
  });

  it('takes bytes as it takes an answer, and refuses the same', async () => {
    const cache = open();
    const buildBytes = (headers: Record<string, string>, status = 200) => ({
      ...{ body: new TextEncoder().encode('body'), status },
      headers: new Headers({ 'cache-control': 'public, max-age=60', ...headers }),
    });
    cache.putBytes(URL, buildBytes({ etag: '"a"' }));
    const hit = await cache.match(URL);
    expect([await hit?.text(), hit?.headers.get('etag'), hit?.status]).toEqual(['body', '"a"', 200]);
    clock.now += 60_000;
    expect(await cache.match(URL)).toBeUndefined();
    cache.putBytes(URL, buildBytes({ 'cache-control': 'no-store' }));
    expect(await cache.match(URL)).toBeUndefined();
    expect(() => cache.putBytes(URL, buildBytes({ 'set-cookie': 'a=b' }))).toThrow('cookie');
    expect(() => cache.putBytes(URL, buildBytes({ vary: 'accept, *' }))).toThrow('one request');
    expect(() => cache.putBytes(URL, buildBytes({}, 206))).toThrow('a part');
  });

  it('makes room by the answer that was asked for least lately, and keeps none that is too large', async () => {
    const cache = open(10_000);
    for (const name of ['a', 'b', 'c']) await cache.put(`${URL}${name}`, answer({}, 'x'.repeat(2000)));
    await cache.match(`${URL}a`);
    await cache.put(`${URL}d`, answer({}, 'x'.repeat(2000)));
    const hits = await Promise.all(['a', 'b', 'c', 'd'].map((name) => cache.match(`${URL}${name}`)));
    expect(hits.map((response) => response !== undefined)).toEqual([true, false, true, true]);
    await cache.put(URL, answer({}, 'x'.repeat(9000)));
    expect(await cache.match(URL)).toBeUndefined();
  });
});

it('limits by a bucket that refills, also where the clock is set back', async () => {
  const bucket = createRateLimit(2, 60, () => clock.now);
  const ask = async () => (await bucket.limit({ key: 'a' })).success;
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false]);
  clock.now += 30_000;
  expect([await ask(), await ask()]).toEqual([true, false]);
  clock.now -= 86_400_000;
  expect(await ask()).toBe(false);
  clock.now += 30_000;
  expect(await ask()).toBe(true);
});

it.each([
  ['select 1', true],
  ['  SELECT 1', true],
  ['WITH a AS (SELECT 1) SELECT * FROM a', true],
  ['WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a', false],
  ['WITH a AS (SELECT 1) DELETE FROM t', false],
  ['UPDATE t SET a = 1', false],
  ['PRAGMA user_version', false],
])('sends %s to the right connection', (sql, expected) => {
  expect(isRead(sql)).toBe(expected);
});
