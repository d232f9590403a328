import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import * as v from 'valibot';
import { runCron } from '../../../src/app/cron.ts';
import { renewPlay } from '../../../src/features/playback/contract.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { getStreams, holdStream, releaseStream, stopStream } from '../../../src/features/streams/contract.ts';
import { buyPlan, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { parseFailure } from '../../support/site/api.ts';
import { requestMedia, storePlaylists } from '../../support/media/live.ts';
import { inWaves } from '../../support/in-waves.ts';
import { openMoney, PLAN, sell, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRow, prepareRow } from '../../support/database/rows.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);
const [FILM, OTHER, FREE, CHANNEL] = [10, 11, 12, 480];
const SEGMENT = '240p/seg-0.m4s';
const LEASE = 120;

let platform: Platform;
let site: ReturnType<typeof openMoney>;
let viewer: Visitor;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  await sell(site.env.DB, NOW);
  await site.env.DB.batch([
    site.env.DB.prepare("UPDATE titles SET media = 'clip-1'"),
    site.env.DB.prepare('UPDATE title_prices SET sale = ?').bind('beside'),
    prepareRow(site.env.DB, 'channels', { id: CHANNEL, slug: 'c', name_en: 'Channel', access: 'subscription' }),
  ]);
  await storePlaylists(site.env);
  for (const file of ['240p/init.mp4', SEGMENT, '240p/seg-1.m4s', '240p/seg-2.m4s']) {
    await site.env.MEDIA.put(`video/clip-1/${file}`, readFileSync(`seed/media/clip-1/${file}`));
  }
});
beforeEach(async () => {
  at(NOW);
  viewer = await site.visitor({ subscribedUntil: NOW + 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
  forgetPlayouts();
});
afterAll(() => platform.dispose());

const at = (seconds: number) => {
  site.clock.now = seconds;
  vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
};

async function cart(who: Visitor, id: number = FILM, more: Record<string, string> = {}) {
  const response = await site.ask(getCart, { id, type: 'movie' }, who, more);
  const { play } = v.parse(getCart.output, await response.json()).data.data;
  if (play === null) throw new Error('the cart has no address');
  return { manifest: play.manifest_url, stream: play.stream ?? '' };
}
const open = async (
  manifest: string,
  who: Visitor,
  file = SEGMENT,
  env: Env = site.env,
  more: Record<string, string> = {},
) => {
  const headers = {
    ...more,
    authorization: `Bearer ${who.token}`,
    'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0',
  };
  const response = await requestMedia(env, platform.ctx, new URL(file, manifest).href, { headers });
  return response.ok ? 'ok' : (await parseFailure(response)).code;
};
const hold = async (stream: string, who: Visitor, instead?: string) => {
  const response = await site.ask(holdStream, { stream, ...(instead !== undefined && { instead }) }, who, {
    'user-agent': 'Firefox/140.0 Windows',
  });
  return response.ok ? 'ok' : (await parseFailure(response)).code;
};
const list = async (who: Visitor) =>
  v.parse(getStreams.output, await (await site.ask(getStreams, {}, who)).json()).data;
const count = (codes: string[], code: string) => codes.filter((other) => other === code).length;

describe('one account', () => {
  test('on thirty devices at once, with one token, plays on three', { tags: FULL }, async () => {
    const carts = await inWaves(30, () => cart(viewer));
    expect(new Set(carts.map(({ manifest }) => manifest)).size).toBe(30);
    const codes = await Promise.all(carts.map(({ manifest }) => open(manifest, viewer)));
    expect([count(codes, 'ok'), count(codes, 'streams_full')]).toEqual([3, 27]);
    const players = await Promise.all(carts.map(({ stream }) => hold(stream, viewer)));
    expect(players).toEqual(codes);
    // Nor does a later moment, another file, another title or another playlist let a fourth in.
    at(NOW + 60);
    const repeatCodes = await Promise.all(carts.map(({ manifest }) => open(manifest, viewer, 'master.m3u8')));
    expect(repeatCodes).toEqual(codes);
    expect(await open((await cart(viewer, OTHER)).manifest, viewer)).toBe('streams_full');
  });

  test('that asks by calls alone gets three leases of thirty', async () => {
    const carts = await inWaves(30, () => cart(viewer));
    const codes = await Promise.all(carts.map(({ stream }) => hold(stream, viewer)));
    expect(count(codes, 'ok')).toBe(3);
  });

  test('has a free film open, and so has a guest', async () => {
    const response = await site.ask(getGhostCart, { id: FREE, type: 'movie' });
    expect(v.parse(getGhostCart.output, await response.json()).data.data.play?.stream ?? null).toBeNull();
    for (let device = 0; device < 4; device += 1) {
      const { manifest, stream } = await cart(viewer, FREE);
      expect([stream, await open(manifest, viewer)]).toEqual(['', 'ok']);
    }
  });

  test('has the limit of its last plan, else the configured one', async () => {
    const settings = (streams: string): Env => ({ ...site.env, STREAMS_MAX: streams });
    const openTwo = async (env: Env) => {
      const carts = [await cart(viewer), await cart(viewer)];
      return Promise.all(carts.map(({ manifest }) => open(manifest, viewer, SEGMENT, env)));
    };
    expect(count(await openTwo(settings('1')), 'ok')).toBe(1);
    expect(count(await openTwo(settings('0')), 'ok')).toBe(2);
    expect(count(await openTwo(settings('-5')), 'ok')).toBe(2);
    const { DB } = site.env;
    viewer = await site.visitor({ subscribedUntil: NOW + 100_000 });
    await addRow(DB, 'plan_limits', { plan_id: PLAN.id, streams: 1 });
    await site
      .call(chargeWallet, { amount: PLAN.total }, viewer)
      .then(({ data }) => site.payAtGateway(data.pay_url, 'pay'))
      .then(site.comeBack);
    await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, viewer);
    expect((await list(viewer)).limit).toBe(1);
    expect(count(await openTwo(site.env), 'ok')).toBe(1);
  });
});

test('a play that this site fails is counted for its account, and a file that never was is not', async () => {
  const fails = () => Promise.reject(new Error('the store is away'));
  const broken = { ...site.env, MEDIA: { get: fails, head: fails } as unknown as R2Bucket };
  const { manifest, stream } = await cart(viewer);
  const read = () =>
    site
      .sql('SELECT user_id, answers, last_at - first_at AS time FROM stream_failures WHERE stream = ?', stream)
      .first();
  expect(await open(manifest, viewer)).toBe('ok');
  expect(await open(manifest, viewer, '240p/seg-999.m4s')).toBe('not_found');
  expect(await read()).toBeNull();
  for (let second = 3; second <= 9; second += 3) {
    at(NOW + second);
    // Several files at once are one failure.
    const files = ['240p/seg-1.m4s', 'master.m3u8'].map((file) => open(manifest, viewer, file, broken));
    expect(await Promise.all(files)).toEqual(['media_storage', 'media_storage']);
  }
  expect(await read()).toEqual({ user_id: viewer.id, answers: 3, time: 6 });
  // Nor is what comes after the stream was stopped.
  await site.call(stopStream, { stream }, viewer);
  at(NOW + 60);
  await open(manifest, viewer, '240p/seg-1.m4s', broken);
  expect(await read()).toEqual({ user_id: viewer.id, answers: 3, time: 6 });
});

describe('an address', () => {
  const run = (statement: string, ...values: (number | string)[]) =>
    site.env.DB.prepare(statement)
      .bind(...values)
      .run();
  const refund = (who: Visitor) => run('UPDATE users SET subscribed_until = ? WHERE id = ?', NOW - 1, who.id);

  test.each([
    ['its session', (who: Visitor) => run('DELETE FROM sessions WHERE user_id = ?', who.id)],
    [
      'a session that expired',
      (who: Visitor) => run('UPDATE sessions SET expires_at = ? WHERE user_id = ?', NOW, who.id),
    ],
    ['its account', (who: Visitor) => run('UPDATE users SET cancelled_at = ? WHERE id = ?', NOW, who.id)],
    [
      'a block, whatever its session',
      (who: Visitor) => addRow(site.env.DB, 'account_blocks', { user_id: who.id, blocked_at: NOW }),
    ],
    ['the subscription, by a refund', refund],
  ])('ends with %s, played before or not, as soon as its lease is looked at', async (_, end) => {
    const [played, unplayed] = [await cart(viewer), await cart(viewer)];
    expect(await open(played.manifest, viewer)).toBe('ok');
    await end(viewer);
    at(NOW + 21);
    for (const { manifest } of [played, unplayed]) expect(await open(manifest, viewer)).toBe('media_key_refused');
  });

  test('outlives a subscription that ends in the middle of the film', async () => {
    viewer = await site.visitor({ subscribedUntil: NOW + 30 });
    const { manifest } = await cart(viewer);
    expect(await open(manifest, viewer)).toBe('ok');
    at(NOW + 60);
    expect(await open(manifest, viewer)).toBe('ok');
  });
});

describe('a lease', () => {
  const start = async () => {
    const carts = [await cart(viewer), await cart(viewer), await cart(viewer, OTHER)];
    for (const { manifest } of carts) expect(await open(manifest, viewer)).toBe('ok');
    return { carts, fourth: await cart(viewer) };
  };

  test('ends after its last heartbeat, which every segment is', async () => {
    const { carts, fourth } = await start();
    at(NOW + LEASE - 1);
    expect(await hold(fourth.stream, viewer)).toBe('streams_full');
    expect(await open(carts[0]!.manifest, viewer)).toBe('ok');
    expect(await hold(carts[1]!.stream, viewer)).toBe('ok');
    // The third tab has crashed.
    at(NOW + LEASE + 1);
    expect(await hold(fourth.stream, viewer)).toBe('ok');
    expect(await hold(carts[0]!.stream, viewer)).toBe('ok');
    expect(await open(carts[2]!.manifest, viewer)).toBe('streams_full');
    // It comes back when there is room.
    expect((await site.ask(releaseStream, { stream: fourth.stream }, viewer)).status).toBe(200);
    expect(await open(carts[2]!.manifest, viewer)).toBe('ok');
  });

  test('is listed by device and title, and stopped from another: its address ends, and is not renewed', async () => {
    const { carts, fourth } = await start();
    const { limit, streams } = await list(viewer);
    expect(limit).toBe(3);
    expect(streams).toHaveLength(3);
    const other = streams.find(({ stream }) => stream === carts[2]!.stream);
    expect(`${other!.browser}, ${other!.system}: ${other!.name_en ?? ''}`).toMatch(/^Chrome, Android: Film 11/);
    expect(await (await site.ask(stopStream, { stream: other!.stream }, viewer)).json()).toEqual({
      data: { stopped: 1 },
    });
    expect(await hold(fourth.stream, viewer)).toBe('ok');
    expect(await hold(other!.stream, viewer)).toBe('stream_stopped');
    at(NOW + 21);
    expect(await open(carts[2]!.manifest, viewer)).toBe('stream_stopped');
    const renewal = await site.ask(renewPlay, { kind: 'movie', id: OTHER, stream: other!.stream }, viewer);
    expect((await parseFailure(renewal)).code).toBe('stream_stopped');
    // Not by waiting, nor by giving it back.
    await site.ask(releaseStream, { stream: other!.stream }, viewer);
    at(NOW + 2 * LEASE);
    expect(await open(carts[2]!.manifest, viewer)).toBe('stream_stopped');
  });

  test('continues in a renewed address of the same title and account, and in no other', async () => {
    const { carts } = await start();
    const renew = async (id: number, who: Visitor) => {
      const response = await site.ask(renewPlay, { kind: 'movie', id, stream: carts[0]!.stream }, who);
      return v.parse(renewPlay.output, await response.json()).data?.manifest_url ?? '';
    };
    expect(await renew(FILM, viewer)).toContain(carts[0]!.stream);
    expect(await renew(OTHER, viewer)).not.toContain(carts[0]!.stream);
    const stranger = await site.visitor({ subscribedUntil: NOW + 100_000 });
    expect(await renew(FILM, stranger)).not.toContain(carts[0]!.stream);
  });

  test('is not taken by what is loaded ahead, which is the beginning alone', async () => {
    const { carts, fourth } = await start();
    const ahead = (file: string, purpose = 'prefetch', who = viewer) =>
      open(fourth.manifest, who, file, site.env, { purpose });
    for (const file of ['master.m3u8', '240p/index.m3u8', '240p/init.mp4', SEGMENT, '240p/seg-1.m4s'])
      expect(await ahead(file), file).toBe('ok');
    expect((await list(viewer)).streams.map(({ stream }) => stream)).not.toContain(fourth.stream);
    for (const file of ['240p/seg-2.m4s', '240p/seg-1.m4s?x=seg-0.m4s', '240p/seg-10.m4s', 'storyboard.vtt'])
      expect(await ahead(file), file).toBe(file.includes('seg-1.') ? 'ok' : 'streams_full');
    expect(await ahead(SEGMENT, 'prefetch;play')).toBe('streams_full');
    expect(await ahead(SEGMENT, 'prefetch', await site.visitor())).toBe('media_foreign');
    // A browser's own HLS sends a cookie in place of the purpose, and buffers more.
    const byBrowser = (file: string, cookie = 'ahead=1') => open(fourth.manifest, viewer, file, site.env, { cookie });
    for (const file of [SEGMENT, '240p/seg-1.m4s']) expect(await byBrowser(file)).toBe('ok');
    expect(await byBrowser('240p/seg-2.m4s')).toBe('ok');
    expect(await byBrowser('240p/seg-3.m4s')).toBe('not_found');
    expect(await byBrowser('240p/seg-4.m4s')).toBe('streams_full');
    expect(await byBrowser('240p/seg-30.m4s')).toBe('streams_full');
    expect(await byBrowser(SEGMENT, 'xahead=1')).toBe('streams_full');
    expect((await list(viewer)).streams.map(({ stream }) => stream)).not.toContain(fourth.stream);
    expect(await open(carts[0]!.manifest, viewer)).toBe('ok');
  });

  test('passes to the next title of the same player in one step, from its own account only', async () => {
    const { carts, fourth } = await start();
    const stranger = await site.visitor({ subscribedUntil: NOW + 100_000 });
    const foreign = (await cart(stranger)).stream;
    expect(await hold(foreign, stranger)).toBe('ok');
    expect(await hold(fourth.stream, viewer, foreign)).toBe('streams_full');
    expect(await hold(foreign, stranger)).toBe('ok');
    expect(await hold(fourth.stream, viewer, fourth.stream)).toBe('streams_full');
    expect(await hold(fourth.stream, viewer, 'x')).toBe('invalid_input');
    const codes = await Promise.all([0, 1, 2].map(() => hold(fourth.stream, viewer, carts[0]!.stream)));
    expect(codes).toEqual(['ok', 'ok', 'ok']);
    expect(await hold(carts[0]!.stream, viewer)).toBe('streams_full');
    expect((await list(viewer)).streams).toHaveLength(3);
  });

  test('is of its account: nobody else holds, lists, stops or releases it', async () => {
    const { carts } = await start();
    const stranger = await site.visitor({ subscribedUntil: NOW + 100_000 });
    const { stream } = carts[0]!;
    expect(await hold(stream, stranger)).toBe('stream_stopped');
    expect((await list(stranger)).streams).toEqual([]);
    for (const call of [stopStream, releaseStream]) await site.ask(call, { stream }, stranger);
    expect(await hold(stream, viewer)).toBe('ok');
    for (const call of [holdStream, stopStream, releaseStream]) {
      expect((await site.ask(call, { stream })).status).toBe(401);
      expect((await site.ask(call, { stream: 'x' }, viewer)).status).toBe(422);
    }
    expect((await list(viewer)).streams).toHaveLength(3);
  });

  test('cannot be taken out of its address, nor replaced in it', async () => {
    const { carts, fourth } = await start();
    const { manifest, stream } = fourth;
    expect(await open(manifest.replace(`-${stream}`, ''), viewer)).toBe('media_link_expired');
    expect(await open(manifest.replace(stream, carts[0]!.stream), viewer)).toBe('media_link_expired');
    expect(await open(manifest.replace(stream, `${stream}0`), viewer)).toBe('media_link_expired');
    expect(await open(manifest, await site.visitor())).toBe('media_foreign');
  });

  test('is not asked for while the database is away: what plays, plays on', async () => {
    const { manifest } = await cart(viewer);
    const away = () => {
      throw new Error('D1 is away');
    };
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const DB = { batch: away, prepare: away } as unknown as D1Database;
    expect(await open(manifest, viewer, SEGMENT, { ...site.env, DB })).toBe('ok');
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  test('of a channel counts too, by its playlist and its segments, and continues in the next address', async () => {
    const ask = async (more: string = '') => {
      const headers = { authorization: `Bearer ${viewer.token}` };
      const response = await site.send(`/channels/${String(CHANNEL)}/play${more}`, { headers });
      return (await response.json<{ data: { manifest_url: string; stream: string } }>()).data;
    };
    const streams = [await ask(), await ask(), await ask(), await ask()];
    const codes = await Promise.all(streams.map(({ manifest_url: url }) => open(url, viewer, 'v240.m3u8')));
    expect([count(codes, 'ok'), count(codes, 'streams_full')]).toEqual([3, 1]);
    const playing = streams[codes.indexOf('ok')]!;
    expect((await ask(`?stream=${playing.stream}`)).stream).toBe(playing.stream);
    expect((await list(viewer)).streams[0]).toMatchObject({ name_en: 'Channel' });
  });

  test('is forgotten a day later', async () => {
    await start();
    const { DB } = site.env;
    const rows = () => DB.prepare('SELECT count(*) AS n FROM streams WHERE user_id = ?').bind(viewer.id).first('n');
    await runCron(site.env, '*/2 * * * *', () => NOW + 60);
    expect(await rows()).toBe(3);
    await runCron(site.env, '*/2 * * * *', () => NOW + 2 * 86_400);
    expect(await rows()).toBe(0);
  });
});
