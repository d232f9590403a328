import { readFileSync } from 'node:fs';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getLivePlay } from '../../../src/features/live/contract.ts';
import { getCart, getGhostCart } from '../../../src/features/paywall/contract.ts';
import { castAddress, getTrailer } from '../../../src/features/playback/contract.ts';
import { selectIsOpen } from '../../../src/features/playback/server/folder-right.ts';
import { GUEST_HEADER, SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { addRow, type Row } from '../../support/database/rows.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { FILM as AIRED, scheduleFilm, storeFilm } from '../../support/media/film-on-air.ts';
import { parseMediaPlaylist, requestMedia, storePlaylists } from '../../support/media/live.ts';
import { GUEST, guestCookie } from '../../support/media/media.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

/** Saturday in Tehran, 45 minutes into the film of the channel. */
const NOW = Date.parse('2026-11-21T20:15:00+03:30') / 1000;
const BEGAN = NOW - 45 * 60;
const EDITOR = 'e'.repeat(40);
const FILES = ['master.m3u8', '240p/index.m3u8', '240p/init.mp4', '240p/seg-0.m4s'];
/** A process remembers a folder for 20 seconds. */
const MAX_AGE_SECONDS = 21;

interface Film {
  id: number;
  folder: string;
}
interface Door {
  address: string;
  headers?: Record<string, string>;
  env?: Env;
}

let platform: Platform;
let site: ReturnType<typeof openMoney>;
let encrypted: ReturnType<typeof openMoney>;
let unlimited: ReturnType<typeof openMoney>;
let viewer: Visitor;
let films = 0;
let moment = NOW;
beforeAll(async () => {
  platform = await openPlatform();
  const vars = { OPERATOR_TOKEN: `editor/editor:${EDITOR}` };
  site = openMoney(platform, vars);
  unlimited = openMoney(platform, { ...vars, STREAMS_MAX: '0' });
  const secret = 'a-secret-of-thirty-two-characters-or-more';
  encrypted = openMoney(platform, { ...vars, MEDIA_ENCRYPTION: 'aes-128', MEDIA_KEY_SECRET: secret });
  await storePlaylists(site.env);
  at(NOW);
});
beforeEach(async () => {
  at(moment + 100);
  viewer = await site.visitor({ subscribedUntil: NOW + 100_000 });
});
afterEach(() => vi.useRealTimers());
afterAll(() => platform.dispose());

function at(seconds: number): void {
  moment = seconds;
  for (const one of [site, encrypted, unlimited]) one.clock.now = seconds;
  vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });
}

/** A title whose folder no other title has. */
async function addFilm(more: Row = {}): Promise<Film> {
  films += 1;
  const film = { id: 600 + films, folder: `door-${String(films)}` };
  await addRow(site.env.DB, 'titles', { id: film.id, access: 'subscription', media: film.folder, ...more });
  await storeFiles(film.folder);
  return film;
}

async function storeFiles(folder: string): Promise<void> {
  for (const file of FILES)
    await site.env.MEDIA.put(`video/${folder}/${file}`, readFileSync(`seed/media/clip-1/${file}`));
}

async function act(name: 'hide' | 'publish', id: number): Promise<void> {
  const headers = { authorization: `Bearer ${EDITOR}` };
  const body = { reason: 'of this test' };
  const response = await site.send(`/operator/titles/${String(id)}/${name}`, { body, headers });
  expect(response.status, await response.clone().text()).toBe(200);
}

async function open({ address, headers = {}, env = site.env }: Door): Promise<string> {
  const response = await requestMedia(env, platform.ctx, address, { headers });
  if (!response.ok) return (await parseFailure(response)).code;
  await response.arrayBuffer();
  return 'ok';
}

const asViewer = (who: Visitor) => ({ cookie: `${SESSION_COOKIE}=${who.token}` });
const asGuest = { cookie: guestCookie(GUEST) };

