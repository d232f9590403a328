import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { clearAnswers } from '../../../src/app/answer-memory.ts';
import { createPageApi } from '../../../src/app/page-api.ts';
import { loadSlider, type SliderFault } from '../../../src/features/home/load-slider.server.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(1_800_000_000);
});
afterAll(() => site.dispose());
beforeEach(() => {
  clearAnswers();
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => {
    expect(warn.mock.calls.every(([text]) => String(text).includes('اسلایدر'))).toBe(true);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

async function load(vars: Partial<Env> = {}) {
  const origin = 'https://pardeh.test';
  const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
  const env = { ...site.env, ...vars };
  const faults: SliderFault[] = [];
  const request = new Request(`${origin}/`);
  const api = createPageApi({ request, origin, env, ctx, locale: 'fa', requester: () => null });
  const slider = await loadSlider(api, (fault) => faults.push(fault));
  return { isLoaded: slider !== null, levels: faults.map(({ level }) => level) };
}
const fromProvider = (answer: () => Promise<Response>) => {
  clearAnswers();
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.stubGlobal('fetch', answer);
  return load({ API_BASE_URL: 'https://provider.test' });
};

it('a slider of ours that is invalid is a Persian warning (spec 8.14)', async () => {
  expect(await load()).toEqual({ isLoaded: true, levels: [] });
  await site.env.DB.prepare("UPDATE titles SET year = 'x' WHERE id IN (SELECT title_id FROM sliders)").run();
  clearAnswers();
  expect(await load()).toEqual({ isLoaded: false, levels: ['warn'] });
});

it.each([
  { data: 'nothing' },
  { data: { data: 'nothing' } },
  { data: { data: { sliders: 'x', live: 7 } } },
  { data: { data: { sliders: ['x', 1], live: [] } } },
  { data: { data: {} } },
])('a provider’s slider %j is a Persian warning (spec 8.14)', async (answer) => {
  expect(await fromProvider(() => Promise.resolve(Response.json(answer)))).toEqual({
    isLoaded: false,
    levels: ['warn'],
  });
});

it('an empty slider of a provider is valid; a call that fails is an error (spec 8.14)', async () => {
  const empty = { data: { data: { sliders: [], live: [] } } };
  expect(await fromProvider(() => Promise.resolve(Response.json(empty)))).toEqual({ isLoaded: true, levels: [] });
  for (const answer of [
    () => Promise.resolve(new Response('', { status: 500 })),
    () => Promise.reject(new TypeError('down')),
  ])
    expect(await fromProvider(answer)).toEqual({ isLoaded: false, levels: ['error'] });
});
