import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publishDue } from '../../../src/features/catalogue/server/publish-due.ts';
import { undoFrontChange } from '../../../src/features/front/contract.ts';
import * as issues from '../../../src/features/front/issues-contract.ts';
import * as calls from '../../../src/features/front/magazines-contract.ts';
import { getMagazine, listMagazines } from '../../../src/features/magazines/contract.ts';
import { listPages, parsePart } from '../../../src/features/seo/server/parts.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { readSubjects } from '../../../tools/reindex/subjects.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { addRow } from '../../support/database/rows.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as, refuse, getVersion } = await openDeskTitles();
const editor = as('editor');
const NOW = 1_900_000_000;
const [MONTHLY, NEWSPAPER, STUDIO] = [501, 510, 511];

const texts = (more: object = {}) => ({
  ...{ title: 'زرنگار', title_en: 'Zarnegar', synopsis_fa: 'ماهنامه', synopsis_en: 'A monthly', ...more },
});
const facts = (more: object = {}) => ({ date: '2026-11-21', name_fa: 'آذر', name_en: 'Azar', ...more });
const make = async (slug: string, more: object = {}) =>
  (await site.call(calls.createMagazine, { slug, ...texts(more) }, editor)).data.id;
const read = async (id: number) => (await site.call(calls.getDeskMagazine, { id }, editor)).data;
const readIssue = async (id: number, number: number) =>
  (await site.call(issues.getDeskIssue, { id, number }, editor)).data;
const publish = async (id: number) =>
  site.call(calls.publishMagazine, { id, rev: (await read(id)).rev, reason: '' }, editor);
const hide = async (id: number) => ({ id, rev: (await read(id)).rev, reason: 'of this test' });
const addIssue = (id: number, number: number, more: object = {}) =>
  site.call(issues.createIssue, { id, number, ...facts(more) }, editor);
const publishIssue = async (id: number, number: number, at: number | null = null) =>
  site.call(issues.publishIssue, { id, number, rev: (await readIssue(id, number)).rev, starts_at: at }, editor);
const hideIssue = async (id: number, number: number) => ({
  ...{ id, number, rev: (await readIssue(id, number)).rev, reason: 'of this test' },
});
const listShown = async (slug: string) =>
  (await site.call(getMagazine, { slug })).data.issues.map(({ number }) => number);

const cover = (background = '#c02020') =>
  sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
async function send(path: string, rev: number, body: Uint8Array, who = editor, type = 'image/jpeg') {
  const url = `${ORIGIN}${API_BASE}/operator/front/magazines/${path}/cover?rev=${String(rev)}`;
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type, 'cf-connecting-ip': '10.0.0.1' };
  const request = new Request(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return site.api(request, site.env, platform.ctx);
}
async function deny(...sending: Parameters<typeof send>) {
  const { status, code } = await parseFailure(await send(...sending));
  return `${String(status)} ${code}`;
}

const findSlug = async (path: string, slug: string) => {
  const response = await site.api(new Request(ORIGIN + API_BASE + path), site.env, platform.ctx);
  return (await response.text()).includes(`"slug":"${slug}"`);
};
const searches = (word: string) => [`/search?query=${word}&literal=1`, `/ghost/get/getSearchQuick?query=${word}`];
const isFound = async (slug: string, word: string) =>
  (await Promise.all(searches(word).map((path) => findSlug(path, slug)))).every(Boolean);

/** Lists the doors at which visitors, crawlers and the index meet a magazine, by the word of its name. */
async function listDoors(slug: string, word: string): Promise<string[]> {
  const doors: string[] = [];
  for (const path of [`/magazines/${slug}`, '/ghost/listMagazines?per_page=100', ...searches(word)])
    if (await findSlug(path, slug)) doors.push(path.replace(/[?].*/, ''));
  const part = parsePart('channels');
  for await (const pages of listPages(openDatabase(site.env.DB), part ?? { name: 'channels' }, { site: '', now: NOW }))
    if (pages.some(({ url }) => url === `/channel/${slug}`)) doors.push('sitemap');
  const store = {
    read: async ({ sql, values }: { sql: string; values: readonly unknown[] }) =>
      (await site.env.DB.prepare(sql).bind(JSON.stringify(values)).all()).results,
  };
  for await (const page of readSubjects(store as never, 500))
    if (page.some((subject) => subject.type === 'magazine' && subject.slug === slug)) doors.push('reindex');
  return doors;
}
const ALL = ['/magazines/SLUG', '/ghost/listMagazines', '/search', '/ghost/get/getSearchQuick', 'sitemap', 'reindex'];
const toDoors = (slug: string) => ALL.map((door) => door.replace('SLUG', slug));