/** The files of a film, by the address that its page got. */
async function holdFilm(id: number, who: Visitor | null, { via = site, type = 'movie' } = {}): Promise<Door[]> {
  const response = who
    ? await via.ask(getCart, { id, type }, who)
    : await via.ask(getGhostCart, { id, type }, undefined, { [GUEST_HEADER]: GUEST });
  const { data } = await response.json<{ data: { data: { play: { manifest_url: string } | null } } }>();
  const manifest = data.data.play?.manifest_url ?? '';
  const headers = who ? asViewer(who) : asGuest;
  return [...FILES, 'master.m3u8?renew=1'].map((file) => ({
    address: new URL(file, manifest).href,
    ...{ headers, env: via.env },
  }));
}

async function holdCast(id: number, who?: Visitor, via = site): Promise<Door[]> {
  const { data } = await via.call(castAddress, { kind: 'movie', id }, who);
  return FILES.map((file) => ({ address: new URL(file, data.manifest_url).href, env: via.env }));
}

/** The address of a rendition's key. */
async function holdKey({ address, headers = {}, env = site.env }: Door): Promise<Door> {
  const response = await requestMedia(env, platform.ctx, address, { headers });
  const [segment] = parseMediaPlaylist(await response.text()).segments;
  return { address: new URL(segment?.key?.uri ?? 'none', address).href, headers, env };
}

async function expectAll(doors: readonly Door[], codes: readonly string[]): Promise<void> {
  expect(doors.length).toBeGreaterThan(0);
  for (const door of doors) expect(codes, door.address).toContain(await open(door));
}

/** Open, closed within seconds of the hide, and open by the same address when the title is published again. */
async function expectToClose(doors: readonly Door[], id: number, code = 'media_key_refused'): Promise<void> {
  await expectAll(doors, ['ok']);
  await act('hide', id);
  at(moment + MAX_AGE_SECONDS);
  await expectAll(doors, [code]);
  await act('publish', id);
  at(moment + MAX_AGE_SECONDS);
  await expectAll(doors, ['ok']);
}

