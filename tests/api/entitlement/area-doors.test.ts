import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveMedia } from '../../../src/app/media.ts';
import { buyCart, buyTitle, getQuote } from '../../../src/features/checkout/contract.ts';
import { getDownloadLink, listDownloads } from '../../../src/features/downloads/contract.ts';
import { getMyList } from '../../../src/features/lists/contract.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { castAddress, getTrailer, renewPlay } from '../../../src/features/playback/contract.ts';
import { hasKeyRight } from '../../../src/features/playback/server/key-right.ts';
import { hasStreamRight } from '../../../src/features/streams/server/stream-right.ts';
import { getTitleViewer } from '../../../src/features/title-page/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { createRoom } from '../../../src/features/watch-party/contract.ts';
import { GUEST_HEADER } from '../../../src/platform/config/session.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { readPlace } from '../../../src/platform/http/address/place.ts';
import type { RequestContext } from '../../../src/platform/http/calls/context.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { addRow } from '../../support/database/rows.ts';
import { GUEST, guestCookie } from '../../support/media/media.ts';
import { DOWNLOADS, FILM, FREE_FILM, openMoney, SCREENED, sell, SERIES } from '../../support/money/money.ts';
import type { Visitor } from '../../support/money/money.ts';
import { ORIGIN, parseAnswer, parseFailure } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;
const HEADERS = { CLIENT_COUNTRY_HEADER: 'x-country', CLIENT_NETWORK_HEADER: 'x-asn' };
const AREA = { countries: ['AF', 'IR'], has_networks: true };
const INSIDE = { 'x-country': 'ir', 'x-asn': 'AS44244' };
const OUTSIDE: [name: string, headers: Record<string, string>][] = [
  ['of another country', { ...INSIDE, 'x-country': 'DE' }],
  ['on another network', { ...INSIDE, 'x-asn': '197207' }],
  ['on Tor', { ...INSIDE, 'x-country': 'T1' }],
  ['of an unknown country', { 'x-asn': '44244' }],
  ['on an unknown network', { 'x-country': 'IR' }],
];
const ABROAD = { ...INSIDE, 'x-country': 'DE' };

let platform: Platform;
let site: ReturnType<typeof openMoney>;
const viewers: Record<string, Visitor> = {};
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform, HEADERS);
  site.clock.now = NOW;
  await sell(site.env.DB, NOW);
  await site.env.DB.prepare("UPDATE downloads SET file = 'download/film-40/' || quality || '.mp4'").run();
  await site.env.MEDIA.put('download/film-40/480p.mp4', 'a film');
  for (const clip of ['clip-1', 'clip-2'])
    await site.env.MEDIA.put(`video/${clip}/master.m3u8`, readFileSync('seed/media/clip-1/master.m3u8'));
  for (const name of ['owner', 'guest with an account', 'subscriber'])
    viewers[name] = await site.visitor({ subscribedUntil: name === 'subscriber' ? NOW + 40 * DAY : 0 });
  const buy = (title: number, more: object = {}) =>
    addRow(site.env.DB, 'purchases', { user_id: viewers['owner']?.id ?? 0, item_id: title, title_id: title, ...more });
  await buy(FILM.id);
  await buy(SCREENED.id, { kind: 'screening', item_id: SCREENED.screening, ends_at: NOW + DAY });
  await buy(40, { kind: 'download', item_id: DOWNLOADS[0]?.id });
  await site.env.DB.prepare("UPDATE all_titles SET trailer = 'clip-2' WHERE id = ?").bind(FILM.id).run();
  await site.env.DB.prepare("UPDATE all_titles SET available_countries = 'AF,IR', available_networks = '44244'").run();
});
afterAll(() => platform.dispose());

const readCart = async (id: number, who: string, from: Record<string, string>, type: TitleKind = 'movie') =>
  (await parseAnswer(getCart, await site.ask(getCart, { id, type }, viewers[who], from))).data.data;
const refuse = async (...ask: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(...ask));
  return `${String(status)} ${code}`;
};
const REFUSAL = '403 outside_area';