/** Each test has the whole budget of calls. */
beforeEach(() => {
  site.clock.now = Math.max(NOW, site.clock.now + 600);
  vi.useFakeTimers({ toFake: ['Date'], now: site.clock.now * 1000 });
  return () => vi.useRealTimers();
});

describe('a magazine of the desk', () => {
  it('is behind no door as a draft and hidden, and behind all once it is published', async () => {
    const id = await make('zarnegar');
    expect(await listDoors('zarnegar', 'Zarnegar')).toEqual([]);
    const version = await getVersion();
    await publish(id);
    expect(await getVersion()).not.toBe(version);
    expect(await listDoors('zarnegar', 'Zarnegar')).toEqual(toDoors('zarnegar'));
    await site.call(calls.hideMagazine, await hide(id), editor);
    expect(await listDoors('zarnegar', 'Zarnegar')).toEqual([]);
    const row = await site
      .sql("SELECT subject, before, after FROM operator_audit WHERE action = 'hideMagazine'")
      .first<{ subject: string; before: string; after: string }>();
    expect(row?.subject).toBe(`front:magazine:${String(id)}`);
    expect(JSON.parse(row?.before ?? '')).toEqual({ state: 'released' });
    expect(JSON.parse(row?.after ?? '')).toEqual({ state: 'hidden', reason: 'of this test' });
    const [newest] = (await read(id)).changes;
    await site.call(undoFrontChange, { change: newest?.id ?? 0 }, editor);
    expect(await listDoors('zarnegar', 'Zarnegar')).toEqual(toDoors('zarnegar'));
  });

  it('is found by its new name alone, and outlives a seed with it', async () => {
    const id = await make('rename', { title_en: 'Firstname' });
    await publish(id);
    await addIssue(id, 3);
    const { rev } = await read(id);
    await site.call(calls.saveMagazine, { id, rev, ...texts({ title_en: 'Secondname' }) }, editor);
    const close = await read(MONTHLY);
    await site.call(calls.saveMagazine, { id: MONTHLY, rev: close.rev, ...texts({ title_en: 'Overwritten' }) }, editor);
    const expectKept = async () => {
      expect(await isFound('rename', 'Firstname')).toBe(false);
      expect(await listDoors('rename', 'Secondname')).toEqual(toDoors('rename'));
      expect(await listDoors(close.slug, 'Overwritten')).toEqual(toDoors(close.slug));
      expect((await read(id)).issues).toBe(1);
    };
    await expectKept();
    const hidden = await make('hidden-one', { title_en: 'Neverseen' });
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    await expectKept();
    expect(await listDoors('hidden-one', 'Neverseen')).toEqual([]);
    await publish(hidden);
    await site.call(calls.hideMagazine, await hide(hidden), editor);
    await site.call(calls.hideMagazine, await hide(502), editor);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect(await listDoors('hidden-one', 'Neverseen')).toEqual([]);
    expect(await listDoors('zarreh', 'Zarreh')).toEqual([]);
    await publish(502);
  });

  it('has one address, that no other magazine and no channel has, also of two members at once', async () => {
    const two = await Promise.all(
      ['Onename', 'Othername'].map((title_en) =>
        site.ask(calls.createMagazine, { slug: 'at-once', ...texts({ title_en }) }, editor),
      ),
    );
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [one, replay] = await Promise.all([make('replayed'), make('replayed')]);
    expect(replay).toBe(one);
    const channel = await site.sql('SELECT slug FROM channels LIMIT 1').first<string>('slug');
    for (const slug of ['at-once', 'newspaper', channel ?? ''])
      expect(await refuse(calls.createMagazine, { slug, ...texts() }, editor), slug).toBe('409 front_key_used slug');
  });

  it('stays on the site where the menu leads to it', async () => {
    for (const id of [NEWSPAPER, STUDIO])
      expect(await refuse(calls.hideMagazine, await hide(id), editor)).toBe('409 front_magazine_fixed');
    expect(await refuse(issues.createIssue, { id: STUDIO, number: 1, ...facts() }, editor)).toBe('409 front_studio');
  });

  it('is refused with hostile texts, a stale number, and by other roles', async () => {
    const id = await make('refused');
    const { rev } = await read(id);
    for (const [more, answer] of [
      [{ slug: '../x' }, '422 invalid_input slug'],
      [{ slug: 'A-b' }, '422 invalid_input slug'],
      [{ title: ' \u202e ' }, '422 invalid_input title'],
      [{ title_en: 'x'.repeat(101) }, '422 invalid_input title_en'],
      [{ synopsis_fa: 7 }, '422 invalid_input synopsis_fa'],
    ] as const) {
      const input = { slug: 'hostile', ...texts(), ...more };
      expect(await refuse(calls.createMagazine, input, editor), JSON.stringify(more)).toBe(answer);
    }
    const hostile = texts({ title: '\u202eزر\u0000نگار', title_en: '<script>alert(1)</script>' });
    const saved = (await site.call(calls.saveMagazine, { id, rev, ...hostile }, editor)).data;
    expect(saved).toMatchObject({ title: 'زرنگار', title_en: '<script>alert(1)</script>' });
    expect(await refuse(calls.saveMagazine, { id, rev, ...texts() }, as('sara'))).toBe('409 front_changed');
    expect(await refuse(calls.hideMagazine, { id, rev: rev + 1, reason: ' ' }, editor)).toBe(
      '422 invalid_input reason',
    );
    expect(await refuse(calls.publishMagazine, { id, rev: rev + 1 }, as('finance'))).toBe('403 operator_role');
    expect(await refuse(calls.listDeskMagazines, {}, as('moderator'))).toBe('403 operator_role');
    expect(await refuse(calls.getDeskMagazine, { id: 99 }, editor)).toBe('404 front_magazine_unknown');
    const both = [as('editor'), as('sara')].map((who, at) =>
      site.ask(calls.saveMagazine, { id, rev: rev + 1, ...texts({ title_en: `By ${String(at)}` }) }, who),
    );
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('an issue of the desk', () => {
  it('is on the page from its time on, which no schedule has to run for', async () => {
    const id = await make('timed');
    await publish(id);
    await addIssue(id, 1);
    expect(await listShown('timed')).toEqual([]);
    const at = site.clock.now + 3600;
    expect((await publishIssue(id, 1, at)).data).toMatchObject({ state: 'scheduled', starts_at: at });
    expect(await site.env.CONFIG.get('next_publication')).toBe(`at:${String(at)}`);
    expect(await listShown('timed')).toEqual([]);
    site.clock.now = at;
    expect(await listShown('timed')).toEqual([1]);
    const version = await getVersion();
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: at });
    expect(await getVersion()).not.toBe(version);
    expect((await readIssue(id, 1)).state).toBe('released');
    // A past time is the present one.
    await site.call(issues.hideIssue, await hideIssue(id, 1), editor);
    expect(await listShown('timed')).toEqual([]);
    expect((await publishIssue(id, 1, at - 60)).data).toMatchObject({ state: 'released', starts_at: null });
    expect(await listShown('timed')).toEqual([1]);
  });

  it('that is withdrawn before its time does not come out', async () => {
    const id = await make('withdrawn');
    await publish(id);
    await addIssue(id, 1);
    const at = site.clock.now + 600;
    await publishIssue(id, 1, at);
    await site.call(issues.hideIssue, await hideIssue(id, 1), editor);
    site.clock.now = at + 60;
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: at + 60 });
    expect(await listShown('withdrawn')).toEqual([]);
  });

  it('gives its cover to the magazine, and takes it along as it is hidden', async () => {
    const id = await make('covered', { title_en: 'Covername' });
    await publish(id);
    for (const number of [1, 2]) {
      const { data } = await addIssue(id, number);
      expect(
        (await send(`${String(id)}/issues/${String(number)}`, data.rev, await cover(`#0000${String(number)}0`))).status,
      ).toBe(200);
      await publishIssue(id, number);
    }
    const [first, second] = [await readIssue(id, 1), await readIssue(id, 2)];
    expect(first.art).toMatch(/^cover-/);
    const readCovers = async () => {
      const list = (await site.call(listMagazines, { per_page: 100 })).data.find((one) => one.id === id)?.art;
      const page = (await site.call(getMagazine, { slug: 'covered' })).data.art;
      const doc = await site.sql("SELECT art FROM search_docs WHERE type = 'magazine' AND ref_id = ?", id).first('art');
      return [list, page, doc];
    };
    expect(await readCovers()).toEqual([second.art, second.art, second.art]);
    await site.call(issues.hideIssue, await hideIssue(id, 2), editor);
    expect(await readCovers()).toEqual([first.art, first.art, first.art]);
    const at = site.clock.now + 60;
    await publishIssue(id, 2, at);
    expect(await readCovers()).toEqual([first.art, first.art, first.art]);
    site.clock.now = at;
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: at });
    expect(await readCovers()).toEqual([second.art, second.art, second.art]);
    const { rev } = await read(id);
    expect((await send(String(id), rev, await cover('#20c020'))).status).toBe(200);
    const { art } = await read(id);
    expect(await readCovers()).toEqual([art, art, art]);
    await site.call(calls.removeMagazineCover, { id, rev: rev + 1 }, editor);
    expect(await readCovers()).toEqual([second.art, second.art, second.art]);
    await site.call(issues.removeIssueCover, { id, number: 2, rev: (await readIssue(id, 2)).rev }, editor);
    expect(await readCovers()).toEqual([first.art, first.art, first.art]);
  });

  it('has one number, of which the gaps are shown, and pages by it', async () => {
    const id = await make('numbers');
    for (const number of [2, 3, 7, 9]) await addIssue(id, number);
    const { data, gaps, newest } = await site.call(issues.listDeskIssues, { id }, editor);
    expect(data.map(({ number }) => number)).toEqual([9, 7, 3, 2]);
    expect({ gaps, newest }).toEqual({
      gaps: [
        { from: 8, to: 8 },
        { from: 4, to: 6 },
      ],
      newest: 9,
    });
    const before = await site.call(issues.listDeskIssues, { id, before: 7 }, editor);
    expect(before.data.map(({ number }) => number)).toEqual([3, 2]);
    const [one, replay] = await Promise.all([addIssue(id, 4), addIssue(id, 4)]);
    expect(replay.data.rev).toBe(one.data.rev);
    expect(await refuse(issues.createIssue, { id, number: 4, ...facts({ name_en: 'Other' }) }, editor)).toBe(
      '409 front_issue_taken number',
    );
    const two = ['A', 'B'].map((name_en) =>
      site.ask(issues.createIssue, { id, number: 5, ...facts({ name_en }) }, editor),
    );
    expect((await Promise.all(two)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await addRow(site.env.DB, 'issues', { magazine_id: id, number: 6 });
    expect(await refuse(issues.createIssue, { id, number: 6, ...facts() }, editor)).toBe(
      '409 front_issue_taken number',
    );
  });

  it('is refused with wrong facts, hostile files, a stale number and by other roles', async () => {
    const id = await make('wrong');
    const { rev } = (await addIssue(id, 1)).data;
    for (const [more, answer] of [
      [{ date: '2026-02-30' }, '422 invalid_input date'],
      [{ date: '1405/08/30' }, '422 invalid_input date'],
      [{ date: '9999-01-01' }, '422 invalid_input date'],
      [{ number: 0 }, '422 invalid_input number'],
      [{ number: 1.5 }, '422 invalid_input number'],
      [{ name_fa: '' }, '422 invalid_input name_fa'],
      [{ name_en: '\u2066\u2069' }, '422 invalid_input name_en'],
    ] as const)
      expect(
        await refuse(issues.createIssue, { id, number: 2, ...facts(), ...more }, editor),
        JSON.stringify(more),
      ).toBe(answer);
    const path = `${String(id)}/issues/1`;
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await deny(path, rev, svg, editor, 'image/svg+xml')).toBe('415 picture_format');
    expect(await deny(path, rev, new Uint8Array(0))).toBe('422 picture_empty');
    expect(await deny(path, rev, await cover(), editor, 'image/png')).toBe('415 picture_name');
    expect(await deny(path, rev, (await cover()).subarray(0, 400))).toMatch(/^422 picture_damaged/);
    const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer();
    expect(await deny(path, rev, wide)).toBe('422 picture_shape');
    expect(await deny(path, rev, await cover(), as('viewer'))).toBe('403 operator_role');
    expect(await deny(path, rev + 1, await cover())).toBe('409 front_changed');
    expect(await deny(`${String(id)}/issues/2`, 0, await cover())).toBe('404 front_issue_unknown');
    const save = { id, number: 1, ...facts({ name_en: 'Dey' }) };
    await site.call(issues.saveIssue, { ...save, rev }, editor);
    expect(await refuse(issues.saveIssue, { ...save, rev, name_en: 'Bahman' }, as('sara'))).toBe('409 front_changed');
    expect(await refuse(issues.hideIssue, { id, number: 1, rev, reason: '' }, editor)).toBe('422 invalid_input reason');
    expect(await refuse(issues.publishIssue, { id, number: 1, rev: rev + 1 }, as('support'))).toBe('403 operator_role');
    expect(await refuse(issues.publishIssue, { id, number: 1, rev: rev + 1, starts_at: 12 }, editor)).toBe(
      '422 invalid_input starts_at',
    );
    expect(await refuse(issues.getDeskIssue, { id: 99, number: 1 }, editor)).toBe('404 front_issue_unknown');
  });
});
