import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyCart, buyTitle } from '../../../src/features/checkout/contract.ts';
import { getDownloadLink } from '../../../src/features/downloads/contract.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { castAddress, renewPlay } from '../../../src/features/playback/contract.ts';
import { hasKeyRight } from '../../../src/features/playback/server/key-right.ts';
import { hasStreamRight } from '../../../src/features/streams/server/stream-right.ts';
import { getTitleViewer } from '../../../src/features/title-page/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import type { RequestContext } from '../../../src/platform/http/calls/context.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { tehranDate, tehranDayEnd } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';
import { buildEpisode, DOWNLOADS, FILM, openMoney, SCREENED, sell, SERIES } from '../../support/money/money.ts';
import type { Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;
const GONE = tehranDate(NOW - DAY);
const ENDS_LATER = NOW + DAY;
const SUBSCRIBED_UNTIL = NOW + 40 * DAY;

let platform: Platform;
let site: ReturnType<typeof openMoney>;
const viewers: Record<string, Visitor> = {};
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  site.clock.now = NOW;
  await sell(site.env.DB, NOW);
  await site.env.DB.prepare("UPDATE downloads SET file = 'download/film-40/' || quality || '.mp4'").run();
  await addRow(site.env.DB, 'titles', buildEpisode(22, { number: 2 }));
  await addRow(
    site.env.DB,
    'titles',
    buildEpisode(23, { number: 3, release: 'not_released', release_date: '2900-01-01' }),
  );
  await site.env.MEDIA.put('video/clip-1/master.m3u8', readFileSync('seed/media/clip-1/master.m3u8'));
  for (const name of ['owner', 'renter', 'late', 'subscriber']) {
    viewers[name] = await site.visitor({ subscribedUntil: name === 'subscriber' ? SUBSCRIBED_UNTIL : 0 });
  }
  const buy = (who: string, title: number, more: object = {}) =>
    addRow(site.env.DB, 'purchases', { user_id: viewers[who]?.id ?? 0, item_id: title, title_id: title, ...more });
  await buy('owner', FILM.id);
  await buy('owner', SERIES.id);
  await buy('renter', FILM.id, { ends_at: ENDS_LATER });
  await buy('late', FILM.id, { ends_at: NOW - 1 });
  await buy('owner', SCREENED.id, { kind: 'screening', item_id: SCREENED.screening, ends_at: ENDS_LATER });
  await buy('owner', 40, { kind: 'download', item_id: DOWNLOADS[0]?.id });
  await setLastDay(GONE);
});
afterAll(() => platform.dispose());

const setLastDay = (day: string | null) =>
  site.env.DB.prepare("UPDATE all_titles SET available_until = ?, release = iif(id = 23, release, 'released')")
    .bind(day)
    .run();
const readCart = async (id: number, who: string, type: TitleKind = 'movie') =>
  (await site.call(getCart, { id, type }, viewers[who])).data.data;

const WHO: [who: string, state: string, plays: boolean][] = [
  ['owner', 'owned', true],
  ['renter', 'owned', true],
  ['late', 'not_released', false],
  ['subscriber', 'not_released', false],
];

