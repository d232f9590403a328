import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getGhostCart, type EntitlementAnswer } from '../../../src/features/paywall/contract.ts';
import * as v from 'valibot';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { getTitle, listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { tehranDate } from '../../../src/platform/text/tehran-week.ts';
import { createApp } from '../../../src/app/api.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { GUEST_HEADER } from '../../../src/platform/config/session.ts';
import { GUEST, guestCookie } from '../../support/media/media.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);

let site: CatalogueFixture;
let subscriber: string;
let lapsed: string;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  subscriber = await signIn(site.env, NOW, NOW + 1000);
  lapsed = await signIn(site.env, NOW, NOW - 1);
  for (const clip of ['clip-1', 'clip-2']) {
    await site.env.MEDIA.put(`video/${clip}/master.m3u8`, readFileSync(`seed/media/${clip}/master.m3u8`));
  }
});
afterAll(() => site.dispose());

/** The id of a title of that kind, release and access. */
async function findTitleId(kind: TitleKind, release: string, access: string): Promise<number> {
  const id = await site.env.DB.prepare('SELECT id FROM titles WHERE kind = ? AND release = ? AND access = ? LIMIT 1')
    .bind(kind, release, access)
    .first<number>('id');
  if (id === null) throw new Error(`the demo catalogue has no ${release} ${access} ${kind}`);
  return id;
}

async function cart(type: TitleKind, id: number, token?: string): Promise<EntitlementAnswer> {
  const response = await post(token === undefined ? '/ghost/get/cart' : '/get/cart', { id, type }, token);
  expect(response.status).toBe(200);
  return v.parse(getGhostCart.output, await response.json()).data.data;
}

