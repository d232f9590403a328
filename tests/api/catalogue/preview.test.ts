import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALLS } from '../../../src/app/calls.ts';
import { createPageApi } from '../../../src/app/page-api.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { clearAnswers } from '../../../src/app/answer-memory.ts';
import { createDeskTitle, publishTitles } from '../../../src/features/catalogue/contract.ts';
import { openPreviewDatabase } from '../../../src/features/catalogue/server/preview-database.ts';
import { saveDeskList, saveHero } from '../../../src/features/front/contract.ts';
import { getSlider } from '../../../src/features/home/contract.ts';
import { createIssue, hideIssue, publishIssue } from '../../../src/features/front/issues-contract.ts';
import { createMagazine, hideMagazine, publishMagazine } from '../../../src/features/front/magazines-contract.ts';
import { getMagazine, listMagazines } from '../../../src/features/magazines/contract.ts';
import { createScreening } from '../../../src/features/front/screenings-contract.ts';
import { getChannels, getGuide } from '../../../src/features/live/contract.ts';
import { getScreening } from '../../../src/features/screenings/contract.ts';
import { getVariant } from '../../../src/platform/config/variants.ts';
import { getTitle, listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { SESSION_COOKIE, VALID_UNTIL_HEADER } from '../../../src/platform/config/session.ts';
import { recentPages } from '../../../src/edge/recent-pages.ts';
import { getEnv } from '../../../src/platform/http/limits/query-count.ts';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';
import { tehranDate } from '../../../src/platform/text/tehran-week.ts';
import { buildRequest, ORIGIN } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

const { platform, site, as } = await openDeskTitles();
const FILM = 10;
const NOW = Math.floor(Date.now() / 1000);

/** A page that shows what its API answers: the name, the episodes and the second, or 404. */
const worker = createWorker(async (request, _env, ctx) => {
  const { pathname, host } = new URL(request.url);
  const [, kind = '', id = ''] = pathname.split('/');
  const api = createPageApi({
    ...{ request, origin: ORIGIN, ctx, locale: 'en' },
    env: getEnv(ctx),
    requester: () => null,
  });
  const { name, isRestricted } = getVariant(getEnv(ctx), host);
  if (pathname === '/') {
    const slider = await api(getSlider, {});
    const slides = slider.ok ? slider.value.data.data.sliders.map((slide) => slide.id) : null;
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return new Response(JSON.stringify({ slides, variant: [name, isRestricted] }), { headers });
  }
  const part = await readPart(api, kind, id);
  if (part !== null)
    return Response.json({ part, variant: [name, isRestricted] }, { status: part === 404 ? 404 : 200 });
  const answer = await api(getTitle, { kind: kind as TitleKind, id: Number(id) });
  const title = answer.ok ? answer.value.data : null;
  const body = JSON.stringify({
    ...{ name: title?.name_en, release: title?.release, search: new URL(request.url).search },
    variant: [name, isRestricted],
    episodes: title?.seasons.flatMap(({ episodes }) => episodes.map((episode) => episode.id)),
    ...{ cookie: request.headers.get('cookie'), kids: request.headers.get(KIDS_HEADER) },
  });
  const headers = { 'content-type': 'text/html; charset=utf-8', [VALID_UNTIL_HEADER]: '1' };
  return new Response(body, { status: title === null ? 404 : 200, headers });
});

/** The content of the page of a list, a screening, a channel or a magazine; 404 if there is none, null for another page. */
async function readPart(api: ReturnType<typeof createPageApi>, kind: string, id: string): Promise<unknown> {
  if (kind === 'kids') return kind;
  if (kind === 'lists') {
    const answer = await api(listTitles, { list: id });
    return answer.ok ? answer.value.data.map((title) => title.id) : 404;
  }
  if (kind === 'ekran') {
    const answer = await api(getScreening, { id: Number(id) });
    return answer.ok ? answer.value.now : 404;
  }
  if (kind === 'magazines') {
    const answer = await api(listMagazines, { per_page: 24, page: 1, sort: 'id', dir: 'desc' });
    return answer.ok ? answer.value.data.map(({ slug }) => slug) : 404;
  }
  if (kind === 'channel') {
    const answer = await api(getMagazine, { slug: id, page: 1 });
    return answer.ok ? answer.value.data.issues.map(({ number }) => number) : 404;
  }
  if (kind !== 'live') return null;
  const channels = await api(getChannels, {});
  const slug = channels.ok ? channels.value.data.find((channel) => channel.id === Number(id))?.slug : undefined;
  const answer = await api(getGuide, { slug: slug ?? '' });
  return answer.ok ? answer.value.data.today : 404;
}

async function visit(path: string, token?: string, more: Record<string, string> = {}) {
  const background: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const headers = {
    ...(token !== undefined && { cookie: `${SESSION_COOKIE}=${token}` }),
    'cf-connecting-ip': '192.0.2.9',
    ...more,
  };
  const response = await worker(new Request(ORIGIN + path, { headers }), site.env, ctx);
  await Promise.allSettled(background);
  const text = await response.text();
  const page = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, page };
}
const { token: editor } = as('editor');
const hide = (ids: number[]) => site.call(publishTitles, { act: 'hide', ids, reason: 'of this test' }, as('editor'));

