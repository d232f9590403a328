import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as calls from '../../../src/features/front/channels-contract.ts';
import { undoFrontChange } from '../../../src/features/front/contract.ts';
import { createMagazine } from '../../../src/features/front/magazines-contract.ts';
import { getChannelWeek, listDeskChannels, saveChannelWeek } from '../../../src/features/front/weeks-contract.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { listPages, parsePart } from '../../../src/features/seo/server/parts.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { readSubjects } from '../../../tools/reindex/subjects.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, refuse, getVersion } = await openDeskTitles();
const editor = as('editor');
const NOW = 1_900_000_000;
const SOURCE = 'https://tv.example.com/live.m3u8';

const facts = (more: object = {}): calls.ChannelFacts => ({
  ...{ name_fa: 'زرین‌تاب', name_en: 'Zarrintab', synopsis_fa: 'شب و روز', synopsis_en: 'Day and night' },
  ...{ stream_url: SOURCE, access: 'free' as const },
  ...more,
});
const make = async (slug: string, more: object = {}) =>
  (await site.call(calls.createChannel, { slug, ...facts(more) }, editor)).data.id;
const read = async (id: number) => (await site.call(calls.getDeskChannel, { id }, editor)).data;
const publish = async (id: number) =>
  site.call(calls.publishChannel, { id, rev: (await read(id)).rev, reason: '' }, editor);
const hide = async (id: number) =>
  site.call(calls.hideChannel, { id, rev: (await read(id)).rev, reason: 'of this test' }, editor);
const addProgramme = async (id: number) => {
  const programme = { name_fa: 'همیشه', name_en: 'Always', title_id: null, media: null, picture: null };
  const { rev } = (await site.call(getChannelWeek, { id }, editor)).data;
  const add = Array.from({ length: 7 }, (_, day) => ({ ...programme, day, start: 0, minutes: 1440 }));
  return site.call(saveChannelWeek, { id, rev, remove: [], add }, editor);
};
const ask = (path: string, init: RequestInit = {}) =>
  site.api(new Request(ORIGIN + API_BASE + path, init), site.env, platform.ctx);

/** Lists the doors at which visitors, crawlers and the index meet a channel. */
async function listDoors(id: number, slug: string, word: string): Promise<string[]> {
  forgetPlayouts();
  const doors: string[] = [];
  for (const path of [
    '/channels',
    '/get/slider',
    `/search?query=${word}&literal=1`,
    `/ghost/get/getSearchQuick?query=${word}`,
  ])
    if ((await (await ask(path)).text()).includes(`"slug":"${slug}"`)) doors.push(path.replace(/[?].*/, ''));
  for (const [door, path] of [
    ['guide', `/channels/${slug}/guide`],
    ['play', `/channels/${String(id)}/play`],
  ] as const)
    if ((await ask(path)).status !== 404) doors.push(door);
  const part = parsePart('channels');
  for await (const pages of listPages(openDatabase(site.env.DB), part ?? { name: 'channels' }, { site: '', now: NOW }))
    if (pages.some(({ url }) => url.endsWith(`/${slug}`))) doors.push('sitemap');
  const store = {
    read: async ({ sql, values }: { sql: string; values: readonly unknown[] }) =>
      (await site.env.DB.prepare(sql).bind(JSON.stringify(values)).all()).results,
  };
  for await (const page of readSubjects(store as never, 500))
    if (page.some((subject) => subject.type === 'channel' && subject.slug === slug)) doors.push('reindex');
  return doors;
}
const ALL = [
  ...['/channels', '/get/slider', '/search', '/ghost/get/getSearchQuick', 'guide', 'play', 'sitemap', 'reindex'],
];

beforeEach(() => {
  site.clock.now = Math.max(NOW, site.clock.now + 600);
  vi.useFakeTimers({ toFake: ['Date'], now: site.clock.now * 1000 });
  return () => vi.useRealTimers();
});