describe('an address that was held before its title was hidden is closed within 20 seconds', () => {
  test('of a guest, and of a subscriber, of a free film', async () => {
    const { id } = await addFilm({ access: 'free' });
    await expectToClose([...(await holdFilm(id, null)), ...(await holdFilm(id, viewer))], id);
  });

  test('of a subscriber, by the stream; and without one where streams are not limited', async () => {
    const { id } = await addFilm();
    await expectToClose(await holdFilm(id, viewer), id);
    at(moment + 1);
    await expectToClose(await holdFilm(id, viewer, { via: unlimited }), id);
  });

  test('of what is loaded ahead for a guest', async () => {
    const { id } = await addFilm({ access: 'free' });
    const ahead = (await holdFilm(id, null)).map((door) => ({ ...door, headers: { ...asGuest, purpose: 'prefetch' } }));
    await expectToClose(ahead, id);
  });

  test('of a receiver: a stream’s, a free one, and where streams are not limited', async () => {
    const paid = await addFilm();
    await expectToClose(await holdCast(paid.id, viewer), paid.id);
    await expectToClose(await holdCast(paid.id, viewer, unlimited), paid.id);
    const free = await addFilm({ access: 'free' });
    await expectToClose(await holdCast(free.id), free.id);
  });

  test('of a key: a guest’s, a subscriber’s and a free receiver’s', async () => {
    const free = await addFilm({ access: 'free' });
    const paid = await addFilm();
    const playlist = ({ address }: Door) => address.endsWith('/index.m3u8');
    const hold = async (doors: readonly Door[]) => holdKey(doors.find(playlist) ?? { address: '' });
    const keys = [
      await hold(await holdFilm(free.id, null, { via: encrypted })),
      await hold(await holdCast(free.id, undefined, encrypted)),
    ];
    await expectToClose(keys, free.id);
    await expectToClose([await hold(await holdFilm(paid.id, viewer, { via: encrypted }))], paid.id);
  });

  test('of a download, free or of a subscriber', async () => {
    for (const access of ['free', 'subscription']) {
      const { id, folder } = await addFilm({ access });
      const file = `download/${folder}/480p.mp4`;
      await site.env.MEDIA.put(file, new Uint8Array(100));
      await addRow(site.env.DB, 'downloads', { id: 9000 + id, title_id: id, toman: 4000, file });
      const { data } = await site.call(getCart, { id, type: 'movie' }, viewer);
      const [download] = data.data.downloads;
      await expectToClose([{ address: download?.url ?? '', headers: asViewer(viewer) }], id, 'not_found');
    }
  });

  test('of a trailer', async () => {
    const trailer = 'trailer-of-door';
    await storeFiles(trailer);
    const { id } = await addFilm({ trailer });
    const more = { [GUEST_HEADER]: GUEST };
    const response = await site.ask(getTrailer, { kind: 'movie', id }, undefined, more);
    const { data } = await response.json<{ data: { manifest_url: string } }>();
    const doors = FILES.map((file) => ({ address: new URL(file, data.manifest_url).href, headers: asGuest }));
    await expectToClose(doors, id);
  });

  test('of an episode, with its series', async () => {
    const series = await addFilm({ kind: 'series', access: 'free', media: null });
    const more = { kind: 'episode', access: 'free', series_id: series.id, season: 1, number: 1 };
    const { id } = await addFilm(more);
    const doors = await holdFilm(id, null, { type: 'episode' });
    await expectToClose(doors, series.id);
    await expectToClose(doors, id);
  });

  test.each(['free', 'subscription'] as const)('of a replay on a %s channel', async (access) => {
    const channel = { free: 801, subscription: 802 }[access];
    at(Math.max(moment, NOW));
    await storeFilm(site.env, [0, 100]);
    await scheduleFilm(site.env, { day: 0, start: 19 * 60 + 30, channel, access });
    await site.sql("UPDATE titles SET access = 'free' WHERE id = ?", AIRED.title).run();
    const { data } = await site.call(getLivePlay, { id: channel, from: BEGAN }, viewer);
    const list = new URL('v240.m3u8', data.manifest_url).href;
    const playlist = await requestMedia(site.env, platform.ctx, list, { headers: asViewer(viewer) });
    const { segments } = parseMediaPlaylist(await playlist.text());
    const doors = [0, 100].map((number) => ({ address: segments[number]?.uri ?? '', headers: asViewer(viewer) }));
    await expectToClose(doors, AIRED.title);
  });

  test.each(['free', 'subscription'] as const)('of a %s channel that is hidden, and of its replay', async (access) => {
    const channel = { free: 803, subscription: 804 }[access];
    at(Math.max(moment, NOW));
    await storeFilm(
      site.env,
      Array.from({ length: 900 }, (_, number) => number),
    );
    await scheduleFilm(site.env, { day: 0, start: 19 * 60 + 30, channel, access, media: true });
    await site.sql('UPDATE titles SET media = NULL WHERE id = ?', AIRED.title).run();
    const hold = async (showing: { from?: number }): Promise<Door[]> => {
      const { data } = await site.call(getLivePlay, { id: channel, ...showing }, viewer);
      const headers = asViewer(viewer);
      const list = new URL('v240.m3u8', data.manifest_url).href;
      const { segments } = parseMediaPlaylist(
        await (await requestMedia(site.env, platform.ctx, list, { headers })).text(),
      );
      return [list, segments.at(0)?.uri ?? ''].map((address) => ({ address, headers }));
    };
    const doors = [...(await hold({})).slice(0, 1), ...(await hold({ from: BEGAN }))];
    await expectAll(doors, ['ok']);
    await site.sql("UPDATE channels SET state = 'hidden' WHERE id = ?", channel).run();
    at(moment + MAX_AGE_SECONDS + 10);
    await expectAll(doors, ['media_key_refused', 'not_found']);
    await site.sql("UPDATE channels SET state = 'released' WHERE id = ?", channel).run();
    at(moment + MAX_AGE_SECONDS + 10);
    await expectAll(doors, ['ok']);
  });
});

