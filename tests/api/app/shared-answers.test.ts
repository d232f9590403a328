import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAnswers } from '../../../src/app/answer-memory.ts';
import { createPageApi } from '../../../src/app/page-api.ts';
import { listComments } from '../../../src/features/comments/contract.ts';
import { getPlans } from '../../../src/features/checkout/contract.ts';
import { getGenres, getTitle, listTitles } from '../../../src/features/titles/contract/catalogue.ts';
import { SESSION_COOKIE } from '../../../src/platform/config/session.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import { SHARED_KIDS } from '../../../src/platform/http/session/kids-cookie.ts';
import { countQueries } from '../../../src/platform/http/limits/query-count.ts';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { failing } from '../../support/faults/failing-d1.ts';

const NOW = 1_800_000_000;
const FILM = { kind: 'movie', id: 52 } as const;
let site: CatalogueFixture;
let time = NOW * 1000;

beforeAll(async () => {
  site = await openCatalogue(NOW);
});
afterAll(() => site.dispose());
beforeEach(() => {
  clearAnswers();
  // Past what one test leaves to the next.
  vi.useFakeTimers({ toFake: ['Date'], now: (time += 10_000) });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

interface Visitor {
  headers?: Record<string, string>;
  locale?: Locale;
  host?: string;
  vars?: Partial<Env>;
}

/** The API of a page that this visitor requests, with the number of statements that it sends. */
function openPage({ headers = {}, locale = 'fa', host = 'pardeh.test', vars = {} }: Visitor = {}) {
  const counted = countQueries({ ...site.env, ...vars });
  const origin = `https://${host}`;
  const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
  const request = new Request(`${origin}/`, { headers });
  const call = createPageApi({ request, origin, env: counted.env, ctx, locale, requester: () => null });
  return { call, queries: counted.queries };
}

async function readName(visitor?: Visitor): Promise<string> {
  const result = await openPage(visitor).call(getTitle, FILM);
  if (!result.ok) throw new Error(result.error.code);
  return result.value.data.name_fa;
}

let names = 0;
async function rename(): Promise<string> {
  const name = `نام ${String((names += 1))}`;
  await site.env.DB.prepare('UPDATE titles SET name_fa = ? WHERE id = ?').bind(name, FILM.id).run();
  return name;
}

describe('pages of guests', () => {
  it('share an answer for a second, without a statement', async () => {
    const first = await rename();
    expect(await readName()).toBe(first);
    const second = await rename();
    vi.setSystemTime(time + 999);
    const page = openPage();
    expect(await page.call(getTitle, FILM)).toMatchObject({ value: { data: { name_fa: first } } });
    expect(page.queries()).toBe(0);
    vi.setSystemTime(time + 1001);
    expect(await readName()).toBe(second);
  });

  it('see a new version of the catalogue at once', async () => {
    await readName();
    const name = await rename();
    await site.env.CONFIG.put(CATALOGUE_VERSION_KEY, `version ${String(names)}`);
    vi.setSystemTime((time += 6000));
    expect(await readName()).toBe(name);
  });

  it('share nothing after a clock that jumps back', async () => {
    await readName();
    const name = await rename();
    vi.setSystemTime(time - 3_600_000);
    expect(await readName()).toBe(name);
  });

  it('share no failure, and no answer of another input', async () => {
    const down = openPage({ vars: { DB: failing(site.env.DB, { matching: /FROM/i }) } });
    expect((await down.call(getTitle, FILM)).ok).toBe(false);
    const name = await rename();
    expect(await readName()).toBe(name);
    expect((await openPage().call(getTitle, { kind: 'movie', id: 999_999 })).ok).toBe(false);
    const lists = [1, 2].map((page) => openPage().call(listTitles, { page }));
    const [first, second] = await Promise.all(lists);
    expect(first).not.toEqual(second);
  });

  it('cannot change what the next one gets', async () => {
    const { call } = openPage();
    for (const result of [await call(getTitle, FILM), await call(getTitle, FILM)]) {
      if (!result.ok) throw new Error(result.error.code);
      const { data } = result.value;
      expect(() => (data.name_fa = 'x')).toThrow(TypeError);
      expect(() => data.genres.splice(0)).toThrow(TypeError);
    }
  });
});

describe('is not shared with', () => {
  it('another language', async () => {
    const [fa, en] = [await openPage().call(getGenres, {}), await openPage({ locale: 'en' }).call(getGenres, {})];
    expect(fa).not.toEqual(en);
  });

  it('kids mode', async () => {
    await rename();
    const adult = await openPage().call(listTitles, { kind: 'movie' });
    const child = await openPage({ headers: { [KIDS_HEADER]: SHARED_KIDS } }).call(listTitles, { kind: 'movie' });
    if (!adult.ok || !child.ok) throw new Error('no list');
    expect(child.value.meta.total).toBeLessThan(adult.value.meta.total);
  });

  it('a host whose visitors all have the subscription (spec 4.26)', async () => {
    const vars = { SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'igapp.example.org,app.igapp.example.org' };
    const offers = [];
    for (const host of ['pardeh.test', 'igapp.example.org']) {
      const result = await openPage({ vars, host }).call(getTitle, FILM);
      offers.push(result.ok && result.value.data.offer);
    }
    expect(offers[0]).not.toEqual(offers[1]);
  });

  it('a session, whose pages read the database', async () => {
    const token = await signIn(site.env, time / 1000, time / 1000 + 1000);
    await readName();
    const name = await rename();
    const headers = { cookie: `${SESSION_COOKIE}=${token}` };
    expect(await readName({ headers })).toBe(name);
    const comments = openPage({ headers });
    await comments.call(listComments, { id: FILM.id });
    expect(comments.queries()).toBeGreaterThan(0);
  });
});

it('what is sold is read each time', async () => {
  await openPage().call(getPlans, {});
  const page = openPage();
  await page.call(getPlans, {});
  expect(page.queries()).toBeGreaterThan(0);
});