function post(path: string, body: unknown, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? { [GUEST_HEADER]: GUEST } : { authorization: `Bearer ${token}` }),
  };
  return site.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe('who may play', () => {
  test('a free film plays for anybody, with signed addresses', async () => {
    const match = await cart('movie', await findTitleId('movie', 'released', 'free'));
    expect(match).toMatchObject({ state: 'free', show_free: true, presale: false, downloads: [], notes: [] });
    const url = /^https:\/\/pardeh\.test\/media\/v\/[\w-]{22}\.[\w-]{43}\/\d{10}\/clip-[12]\//;
    expect(match.play?.manifest_url).toMatch(url);
    expect(match.play?.manifest_url.endsWith('/master.m3u8')).toBe(true);
    expect(match.play?.subtitles.map(({ lang }) => lang)).toEqual(['fa', 'en']);
    expect(match.play?.demo).toBe(true);
  });

  test('the address in a cart opens the media door, and no other folder', async () => {
    const { play } = await cart('movie', await findTitleId('movie', 'released', 'free'));
    const url = play?.manifest_url ?? '';
    const headers = { cookie: guestCookie(GUEST) };
    expect((await serveMedia(new Request(url, { headers }), site.env, site.ctx)).status).toBe(200);
    const other = url.replace(/clip-[12]/, (clip) => (clip === 'clip-1' ? 'clip-2' : 'clip-1'));
    expect((await serveMedia(new Request(other, { headers }), site.env, site.ctx)).status).toBe(403);
  });

  test('a subscription film: only with a subscription that has not ended', async () => {
    const id = await findTitleId('movie', 'released', 'subscription');
    const guest = await cart('movie', id);
    expect(guest).toMatchObject({ state: 'needs_subscription', play: null, show_free: false });
    expect(guest.fullrate_data).toMatchObject({ message: '0.5', show_subscription: true });
    expect(await cart('movie', id, lapsed)).toMatchObject({ state: 'needs_subscription', play: null });
    const foundMatch = await cart('movie', id, subscriber);
    expect(foundMatch.state).toBe('subscribed');
    expect(foundMatch.play).not.toBeNull();
    expect(foundMatch.fullrate_data.show_subscription).toBe(false);
  });

  test('the anonymous cart stays anonymous even with a subscriber’s token', async () => {
    const id = await findTitleId('movie', 'released', 'subscription');
    const response = await post('/ghost/get/cart', { id, type: 'movie' }, subscriber);
    expect(v.parse(getGhostCart.output, await response.json()).data.data.state).toBe('needs_subscription');
  });

  test('presale with its date, not released, download only: nobody plays', async () => {
    const presale = await cart('movie', await findTitleId('movie', 'presale', 'subscription'), subscriber);
    expect(presale).toMatchObject({ state: 'presale', presale: true, play: null });
    expect(presale.presale_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    const unreleased = await cart('movie', await findTitleId('movie', 'not_released', 'subscription'), subscriber);
    expect(unreleased).toMatchObject({ state: 'not_released', presale: false, presale_date: null, play: null });
    const download = await site.env.DB.prepare(
      "SELECT id, kind FROM titles WHERE access = 'download_only' LIMIT 1",
    ).first<{
      id: number;
      kind: TitleKind;
    }>();
    const bought = await cart(download?.kind ?? 'movie', download?.id ?? 0, subscriber);
    expect(bought).toMatchObject({ state: 'download_only', show_buy: true, play: null });
  });

  test('a presale whose day has come plays, is sold as released and is listed so, without a job', async () => {
    const id = await findTitleId('movie', 'presale', 'subscription');
    const set = (day: string, media: string | null) =>
      site.env.DB.prepare('UPDATE titles SET release_date = ?, media = ? WHERE id = ?').bind(day, media, id).run();
    const read = async () => {
      const page = await site.api(getTitle, { kind: 'movie', id });
      if (!page.ok) throw new Error(page.error.code);
      const { release, watchable, offer } = page.value.data;
      return [(await cart('movie', id, subscriber)).state, release, watchable, offer.state];
    };
    const [yesterday, tomorrow] = [tehranDate(NOW - 86_400), tehranDate(NOW + 86_400)];
    await set(tomorrow, 'clip-1');
    expect(await read()).toEqual(['presale', 'presale', false, 'presale']);
    await set(yesterday, 'clip-1');
    expect(await read()).toEqual(['subscribed', 'released', true, 'needs_subscription']);
    expect((await cart('movie', id, subscriber)).play).not.toBeNull();
    await set(yesterday, null);
    expect(await read()).toEqual(['not_released', 'not_released', false, 'not_released']);
    await set(tomorrow, null);
  });

  test('a title plays to the end of its last day in Tehran, and then is not released on its page and in lists', async () => {
    const id = await findTitleId('movie', 'released', 'subscription');
    const { DB } = site.env;
    const set = (day: string | null) =>
      DB.prepare('UPDATE titles SET available_until = ?, views = 99999999 WHERE id = ?').bind(day, id).run();
    const read = async () => {
      const { state, play } = await cart('movie', id, subscriber);
      const page = await site.api(getTitle, { kind: 'movie', id });
      const list = await site.api(listTitles, { kind: 'movie', sort: 'views', page: 1 });
      if (!page.ok || !list.ok) throw new Error('no answer');
      const inList = list.value.data.find((card) => card.id === id);
      return { state, plays: play !== null, page: page.value.data.release, list: inList?.release };
    };
    await set(tehranDate(NOW));
    const open = { state: 'subscribed', plays: true, page: 'released', list: 'released' };
    expect(await read()).toEqual(open);
    await set(tehranDate(NOW - 86_400));
    expect(await read()).toEqual({
      ...open,
      state: 'not_released',
      plays: false,
      page: 'not_released',
      list: 'not_released',
    });
    await set(null);
    expect(await read()).toEqual(open);
  });

  test('a download can be dialled for by somebody signed in (spec 2.10, 3.15)', async () => {
    const id = await findTitleId('movie', 'released', 'download_only');
    expect((await cart('movie', id)).ussd).toBeNull();
    const { ussd, downloads } = await cart('movie', id, lapsed);
    expect(ussd).toMatch(new RegExp(String.raw`^\*000\*${String(downloads[0]?.id)}\*\d+#$`));
    expect((await cart('movie', await findTitleId('movie', 'released', 'free'), lapsed)).ussd).toBeNull();
  });

  test('a series plays its first episode', async () => {
    const id = await findTitleId('series', 'released', 'subscription');
    const first = await site.env.DB.prepare('SELECT id FROM titles WHERE series_id = ? ORDER BY season, number LIMIT 1')
      .bind(id)
      .first<number>('id');
    const series = await cart('series', id, subscriber);
    const episode = await cart('episode', first ?? 0, subscriber);
    // Each cart names a stream of its own in the address (decision 087).
    const getFile = (play: typeof series.play) => play?.manifest_url.split('/').slice(-2).join('/');
    expect(getFile(series.play)).toMatch(/\/master\.m3u8$/);
    expect(getFile(series.play)).toBe(getFile(episode.play));
  });
});

describe('what the player is told beforehand', () => {
  test('until when the addresses are good, and what each height takes by the real playlist', async () => {
    const { play } = await cart('movie', await findTitleId('movie', 'released', 'free'));
    const hours = ((play?.expires_at ?? 0) - NOW) / 3600;
    expect(hours).toBeGreaterThan(4.9);
    expect(hours).toBeLessThanOrEqual(6);
    expect(play?.manifest_url).toContain(`/${String(play?.expires_at)}/`);
    const [, clip = ''] = /\/(clip-\d)\/master/.exec(play?.manifest_url ?? '') ?? [];
    const written = readFileSync(`seed/media/${clip}/master.m3u8`, 'utf8');
    expect(play?.renditions.map(({ height }) => height)).toEqual([240, 360, 720]);
    for (const { bandwidth } of play?.renditions ?? []) {
      expect(written).toContain(`AVERAGE-BANDWIDTH=${String(bandwidth)},`);
    }
    expect(written).toContain(`AVERAGE-BANDWIDTH=${String(play?.audio_bandwidth)},CODECS="mp4a.40.2"`);
  });

  test('whose network it is and how that bills, as a hint (spec 1.07 to 1.09)', async () => {
    const id = await findTitleId('movie', 'released', 'free');
    const billing = async (asn: number | null, token: string | null, vars = {}) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const path = token === null ? '/ghost/get/cart' : '/get/cart';
      const init = { method: 'POST', headers, body: JSON.stringify({ id, type: 'movie' }) };
      const request = Object.assign(new Request(`https://pardeh.test/api/v1${path}`, init), asn && { cf: { asn } });
      const env = { ...site.env, FULLRATE_NETWORKS: '', ...vars };
      const response = await createApp({ now: () => NOW }).fetch(request, env, site.ctx);
      return v.parse(getGhostCart.output, await response.json()).data.data.billing;
    };
    const half = { MEDIA_BASE_URL: 'https://media.test' };
    expect(await billing(null, null)).toEqual({
      operator: null,
      rate: 'unknown',
      certain: false,
      fullrate_note: false,
      fullrate_operators: null,
    });
    expect(await billing(64_512, subscriber, half)).toMatchObject({ operator: null, rate: 'unknown' });
    expect(await billing(197_207, null, half)).toMatchObject({ operator: 'همراه اول', rate: 'full' });
    expect(await billing(44_244, lapsed, half)).toMatchObject({ operator: 'ایرانسل', rate: 'full' });
    expect(await billing(44_244, subscriber, half)).toMatchObject({ operator: 'ایرانسل', rate: 'half' });
    expect(await billing(44_244, subscriber)).toMatchObject({ operator: 'ایرانسل', rate: 'unknown' });
  });

  test('that an operator’s subscribers watch at full rate is said to subscribers, and not on two hosts (spec 1.08)', async () => {
    const id = await findTitleId('movie', 'released', 'free');
    const note = async (token: string | null, host: string, vars = {}) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const init = { method: 'POST', headers, body: JSON.stringify({ id, type: 'movie' }) };
      const path = token === null ? '/ghost/get/cart' : '/get/cart';
      const request = new Request(`https://${host}/api/v1${path}`, init);
      const env = { ...site.env, FULLRATE_NETWORKS: '197207,44244', ...vars };
      const response = await createApp({ now: () => NOW }).fetch(request, env, site.ctx);
      return v.parse(getGhostCart.output, await response.json()).data.data.billing.fullrate_note;
    };
    const igapp = { SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'igapp.example.org,app.igapp.example.org' };
    expect(await note(null, 'pardeh.test')).toBe(false);
    expect(await note(lapsed, 'pardeh.test')).toBe(false);
    expect(await note(subscriber, 'pardeh.test')).toBe(true);
    expect(await note(null, 'pardeh.test', igapp)).toBe(true);
    expect(await note(subscriber, 'igapp.example.org', igapp)).toBe(false);
    expect(await note(subscriber, 'app.igapp.example.org', igapp)).toBe(false);
    expect(await note(subscriber, 'igapp.example.org')).toBe(true);
    expect(await note(subscriber, 'pardeh.test', { FULLRATE_NETWORKS: '' })).toBe(false);
  });
});