describe('a title of some countries and networks', () => {
  test.each(['owner', 'subscriber'])('plays inside of both limits for the %s', async (who) => {
    const cart = await readCart(FILM.id, who, INSIDE);
    expect(cart).toMatchObject({ state: who === 'owner' ? 'owned' : 'subscribed', area: AREA });
    expect(cart.play).not.toBeNull();
  });

  test.each(OUTSIDE)('is closed at each door to who is %s', async (_, from) => {
    for (const who of ['owner', 'subscriber'] as const) {
      const viewer = viewers[who];
      const cart = await readCart(FILM.id, who, from);
      expect(cart).toMatchObject({ state: 'outside_area', play: null, show_buy: false, show_free: false, price: null });
      expect([cart.area, cart.pass !== null]).toEqual([AREA, who === 'owner']);
      const film = { kind: 'movie', id: FILM.id };
      const page = await parseAnswer(getTitleViewer, await site.ask(getTitleViewer, film, viewer, from));
      expect(page.data.state).toBe('outside_area');
      const { data } = await parseAnswer(renewPlay, await site.ask(renewPlay, film, viewer, from));
      expect(data).toBeNull();
      expect(await refuse(castAddress, film, viewer, from)).toBe(REFUSAL);
      expect(await refuse(createRoom, film, viewer, from)).toBe(REFUSAL);
      const request = new Request(ORIGIN, { headers: from });
      const user = { id: viewer?.id ?? 0, subscribedUntil: NOW + DAY };
      const place = readPlace(request, site.env);
      const db = openDatabase(site.env.DB);
      const context = { db, env: site.env, now: NOW, user, host: 'pardeh.test', ...place } as RequestContext;
      expect(await hasKeyRight(context, 'clip-1', null)).toBe(false);
    }
    expect(await refuse(buyTitle, { id: FILM.id }, viewers['subscriber'], from)).toBe(REFUSAL);
    expect(await refuse(getQuote, { purpose: 'title', id: SERIES.id }, viewers['subscriber'], from)).toBe(REFUSAL);
    expect(await refuse(buyTitle, { id: SCREENED.id }, viewers['subscriber'], from)).toBe(REFUSAL);
    const guest = await parseAnswer(
      getGhostCart,
      await site.ask(getGhostCart, { ...{ id: FREE_FILM.id, type: 'movie' } }, undefined, from),
    );
    expect(guest.data.data).toMatchObject({ state: 'outside_area', play: null });
    expect(await site.count('payments')).toBe(0);
  });

  test('stops a play at the next contact of a viewer who moves', async () => {
    const { play } = await readCart(FILM.id, 'owner', INSIDE);
    const may = (headers: Record<string, string>) =>
      hasStreamRight(openDatabase(site.env.DB), new Request(ORIGIN, { headers }), site.env, {
        stream: play?.stream ?? '',
        now: NOW,
      });
    expect([await may(INSIDE), await may(ABROAD), await may({})]).toEqual([true, false, false]);
    const film = { id: FREE_FILM.id, type: 'movie' };
    const answer = await site.ask(getGhostCart, film, undefined, { ...INSIDE, [GUEST_HEADER]: GUEST });
    const manifest = (await parseAnswer(getGhostCart, answer)).data.data.play?.manifest_url ?? '';
    const open = async (headers: Record<string, string>) =>
      serveMedia(
        new Request(manifest, { headers: { ...headers, cookie: guestCookie(GUEST) } }),
        site.env,
        platform.ctx,
      );
    expect((await open(INSIDE)).status).toBe(200);
    expect(await parseFailure(await open(ABROAD))).toMatchObject({ status: 403, code: 'outside_area' });
  });

  test('is downloaded inside alone, also by an address that was given inside; who bought the file keeps it in the list', async () => {
    const [bought, other] = DOWNLOADS.map(({ id }) => id);
    const owner = viewers['owner'];
    const link = await parseAnswer(getDownloadLink, await site.ask(getDownloadLink, { id: bought }, owner, INSIDE));
    const open = (headers: Record<string, string>) =>
      serveMedia(new Request(link.data.url, { headers }), site.env, platform.ctx);
    expect((await open(INSIDE)).status).toBe(200);
    expect(await parseFailure(await open(ABROAD))).toMatchObject({ status: 403, code: 'outside_area' });
    expect(await refuse(getDownloadLink, { id: bought }, owner, ABROAD)).toBe(REFUSAL);
    const list = async (from: Record<string, string>) =>
      (await parseAnswer(listDownloads, await site.ask(listDownloads, {}, owner, from))).data;
    expect((await list(INSIDE)).map(({ id, url }) => [id, url !== null])).toEqual([[bought, true]]);
    expect(await list(ABROAD)).toMatchObject([{ id: bought, is_outside: true, url: null }]);
    expect((await readCart(40, 'owner', ABROAD)).downloads).toMatchObject([{ id: bought, owned: true, url: null }]);
    expect((await readCart(40, 'subscriber', ABROAD)).downloads).toEqual([]);
    expect(await refuse(buyCart, { items: [other] }, viewers['subscriber'], ABROAD)).toBe(REFUSAL);
    const quote = { purpose: 'cart', items: [other] };
    expect((await site.ask(getQuote, quote, viewers['subscriber'], INSIDE)).status).toBe(200);
  });

  test('has one page for everybody, with its trailer, and stays among what was bought', async () => {
    const film = { kind: 'movie', id: FILM.id };
    const read = async (from: Record<string, string>) => (await site.ask(getTitle, film, undefined, from)).text();
    expect(await read(ABROAD)).toBe(await read(INSIDE));
    const { data: page } = await parseAnswer(getTitle, await site.ask(getTitle, film, undefined, ABROAD));
    expect(page).toMatchObject({ available_countries: 'AF,IR', has_networks: true, has_trailer: true });
    expect(JSON.stringify(page)).not.toContain('44244');
    expect((await site.ask(getTrailer, film, undefined, { ...ABROAD, [GUEST_HEADER]: GUEST })).status).toBe(200);
    const bought = await site.ask(getMyList, { list: 'bought' }, viewers['owner'], ABROAD);
    expect(await bought.text()).toContain('Film 10');
  });

  test('says why in both languages', async () => {
    const notes = async (locale: string) =>
      (await readCart(FILM.id, 'owner', { ...ABROAD, 'accept-language': locale })).notes;
    expect(await notes('fa')).toEqual(['از جایی که وصل شده‌اید پخش نمی‌شود و خریدنی نیست.']);
    expect(await notes('en')).toEqual(['It neither plays nor sells where you are.']);
    const { body } = await parseFailure(await site.ask(buyTitle, { id: FILM.id }, viewers['subscriber'], ABROAD));
    expect(body.message).toContain('not available in the country or on the network');
    expect(body.message_fa).toContain('در کشور یا شبکه‌ای که از آن وصل شده‌اید در دسترس نیست');
  });
});