describe('a folder is open', () => {
  test('while a title that is shown has it, or a programme of no hidden title', async () => {
    const { id, folder } = await addFilm({ access: 'free' });
    const other = await addFilm({ access: 'free', media: folder });
    const doors = await holdFilm(id, null);
    await act('hide', id);
    at(moment + MAX_AGE_SECONDS);
    await expectAll(doors, ['ok']);
    await act('hide', other.id);
    at(moment + MAX_AGE_SECONDS);
    await expectAll(doors, ['media_key_refused']);
    await addRow(site.env.DB, 'channels', { id: 810, slug: 'door-810', name_fa: 'ک', name_en: 'c' });
    const programme = { channel_id: 810, day: 1, media: folder };
    await addRow(site.env.DB, 'programmes', { ...programme, start: 10, title_id: id });
    at(moment + MAX_AGE_SECONDS);
    await expectAll(doors, ['media_key_refused']);
    await addRow(site.env.DB, 'programmes', { ...programme, start: 90 });
    at(moment + MAX_AGE_SECONDS);
    await expectAll(doors, ['ok']);
  });

  test('of a film in presale, and of one whose title has got another file meanwhile', async () => {
    const { id } = await addFilm({ access: 'free' });
    const doors = await holdFilm(id, null);
    await site.sql("UPDATE titles SET release = 'presale', release_date = '2900-01-01' WHERE id = ?", id).run();
    at(moment + MAX_AGE_SECONDS);
    await expectAll(doors, ['ok']);
    await site.sql("UPDATE titles SET media = 'door-another' WHERE id = ?", id).run();
    at(moment + MAX_AGE_SECONDS);
    await expectAll(doors, ['ok']);
  });

  test('while the database is away, unless it was closed', async () => {
    const film = await addFilm({ access: 'free' });
    const gone = await addFilm({ access: 'free' });
    const doors = [...(await holdFilm(film.id, null)), ...(await holdCast(film.id))];
    const closed = await holdFilm(gone.id, null);
    await act('hide', gone.id);
    await expectAll(closed, ['media_key_refused']);
    const env = { ...site.env, DB: failing(site.env.DB, { matching: /isOpen/ }) };
    const away = (door: Door) => ({ ...door, env });
    at(moment + MAX_AGE_SECONDS);
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    await expectAll(doors.map(away), ['ok']);
    await expectAll(closed.map(away), ['media_key_refused']);
    expect(errors).toHaveBeenCalledTimes(2);
    errors.mockRestore();
  });
});

test('a folder is asked for once in 20 seconds, along indexes, and never for a stream', async () => {
  const free = await addFilm({ access: 'free' });
  const paid = await addFilm();
  let statements = 0;
  const DB = new Proxy(site.env.DB, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name) as unknown;
      return (text: string) => {
        if (text.includes('isOpen')) statements += 1;
        return target.prepare(text);
      };
    },
  });
  const env = { ...site.env, DB };
  const count = async (doors: readonly Door[]) => {
    statements = 0;
    const all = Array.from({ length: 10 }, () => doors).flat();
    const codes = await Promise.all(all.map((door) => open({ ...door, env })));
    await expectAll(doors, ['ok']);
    expect(new Set(codes)).toEqual(new Set(['ok']));
    return statements;
  };
  const doors = [...(await holdFilm(free.id, null)), ...(await holdCast(free.id))];
  expect(await count(doors)).toBe(1);
  at(moment + 19);
  expect(await count(doors)).toBe(0);
  at(moment + 2);
  expect(await count(doors)).toBe(1);
  expect(await count([...(await holdFilm(paid.id, viewer)), ...(await holdCast(paid.id, viewer))])).toBe(0);

  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(selectIsOpen(free.folder));
  const { results } = await site.env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  const steps = results.map(({ detail }) => detail).join('\n');
  for (const index of ['titles_media', 'titles_trailer', 'programmes_media']) expect(steps).toContain(index);
  expect(steps).not.toMatch(/^SCAN (?!CONSTANT)/m);
});
