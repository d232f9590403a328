import { afterEach, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/api.ts';
import { loadShell } from '../../src/client/shell.ts';
import { loadSlider } from '../../src/pages/_load-slider.ts';

const asked: string[] = [];
const apiThat = (answers: () => Response | Promise<Response>) =>
  createClient({
    base: '',
    locale: 'fa',
    fetch: async (url) => {
      asked.push(url);
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
  const shell = await loadShell(apiThat(() => new Response('', { status: 500 })));
  expect(shell).toEqual({ genres: {}, categories: [], magazines: [], details: null });
  expect(error).toHaveBeenCalledTimes(4);
});

it('the slider is asked for with the reference of spec 9.17 where nobody referred', async () => {
  asked.length = 0;
  const slider = { sliders: [], live: [] };
  expect(await loadSlider(apiThat(() => Response.json({ data: { data: slider } })))).toEqual(slider);
  expect(asked).toEqual(['/get/slider?ref=%7Bcode%7D']);
});