describe('a network of full rate (spec 1.07)', () => {
  const NETWORKS = { FULLRATE_NETWORKS: '197207,44244' };
  interface Visit {
    asn?: number;
    token?: string;
    vars?: object;
    headers?: Record<string, string>;
    type?: TitleKind;
  }

  /** A request as the edge gives it: `cf.asn` is the network that the connection came from. */
  function requestApi(
    path: string,
    init: RequestInit,
    { asn, token, vars = NETWORKS, headers }: Visit,
  ): Promise<Response> {
    const allHeaders = {
      'content-type': 'application/json',
      [GUEST_HEADER]: GUEST,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    };
    const request = new Request(`https://pardeh.test/api/v1${path}`, { ...init, headers: allHeaders });
    const networkRequest = asn === undefined ? request : Object.assign(request, { cf: { asn } });
    return Promise.resolve(createApp({ now: () => NOW }).fetch(networkRequest, { ...site.env, ...vars }, site.ctx));
  }

  async function cartBy(id: number, visit: Visit): Promise<EntitlementAnswer> {
    const path = visit.token === undefined ? '/ghost/get/cart' : '/get/cart';
    const body = JSON.stringify({ id, type: visit.type ?? 'movie' });
    const response = await requestApi(path, { method: 'POST', body }, visit);
    return v.parse(getGhostCart.output, await response.json()).data.data;
  }

  test('opens what a subscription opens, says so, and still offers the subscription', async () => {
    const id = await findTitleId('movie', 'released', 'subscription');
    for (const token of [undefined, lapsed]) {
      const match = await cartBy(id, { asn: 44_244, ...(token !== undefined && { token }) });
      expect(match).toMatchObject({ state: 'operator_fullrate', show_buy: false, show_free: false });
      expect(match.play?.manifest_url).toContain('/media/v/');
      expect([match.play?.offline_until, match.play?.stream]).toEqual([null, null]);
      expect(match.billing).toMatchObject({ operator: 'ایرانسل', rate: 'full' });
      expect(match.fullrate_data.show_subscription).toBe(true);
      expect(match.downloads.every(({ amount, url }) => amount > 0 && url === null)).toBe(true);
    }
    expect((await cartBy(id, { asn: 44_244, token: subscriber })).state).toBe('subscribed');
  });

  test('is nobody else’s: not by a header, another network, another operator, or a site that lists none', async () => {
    const id = await findTitleId('movie', 'released', 'subscription');
    const forged = {
      'cf-asn': '44244',
      'x-asn': '44244',
      'cf-connecting-ip': '5.112.0.1',
      'x-forwarded-for': '5.112.0.1',
    };
    const visits: Visit[] = [
      {},
      { headers: forged },
      { asn: 57_218 },
      { asn: 13_335, headers: forged },
      { asn: 44_244, vars: { FULLRATE_NETWORKS: undefined } },
      { asn: 44_244, vars: { FULLRATE_NETWORKS: '' } },
    ];
    for (const visit of visits) {
      const foundMatch = await cartBy(id, visit);
      expect(foundMatch, JSON.stringify(visit)).toMatchObject({ state: 'needs_subscription', play: null });
      expect(foundMatch.billing.fullrate_note).toBe(false);
    }
    // A subscriber of an operator that is not listed reads whose subscribers may, not that their own may.
    const { billing } = await cartBy(id, { asn: 57_218, token: subscriber });
    expect(billing).toMatchObject({
      operator: 'رایتل',
      fullrate_note: true,
      fullrate_operators: 'همراه اول یا ایرانسل',
    });
  });

  test('opens nothing that a subscription does not open', async () => {
    for (const [release, access, state] of [
      ['presale', 'subscription', 'presale'],
      ['not_released', 'subscription', 'not_released'],
      ['released', 'download_only', 'download_only'],
    ] as const) {
      const id = await findTitleId('movie', release, access);
      expect(await cartBy(id, { asn: 44_244 })).toMatchObject({ state, play: null });
    }
  });

  test('is a fact of the user record, for guests and users (spec 3.03)', async () => {
    const flag = async (path: string, visit: Visit) => {
      const { user } = await (await requestApi(path, {}, visit)).json<{ user: { operator_fullrate: number } }>();
      return user.operator_fullrate;
    };
    expect(await flag('/ghost/get/check', { asn: 197_207 })).toBe(1);
    expect(await flag('/get/user?ref=4', { asn: 197_207, token: subscriber })).toBe(1);
    expect(await flag('/ghost/get/check', {})).toBe(0);
    expect(await flag('/ghost/get/check', { asn: 57_218 })).toBe(0);
    expect(await flag('/ghost/get/check', { asn: 197_207, vars: { FULLRATE_NETWORKS: '44244' } })).toBe(0);
  });

  test('a title’s page, kept for everybody, says nothing of it', async () => {
    const id = await findTitleId('movie', 'released', 'subscription');
    const fullRatePage = await requestApi(`/titles/movie/${String(id)}`, {}, { asn: 44_244 });
    const elsewhere = await requestApi(`/titles/movie/${String(id)}`, {}, {});
    expect(fullRatePage.status).toBe(200);
    expect(await fullRatePage.text()).toBe(await elsewhere.text());
  });

  test('opens a channel of subscribers, and says so', async () => {
    await site.env.DB.prepare(
      "UPDATE channels SET access = 'subscription', stream_url = 'https://live.test/tv.m3u8' WHERE id = 401",
    ).run();
    const answer = await requestApi('/channels/401/play', {}, { asn: 197_207 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { fullrate: { operator: 'همراه اول' } } });
    const subscribed = await requestApi('/channels/401/play', {}, { asn: 197_207, token: subscriber });
    expect(await subscribed.json()).toMatchObject({ data: { fullrate: null } });
    expect((await requestApi('/channels/401/play', {}, { asn: 57_218 })).status).toBe(403);
    expect((await requestApi('/channels/401/play', {}, {})).status).toBe(403);
  });
});

