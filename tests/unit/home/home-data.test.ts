import { afterEach, expect, it, vi } from 'vitest';
import { hasEnded } from '../../../src/features/live/valid-until.ts';
import { createClient } from '../../../src/platform/client/api.ts';
import { fillHome } from '../../../src/shell/boot/home.ts';
import { loadAppDetails, loadShell } from '../../../src/shell/load-shell.ts';
import { loadHome } from '../../../src/features/home/page.server.ts';
import { VALID_UNTIL_HEADER } from '../../../src/platform/config/session.ts';
import type { PageContext } from '../../../src/platform/http/pages/page-context.ts';
import { daysFrom, tehranDate, tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { createSliderLoader, loadSlider } from '../../../src/features/home/load-slider.server.ts';

const urls: string[] = [];
const apiThat = (answers: () => Response | Promise<Response>) =>
  createClient({
    base: '',
    locale: 'fa',
    fetch: async (url) => {
      urls.push(url);
      return answers();
    },
  });
const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  warn.mockClear();
  error.mockClear();
});

it('a slider that is none is a Persian warning in the log, a failed call an error; the page goes without (spec 8.14)', async () => {
  expect(await loadSlider(apiThat(() => Response.json({ data: 'nothing' })))).toBeNull();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('اسلایدر'));
  expect(error).not.toHaveBeenCalled();
  expect(await loadSlider(apiThat(() => Promise.reject(new Error('down'))))).toBeNull();
  expect(error).toHaveBeenCalledWith(expect.stringContaining('slider'));
});

it('menus that cannot be had are empty, and only logged (spec 8.07)', async () => {
  const shell = await loadShell(
    apiThat(() => new Response('', { status: 500 })),
    { kids: false },
  );
  expect(shell).toEqual({ genres: {}, categories: [], magazines: [], details: null });
  expect(error).toHaveBeenCalledTimes(4);
});

it('kids mode asks for no magazines, which are refused there, and logs nothing of them', async () => {
  urls.length = 0;
  const api = apiThat(() => new Response('', { status: 500 }));
  expect(await loadShell(api, { kids: true })).toMatchObject({ magazines: [] });
  expect(urls).toHaveLength(3);
  expect(urls.filter((url) => url.includes('magazines'))).toEqual([]);
  expect(error).not.toHaveBeenCalledWith(expect.stringContaining('magazines'));
});

it('the footer’s details that the trial has asked for are not asked for again', async () => {
  urls.length = 0;
  const api = apiThat(() => new Response('', { status: 500 }));
  const details = loadAppDetails(api);
  await loadShell(api, { kids: false }, () => details);
  expect(urls.filter((url) => url.includes('details'))).toHaveLength(1);
});

it('the slider is asked for with the reference of spec 9.17 where nobody referred', async () => {
  urls.length = 0;
  const slider = { sliders: [], live: [] };
  expect(await loadSlider(apiThat(() => Response.json({ data: { data: slider } })))).toEqual(slider);
  expect(urls).toEqual(['/get/slider?ref=%7Bcode%7D']);
});

it('the slider is asked for once a page, again on request or where there was none, and is kept where that fails (spec 4.24)', async () => {
  const buildSlider = (name: string) => ({ sliders: [], live: [], name });
  let answer: () => Response = () => new Response('', { status: 500 });
  urls.length = 0;
  const load = createSliderLoader(apiThat(() => answer()));
  expect([await load(), urls.length]).toEqual([null, 1]);
  answer = () => Response.json({ data: { data: buildSlider('first') } });
  expect(await load()).not.toBeNull();
  expect(urls).toHaveLength(2);
  await Promise.all([load(), load(), load({ reload: false })]);
  expect(urls).toHaveLength(2);
  await load({ reload: true });
  expect(urls).toHaveLength(3);
  answer = () => new Response('', { status: 500 });
  expect(await load({ reload: true })).toEqual({ sliders: [], live: [] });
  expect(urls).toHaveLength(4);
});

it('the page ends where a slide says something else: at its screening, its release or its last day', async () => {
  const now = Math.floor(Date.now() / 1000);
  const card = {
    ...{ id: 1, kind: 'movie', name_fa: 'الف', name_en: 'A', year: 2020, age: 12, minutes: 90, access: 'free' },
    ...{ release: 'released', rating: null, iranian: false, art: null, backdrop: null, focus_x: null, focus_y: null },
    ...{ synopsis_fa: '', synopsis_en: '', available_until: null, release_date: null },
  };
  const screening = { id: 1, starts_at: now - 60, ends_at: now + 60, hours: 2, toman: 1 };
  const readUntil = async (more: object) => {
    const slides = Response.json({ data: { data: { sliders: [{ ...card, ...more }], live: [] } } });
    const api = apiThat(() => (urls.at(-1)?.includes('slider') ? slides : new Response('', { status: 500 })));
    const response = { headers: new Headers() };
    const page = { locals: { api }, response } as unknown as PageContext;
    expect((await loadHome(page)).slider).not.toBeNull();
    return response.headers.get(VALID_UNTIL_HEADER);
  };
  expect(await readUntil({})).toBeNull();
  const offer = { state: 'needs_ticket', show_buy: false, show_free: false, price: 1, screening, downloads: false };
  expect(await readUntil({ offer })).toBe(String(screening.ends_at));
  const [today = '', tomorrow = ''] = daysFrom(tehranDate(now), 2);
  expect(await readUntil({ release_date: tomorrow })).toBe(String(tehranMidnight(tomorrow)));
  expect(await readUntil({ available_until: today, release_date: '2020-01-01' })).toBe(
    String(tehranMidnight(tomorrow)),
  );
});

it('a programme that has ended asks for the slider anew', () => {
  expect(hasEnded([{ ends_at: 100 }, { ends_at: 200 }], 150)).toBe(true);
  expect(hasEnded([{ ends_at: 100 }], 99)).toBe(false);
  expect(hasEnded([], 99)).toBe(false);
});

it('the faults of the slider are in the browser’s console, too, by their level (spec 8.14)', () => {
  const faults = [
    { dataset: { console: 'warn', text: 'پاسخ اسلایدر نامعتبر است' } },
    { dataset: { console: 'error', text: 'slider: provider_unreachable' } },
  ];
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    getElementById: () => null,
    querySelectorAll: (selector: string) => (selector === '[data-console]' ? faults : []),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  fillHome();
  expect(warn.mock.calls).toEqual([['پاسخ اسلایدر نامعتبر است']]);
  expect(error.mock.calls).toEqual([['slider: provider_unreachable']]);
  vi.unstubAllGlobals();
});
