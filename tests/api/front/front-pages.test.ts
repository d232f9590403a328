import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAnswers } from '../../../src/app/answer-memory.ts';
import { createPageApi } from '../../../src/app/page-api.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { recentPages } from '../../../src/edge/recent-pages.ts';
import { publishDue } from '../../../src/features/catalogue/server/publish-due.ts';
import * as calls from '../../../src/features/front/contract.ts';
import { getDiscover, getSlider } from '../../../src/features/home/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { getEnv } from '../../../src/platform/http/limits/query-count.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

const { site, as, getVersion } = await openDeskTitles();
const editor = as('editor');
/** Epoch seconds. */
const TURN = 1_800_003_600;
let afterRead = async () => {};

/** Home, as the numbers of its slides and the keys of its lists. */
const worker = createWorker(async (request, _env, ctx) => {
  const env = getEnv(ctx);
  const api = createPageApi({ request, origin: ORIGIN, env, ctx, locale: 'fa', requester: () => null });
  const [slider, rails] = [await api(getSlider, {}), await api(getDiscover, {})];
  await afterRead();
  const body = {
    slides: slider.ok ? slider.value.data.data.sliders.map(({ id }) => id) : null,
    lists: rails.ok ? rails.value.data.data.map(({ key }) => key) : null,
  };
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'text/html; charset=utf-8' } });
});

async function visit() {
  const background: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const request = new Request(`${ORIGIN}/`, { headers: { 'cf-connecting-ip': '192.0.2.9' } });
  const response = await worker(request, site.env, ctx);
  await Promise.allSettled(background);
  const page = await response.json<{ slides: number[]; lists: string[] }>();
  return { ...page, control: response.headers.get('cache-control') };
}
const turn = (seconds: number) => {
  site.clock.now = seconds;
  vi.setSystemTime(seconds * 1000);
};
const always = { starts_at: null, ends_at: null };
const slide = (title_id: number, more: object = {}) => ({ title_id, line_fa: null, line_en: null, ...always, ...more });
const saveHero = async (slides: ReturnType<typeof slide>[]) => {
  const { rev } = (await site.call(calls.getHero, {}, editor)).data;
  return site.call(calls.saveHero, { rev, slides }, editor);
};
const saveList = async (key: string, more: object) => {
  const answer = await site.ask(calls.getDeskList, { key }, editor);
  const { data } = answer.ok ? await answer.json<{ data: calls.DeskList }>() : { data: null };
  const list = { name_fa: 'ف', name_en: 'Own', line_fa: null, line_en: null, layout: 'posters' as const, ...always };
  const input = { key, rev: data?.rev ?? 0, is_new: data === null, ...list, titles: [10, 11], ...more };
  await site.call(calls.saveDeskList, input, editor);
};

beforeEach(() => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.useFakeTimers({ toFake: ['Date'] });
  recentPages.clear();
  clearAnswers();
  turn(TURN - 600);
  afterRead = async () => {};
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a guest’s home', () => {
  it('has a save within a minute', async () => {
    await saveHero([slide(10)]);
    expect((await visit()).slides).toEqual([10]);
    await saveHero([slide(11), slide(10)]);
    turn(TURN - 540);
    expect((await visit()).slides).toEqual([11, 10]);
  });

  it('has a slide from its second on, without one that is over, and no browser keeps the page beyond it', async () => {
    await saveHero([slide(11, { starts_at: TURN }), slide(10, { ends_at: TURN })]);
    expect((await visit()).slides).toEqual([10]);
    turn(TURN - 10);
    expect((await visit()).control).toMatch(/max-age=10(?!\d)/);
    turn(TURN - 1);
    expect((await visit()).slides).toEqual([10]);
    const version = await getVersion();
    turn(TURN);
    expect((await visit()).slides).toEqual([11]);
    const next = await getVersion();
    expect(next).not.toBe(version);
    turn(TURN + 5);
    expect((await visit()).slides).toEqual([11]);
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: TURN + 5 });
    expect(await getVersion()).toBe(next);
  });

  it('has a slide on a host whose clock is 90 seconds behind the one that took its second', async () => {
    await saveHero([slide(11, { starts_at: TURN }), slide(10, { ends_at: TURN })]);
    turn(TURN - 90);
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: TURN });
    expect((await visit()).slides).toEqual([10]);
    turn(TURN + 90);
    expect((await visit()).slides).toEqual([11]);
    const version = await getVersion();
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: TURN + 300 });
    expect(await getVersion()).toBe(version);
  });

  it('is rendered again if a slide begins while it is rendered, and a process that ended in between loses none', async () => {
    await saveHero([slide(10), slide(12, { starts_at: TURN })]);
    turn(TURN - 1);
    afterRead = async () => {
      turn(TURN);
      const DB = new Proxy(site.env.DB, {
        get(target, name) {
          if (name !== 'prepare') return Reflect.get(target, name) as unknown;
          return (text: string) => {
            if (text.startsWith('DELETE FROM front_turns')) throw new Error('the process ended');
            return target.prepare(text);
          };
        },
      });
      const ended = publishDue({ db: openDatabase(DB), env: site.env, now: TURN });
      await expect(ended).rejects.toThrow('the process ended');
    };
    await visit();
    afterRead = async () => {};
    clearAnswers();
    expect((await visit()).slides).toEqual([10, 12]);
    await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: TURN });
    expect(await site.sql('SELECT count(*) AS n FROM front_turns WHERE at <= ?', TURN).first('n')).toBe(0);
  });
});

describe('a seed', () => {
  it('keeps the hero, the lists and their order as the desk has them', async () => {
    await saveHero([slide(12, { line_en: 'Own line' })]);
    await saveList('own-list', { titles: [11, 10] });
    await saveList('classics', { name_en: 'Old and good', titles: [10] });
    const { rev, lists } = (await site.call(calls.listDeskLists, {}, editor)).data;
    const order = lists.map(({ key }) => ({ key, is_home: key !== 'series' })).reverse();
    await site.call(calls.saveListOrder, { rev, lists: order }, editor);
    const readAll = async () => {
      const [hero, sorted, desk, classics] = [
        await site.call(calls.getHero, {}, editor),
        await site.call(calls.listDeskLists, {}, editor),
        await site.call(calls.getDeskList, { key: 'own-list' }, editor),
        await site.call(calls.getDeskList, { key: 'classics' }, editor),
      ];
      return { hero: hero.data, sorted: sorted.data, desk: desk.data, classics: classics.data };
    };
    const before = await readAll();
    expect(before.sorted.lists[0]?.key).toBe('own-list');
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    const after = await readAll();
    expect(after.hero.slides).toMatchObject([{ title_id: 12, line_en: 'Own line' }]);
    expect(after.sorted.lists.map(({ key, is_home }) => ({ key, is_home }))).toEqual(order);
    expect(after.desk).toMatchObject({ name_en: 'Own', titles: [{ id: 11 }, { id: 10 }] });
    expect(after.classics).toMatchObject({ name_en: 'Old and good', titles: [{ id: 10 }] });
    expect(after.classics.changes[0]?.may_undo).toBe(true);
  });
});