describe('a live channel of the desk', () => {
  it('is behind no door as a draft and hidden, behind all once it is published, and outlives a seed', async () => {
    const id = await make('zarrin');
    await addProgramme(id);
    expect(await listDoors(id, 'zarrin', 'Zarrintab')).toEqual([]);
    const version = await getVersion();
    await publish(id);
    expect(await getVersion()).not.toBe(version);
    expect(await listDoors(id, 'zarrin', 'Zarrintab')).toEqual(ALL);
    await hide(id);
    expect(await listDoors(id, 'zarrin', 'Zarrintab')).toEqual([]);
    const row = await site
      .sql("SELECT subject, before, after FROM operator_audit WHERE action = 'hideChannel'")
      .first<{ subject: string; before: string; after: string }>();
    expect(row?.subject).toBe(`front:channel:${String(id)}`);
    expect(JSON.parse(row?.after ?? '')).toEqual({ state: 'hidden', reason: 'of this test' });
    const [newest] = (await read(id)).changes;
    await site.call(undoFrontChange, { change: newest?.id ?? 0 }, editor);
    expect(await listDoors(id, 'zarrin', 'Zarrintab')).toEqual(ALL);

    const seeded = (await site.call(listDeskChannels, {}, editor)).data[0]?.id ?? 0;
    const { slug, rev } = await read(seeded);
    const change = { id: seeded, rev, ...facts({ name_en: 'Overwritten', stream_url: null, access: 'subscription' }) };
    await site.call(calls.saveChannel, change, editor);
    const other = await make('never-seen', { name_en: 'Neverseen' });
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(await listDoors(id, 'zarrin', 'Zarrintab')).toEqual(ALL);
    expect(await listDoors(other, 'never-seen', 'Neverseen')).toEqual([]);
    expect(await read(seeded)).toMatchObject({ slug, name_en: 'Overwritten', access: 'subscription' });
    expect(await listDoors(seeded, slug, 'Overwritten')).toEqual(ALL);
  });

  it('has an address of its own and a source that may be fetched', async () => {
    const id = await make('at-last');
    expect(await make('at-last')).toBe(id);
    const refuseMake = (slug: string, more: object = {}) =>
      refuse(calls.createChannel, { slug, ...facts({ name_en: 'Another', ...more }) }, editor);
    expect(await refuseMake('at-last')).toBe('409 front_key_used slug');
    expect(await refuseMake('newspaper')).toBe('409 front_key_used slug');
    const texts = { title: 'x', title_en: 'x', synopsis_fa: '', synopsis_en: '' };
    expect(await refuse(createMagazine, { slug: 'at-last', ...texts }, editor)).toBe('409 front_key_used slug');
    const { rev } = await read(id);
    for (const stream_url of [
      ...['http://tv.example.com/live.m3u8', 'https://10.0.0.1/live.m3u8', 'https://localhost/live.m3u8'],
      ...['https://u:p@tv.example.com/', 'https://tv.example.com:8443/', 'javascript:alert(1)', 'file:///etc/passwd'],
    ]) {
      expect(await refuseMake('refused', { stream_url }), stream_url).toBe('422 front_source stream_url');
      const save = { id, rev, ...facts({ stream_url }) };
      expect(await refuse(calls.saveChannel, save, editor), stream_url).toBe('422 front_source stream_url');
    }
  });

  it('is written with front.write alone, over the version that was read, and has a logo by the checks of pictures', async () => {
    const id = await make('guarded');
    const save = { id, rev: 1, ...facts({ name_en: 'Renamed' }) };
    for (const role of ['viewer', 'support', 'moderator'] as const)
      expect(await refuse(calls.saveChannel, save, as(role)), role).toBe('403 operator_role');
    expect((await site.call(calls.saveChannel, save, editor)).data).toMatchObject({ name_en: 'Renamed', rev: 2 });
    expect(await refuse(calls.saveChannel, { ...save, name_en: 'Too late' }, as('sara'))).toBe('409 front_changed');
    expect(await refuse(calls.getDeskChannel, { id: 1 }, editor)).toBe('404 front_channel_unknown');
    const paint = (width: number) =>
      sharp({ create: { width, height: width, channels: 3, background: '#c02020' } })
        .png()
        .toBuffer();
    const send = async (body: Uint8Array, rev: number) =>
      ask(`/operator/front/channels/${String(id)}/logo?rev=${String(rev)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${editor.token}`,
          'content-type': 'image/png',
          'cf-connecting-ip': '10.0.0.1',
        },
        body: new Uint8Array(body),
      });
    expect((await parseFailure(await send(await paint(20), 2))).code).toBe('picture_narrow');
    expect((await send(await paint(400), 2)).status).toBe(200);
    const { art, rev } = await read(id);
    expect(art).toMatch(/^logo-/);
    expect((await site.call(calls.removeChannelLogo, { id, rev }, editor)).data).toMatchObject({ art: null, rev: 4 });
  });
});