describe('after its last day a film', () => {
  test.each(WHO)('at each door: for the %s %s', async (who, state, plays) => {
    const viewer = viewers[who];
    const cart = await readCart(FILM.id, who);
    expect([cart.state, cart.play !== null, cart.show_buy, cart.price, cart.over]).toEqual([
      state,
      plays,
      false,
      null,
      true,
    ]);
    const { data: page } = await site.call(getTitleViewer, { kind: 'movie', id: FILM.id }, viewer);
    expect(page.state).toBe(state);
    const { data: renewed } = await site.call(renewPlay, { kind: 'movie', id: FILM.id }, viewer);
    expect(renewed !== null).toBe(plays);
    const user = { id: viewer?.id ?? 0, subscribedUntil: who === 'subscriber' ? SUBSCRIBED_UNTIL : 0 };
    const db = openDatabase(site.env.DB);
    const context = { db, env: site.env, now: NOW, user, host: 'pardeh.test' } as RequestContext;
    expect(await hasKeyRight(context, 'clip-1', `${String(user.id)}.t${String(FILM.id)}.x`)).toBe(plays);
    expect(await hasKeyRight(context, 'clip-1', null)).toBe(plays);
    expect((await site.ask(castAddress, { kind: 'movie', id: FILM.id }, viewer)).ok).toBe(plays);
    const stream = cart.play?.stream ?? null;
    if (stream !== null) {
      expect(await hasStreamRight(db, new Request(ORIGIN), site.env, { stream, now: NOW })).toBe(plays);
    }
  });

  test('is not played by a guest', async () => {
    const { data } = (await site.call(getGhostCart, { id: FILM.id, type: 'movie' })).data;
    expect(data).toMatchObject({ state: 'not_released', play: null, show_buy: false, over: true });
  });

  test('is not for sale, nor a ticket to it', async () => {
    for (const [id, who] of [
      [FILM.id, 'subscriber'],
      [FILM.id, 'late'],
      [SCREENED.id, 'late'],
    ] as const) {
      expect((await parseFailure(await site.ask(buyTitle, { id }, viewers[who]))).code).toBe('not_for_sale');
    }
    expect(await readCart(SCREENED.id, 'owner')).toMatchObject({ state: 'owned', show_buy: false });
    expect(await readCart(SCREENED.id, 'late')).toMatchObject({ state: 'not_released', show_buy: false });
  });

  test('is downloaded by who bought the file, and by nobody else', async () => {
    const [file] = DOWNLOADS;
    const list = async (who: string) => (await readCart(40, who)).downloads.map(({ id, owned }) => ({ id, owned }));
    expect(await list('owner')).toEqual([{ id: file?.id, owned: true }]);
    expect(await list('subscriber')).toEqual([]);
    const link = (who: string) => site.ask(getDownloadLink, { id: file?.id }, viewers[who]);
    expect((await link('owner')).status).toBe(200);
    expect((await link('subscriber')).status).not.toBe(200);
    const order = await site.ask(buyCart, { items: [DOWNLOADS[1]?.id] }, viewers['owner']);
    expect((await parseFailure(order)).code).toBe('not_for_sale');
  });

  test('of a series: its owner plays the episodes that were out, one after another, and no other', async () => {
    const series = await readCart(SERIES.id, 'owner', 'series');
    expect(series).toMatchObject({ state: 'owned', play: { playing: { id: 21 }, next: { id: 22 } } });
    expect((await readCart(22, 'owner', 'episode')).play).toMatchObject({ playing: { id: 22 }, next: null });
    expect(await readCart(23, 'owner', 'episode')).toMatchObject({ state: 'not_released', play: null });
    expect(await readCart(SERIES.id, 'subscriber', 'series')).toMatchObject({ state: 'not_released', play: null });
  });

  test('is given to nobody once it is hidden', async () => {
    await site.env.DB.prepare('UPDATE all_titles SET hidden = 1 WHERE id = ?').bind(FILM.id).run();
    const answer = await site.ask(getCart, { id: FILM.id, type: 'movie' }, viewers['owner']);
    expect(await parseFailure(answer)).toMatchObject({ status: 400, code: 'cart_title_unknown' });
    await site.env.DB.prepare('UPDATE all_titles SET hidden = 0 WHERE id = ?').bind(FILM.id).run();
  });
});

test('a film that a subscriber saves ends with its last day, and that of its owner does not', async () => {
  const today = tehranDate(NOW);
  await setLastDay(today);
  expect((await readCart(FILM.id, 'subscriber')).play?.offline_until).toBe(tehranDayEnd(today));
  expect((await readCart(FILM.id, 'owner')).play?.offline_until).toBe(NOW + 30 * DAY);
  await setLastDay(GONE);
});