test('a header opens nothing where the settings name none', async () => {
  const plain = openMoney(platform);
  plain.clock.now = NOW;
  const forged = { ...INSIDE, 'cf-ipcountry': 'IR', 'cf-asn': '44244' };
  const answer = await plain.ask(getCart, { id: FILM.id, type: 'movie' }, viewers['owner'], forged);
  expect((await parseAnswer(getCart, answer)).data.data.state).toBe('outside_area');
});

test('a network alone, and a country alone, are each a limit of its own', async () => {
  const setArea = (countries: string | null, networks: string | null) =>
    site.env.DB.prepare('UPDATE all_titles SET available_countries = ?, available_networks = ? WHERE id = ?')
      .bind(countries, networks, FILM.id)
      .run();
  const state = async (from: Record<string, string>) => (await readCart(FILM.id, 'owner', from)).state;
  await setArea(null, '44244');
  expect([await state({ 'x-asn': '44244' }), await state({ 'x-country': 'IR' })]).toEqual(['owned', 'outside_area']);
  await setArea('IR', null);
  expect([await state({ 'x-asn': '44244' }), await state({ 'x-country': 'IR' })]).toEqual(['outside_area', 'owned']);
  await setArea(null, null);
  expect(await readCart(FILM.id, 'owner', {})).toMatchObject({ state: 'owned', area: null });
});