describe('what is refused', () => {
  test('an unknown title is 400, which leads to the 404 page (spec 8.15)', async () => {
    const response = await post('/ghost/get/cart', { id: 999_999, type: 'movie' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'cart_title_unknown' });
    expect(
      (await post('/ghost/get/cart', { id: await findTitleId('series', 'released', 'subscription'), type: 'movie' }))
        .status,
    ).toBe(400);
  });

  test('a guest at /get/cart is 401; a wrong field is named', async () => {
    expect((await post('/get/cart', { id: 1, type: 'movie' })).status).toBe(401);
    const wrong = await post('/ghost/get/cart', { id: 'abc', type: 'nope', force_to_buy: 7 });
    expect(wrong.status).toBe(422);
    const { errors } = v.parse(v.object({ errors: v.record(v.string(), v.array(v.string())) }), await wrong.json());
    expect(Object.keys(errors).sort()).toEqual(['force_to_buy', 'id', 'type']);
  });

  test('the spec’s whole payload is accepted, as numbers or text', async () => {
    const id = await findTitleId('movie', 'released', 'free');
    const full = { id: String(id), type: 'movie', quality: '720', force_to_buy: 0, ref: '4' };
    expect((await post('/ghost/get/cart', full)).status).toBe(200);
  });

  test('without a signing key nothing is played, and nothing is unsigned', async () => {
    const id = await findTitleId('movie', 'released', 'free');
    const env = { ...site.env, MEDIA_SIGNING_KEY: '' };
    const result = await site.apiIn('fa', env)(getGhostCart, { id, type: 'movie' });
    expect(result.ok && result.value.data.data).toMatchObject({ state: 'free', play: null });
  });
});