beforeAll(async () => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  site.clock.now = NOW;
  await hide([FILM]);
  return () => {
    vi.unstubAllGlobals();
  };
});
beforeEach(() => {
  recentPages.clear();
  clearAnswers();
});

describe('a preview', () => {
  it('is the page of a hidden title for the staff, which nothing stores and no visitor opens', async () => {
    const path = `/movie/${String(FILM)}?preview=now&hl=en`;
    const preview = await visit(path, editor);
    expect(preview.status).toBe(200);
    // As a guest has the page: without the member's session.
    expect(preview.page).toMatchObject({ cookie: null, kids: null, search: '' });
    expect(preview.headers.get('cache-control')).toBe('private, no-store');
    expect(preview.headers.has(VALID_UNTIL_HEADER)).toBe(false);
    expect(preview.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const visitor = await site.visitor();
    for (const token of [undefined, visitor.token, as('support').token, as('moderator').token, 'x'.repeat(40)])
      for (const address of [path, path.replace('&hl=en', ''), `/movie/${String(FILM)}`])
        expect((await visit(address, token)).status, `${String(token)} ${address}`).toBe(404);
    expect((await visit(path, editor)).status).toBe(200);
    expect((await visit(path.replace('movie', 'series'), editor)).status).toBe(404);
    expect((await visit(path.replace('now', '0 OR 1=1'), editor)).status).toBe(404);
    const readRows = () => site.sql("SELECT * FROM operator_audit WHERE action = 'previewTitle'").all();
    const rows = await readRows();
    // A link of another site or of a message, and a prefetch, leave no row.
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    ];
    for (const more of foreign) expect((await visit(path, editor, more)).status).not.toBe(200);
    expect((await readRows()).results).toHaveLength(rows.results.length);
    expect((await visit(path, editor, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect(rows.results[0]).toMatchObject({ operator: 'editor', subject: `title:${String(FILM)}`, status: 200 });
  });

  it('of a series shows its episodes that come out until that second, and no other hidden one', async () => {
    const names = { name_fa: 'پیش‌نمایش', name_en: 'Preview', key: 'preview-series' };
    const make = async (input: object) =>
      (await site.call(createDeskTitle, { ...names, ...input }, as('editor'))).data.id;
    const series_id = await make({ kind: 'series', year: '2026', minutes: '40' });
    const part = (number: number) => make({ key: `preview-${String(number)}`, kind: 'episode', series_id, number });
    const [first, second] = [await part(1), await part(2)];
    const plan = { act: 'publish' as const, ids: [first], starts_at: NOW + 3600 };
    await site.call(publishTitles, plan, as('editor'));
    const read = async (address: string) => (await visit(address, editor)).page['episodes'];
    const path = `/series/${String(series_id)}?preview=`;
    expect(await read(`${path}now`)).toEqual([]);
    expect(await read(`${path}${String(NOW + 3600)}`)).toEqual([first]);
    expect(await read(`/episode/${String(second)}?preview=now`)).toEqual([second]);
    expect((await visit(`/series/${String(series_id)}`, editor)).status).toBe(404);
  });

  it('reads all that a page may read', async () => {
    const DB = openPreviewDatabase(site.env.DB, { id: FILM, at: NOW });
    const gets = CALLS.filter(({ method, path }) => method === 'GET' && !/^\/(dev|operator|logout)/.test(path));
    expect(gets.length).toBeGreaterThan(30);
    const broken = [];
    for (const { path } of gets) {
      const address = path.replace(':kind', 'movie').replace(/:\w+/, String(FILM));
      const request = buildRequest(address, { headers: { 'cf-connecting-ip': '192.0.2.8' } });
      const { status } = await site.api(request, { ...site.env, DB }, platform.ctx);
      if (status >= 500) broken.push(`${String(status)} ${address}`);
    }
    expect(broken).toEqual([]);
  });

  it('of home has the slides of its date in a variant, for who may read the front', async () => {
    const slide = (title_id: number, starts_at: number | null) => ({
      ...{ title_id, starts_at, line_fa: null, line_en: null, ends_at: null },
    });
    const slides = [slide(11, null), slide(FILM, NOW + 60), slide(12, NOW + 120)];
    await site.call(saveHero, { rev: 0, slides }, as('editor'));
    await site.call(publishTitles, { act: 'publish', ids: [FILM], starts_at: NOW + 300 }, as('editor'));
    const read = async (query: string, token?: string) => (await visit(`/?${query}`, token)).page;
    expect(await read('preview=now', editor)).toEqual({ slides: [11], variant: ['main', false] });
    expect(await read(`preview=${String(NOW + 200)}`, editor)).toMatchObject({ slides: [11, 12] });
    expect(await read(`preview=${String(NOW + 300)}`, editor)).toMatchObject({ slides: [11, FILM, 12] });
    for (const [name, variant] of [
      ['plus', ['plus', false]],
      ['igapp', ['igapp', false]],
      ['restricted', ['igapp', true]],
      ["main'", ['main', false]],
    ] as const)
      expect(await read(`preview=now&variant=${name}`, editor), name).toMatchObject({ variant });
    for (const token of [as('viewer').token, as('support').token, undefined])
      expect(await read(`preview=${String(NOW + 300)}&variant=plus`, token)).toEqual({
        ...{ slides: [11], variant: ['main', false] },
      });
    const rows = await site.sql("SELECT * FROM operator_audit WHERE action = 'previewHome'").all();
    expect(rows.results[0]).toMatchObject({ operator: 'editor', subject: 'front:home', permission: 'front.read' });
    expect(rows.results).toHaveLength(7);
  });

  it('of a list, a screening and a channel is of its date, variant and viewer, for who may read the front', async () => {
    const list = { name_fa: 'شب', name_en: 'Night', line_fa: null, line_en: null, layout: 'wide' as const };
    const window = { starts_at: NOW + 3600, ends_at: null };
    await site.call(
      saveDeskList,
      { key: 'night', rev: 0, is_new: true, ...list, ...window, titles: [11] },
      as('editor'),
    );
    const facts = { title_id: 11, starts_at: NOW + 60, ends_at: NOW + 90_000, hours: 48, toman: 45_000, capacity: 3 };
    const { id } = (await site.call(createScreening, facts, as('editor'))).data;
    const later = NOW + 7 * 24 * 3600;
    const read = async (path: string, query: string, token: string | null = editor) =>
      (await visit(`${path}?${query}`, token ?? undefined)).page;
    expect(await read('/lists/night', 'preview=now')).toMatchObject({ part: 404 });
    expect(await read('/lists/night', `preview=${String(NOW + 3600)}&variant=restricted`)).toEqual({
      ...{ part: [11], variant: ['igapp', true] },
    });
    const screening = `/ekran/${String(id)}`;
    expect(await read(screening, `preview=${String(later)}`)).toMatchObject({ part: later });
    expect(await read('/live/401', `preview=${String(later)}`)).toMatchObject({ part: tehranDate(later) });
    // A child is led to the kids’ page from both, and a list is open.
    for (const path of [screening, '/live/401'])
      expect(await read(path, `preview=${String(later)}&kids=1`), path).toMatchObject({ part: 'kids' });
    expect(await read('/lists/night', `preview=${String(NOW + 3600)}&kids=1`)).toMatchObject({ part: [11] });
    for (const token of [as('viewer').token, as('support').token, null])
      expect(await read('/lists/night', `preview=${String(NOW + 3600)}`, token)).toMatchObject({ part: 404 });
    const rows = await site.sql("SELECT subject FROM operator_audit WHERE action = 'previewFront'").all();
    expect(rows.results.map((row) => row['subject'])).toEqual([
      ...['front:list:night', 'front:list:night', `front:screening:${String(id)}`, 'front:week:401'],
      ...[`front:screening:${String(id)}`, 'front:week:401', 'front:list:night'],
    ]);
  });

  it('of a magazine has its drafts, planned issues from their time on, and nothing that was taken back', async () => {
    const texts = { title: 'گاهنامه', title_en: 'Gazette', synopsis_fa: '', synopsis_en: '' };
    const make = async (slug: string) => (await site.call(createMagazine, { slug, ...texts }, as('editor'))).data.id;
    const id = await make('gazette');
    await make('other-one');
    const facts = { date: '2026-11-21', name_fa: 'شماره', name_en: 'Issue' };
    for (const number of [1, 2, 3]) await site.call(createIssue, { id, number, ...facts }, as('editor'));
    await site.call(publishIssue, { id, number: 2, rev: 1, starts_at: NOW + 3600 }, as('editor'));
    await site.call(publishIssue, { id, number: 3, rev: 1 }, as('editor'));
    await site.call(hideIssue, { id, number: 3, rev: 2, reason: 'of this test' }, as('editor'));
    const read = async (path: string, query = '', token: string | undefined = editor) =>
      (await visit(path + query, token)).page['part'];
    expect(await read('/channel/gazette')).toBe(404);
    expect(await read('/channel/gazette', '?preview=now')).toEqual([1]);
    expect(await read('/channel/gazette', `?preview=${String(NOW + 3600)}`)).toEqual([2, 1]);
    expect(await read('/channel/unknown', '?preview=now')).toBe(404);
    expect(await read('/magazines', '?preview=now')).toEqual(expect.arrayContaining(['gazette', 'other-one']));
    expect(await read('/magazines')).not.toContain('gazette');
    // One of them does not open another.
    await site.call(publishMagazine, { id, rev: 1 }, as('editor'));
    await site.call(hideMagazine, { id, rev: 2, reason: 'of this test' }, as('editor'));
    expect(await read('/channel/gazette', '?preview=now')).toEqual([1]);
    expect(await read('/magazines', '?preview=now')).not.toContain('gazette');
    for (const token of [as('viewer').token, as('support').token, ''])
      expect(await read('/channel/other-one', '?preview=now', token)).toBe(404);
    const rows = await site
      .sql(
        "SELECT DISTINCT subject FROM operator_audit WHERE subject LIKE 'front:magazine%' AND action = 'previewFront'",
      )
      .all();
    expect(rows.results.map((row) => row['subject'])).toEqual([`front:magazine:${String(id)}`, 'front:magazines']);
  });

  it('is of its date, of a variant and of kids mode where it says so', async () => {
    await site.sql("UPDATE all_titles SET release_date = '2031-01-01', age = 18 WHERE id = ?", FILM).run();
    const path = `/movie/${String(FILM)}?preview=`;
    expect((await visit(`${path}now`, editor)).page).toMatchObject({ release: 'not_released' });
    expect((await visit(`${path}now&variant=restricted`, editor)).page).toMatchObject({ variant: ['igapp', true] });
    const later = Date.UTC(2031, 5, 1) / 1000;
    expect((await visit(path + String(later), editor)).page).toMatchObject({ release: 'released' });
    expect((await visit(`${path}now&kids=1`, editor)).status).toBe(404);
    expect((await visit(path + String(later), as('owner').token)).status).toBe(200);
  });
});
