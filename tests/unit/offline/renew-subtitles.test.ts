import { beforeEach, expect, it, vi } from 'vitest';
import type { Licence } from '../../../src/features/offline/licence.ts';
import type { SavedTitle } from '../../../src/features/offline/saved-title.ts';
import { renewSubtitles } from '../../../src/features/offline/worker/renew-subtitles.ts';
import { openStoredFiles } from '../../../src/features/offline/worker/stored-files.ts';

const ORIGIN = 'https://pardeh.test';
const BASE = `${ORIGIN}/media/v/a.b/1/movie-52-x/`;
const ENTRY: SavedTitle = {
  ...{ kind: 'movie', id: 52, name_fa: '', name_en: '', height: 240, state: 'saved', why: null },
  ...{ files: 3, done: 3, bytes: 9, savedAt: 1, until: 2, guest: false },
  cart: {
    type: 'movie',
    play: { stream: null, subtitles: [{ lang: 'fa', url: `${ORIGIN}/saved/movie/52/subs/fa.vtt` }] },
  },
};
const toPlay = (...names: string[]) => ({
  manifest_url: `${BASE}master.m3u8`,
  subtitles: names.map((name) => ({ lang: name.slice(0, 2), url: `${BASE}subs/${name}.vtt` })),
});
const stored = new Map<string, Response>();
let requests: string[];
let licence: Licence;

/** The site's own cache of a saved title, in memory. */
const cache = {
  put: async (path: string, response: Response) => void stored.set(path, response),
  match: async (path: string) => stored.get(path)?.clone(),
} as unknown as Cache;

beforeEach(async () => {
  stored.clear();
  requests = [];
  stored.set('/saved/movie/52/subs/fa.vtt', new Response('sealed'));
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  licence = { key, until: 2, checkedAt: 1 };
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    return address.includes('gone') ? new Response(null, { status: 404 }) : new Response('WEBVTT');
  });
  return () => vi.unstubAllGlobals();
});
const renew = (...names: string[]) => renewSubtitles(ENTRY, toPlay(...names), openStoredFiles(cache, licence));

it('asks for nothing and changes nothing where the subtitles are the same', async () => {
  expect(await renew('fa')).toEqual(ENTRY.cart);
  expect(requests).toEqual([]);
});

it('stores subtitles that the film has got since, sealed as its other files, and names them', async () => {
  const cart = await renew('fa-1a2b3c4d', 'en');
  const toUrl = (name: string) => `${ORIGIN}/saved/movie/52/subs/${name}.vtt`;
  const subtitles = ['fa-1a2b3c4d', 'en'].map((name) => ({ lang: name.slice(0, 2), url: toUrl(name) }));
  expect(cart).toEqual({ type: 'movie', play: { stream: null, subtitles } });
  expect(requests).toEqual([`${BASE}subs/fa-1a2b3c4d.vtt`, `${BASE}subs/en.vtt`]);
  expect(await stored.get('/saved/movie/52/subs/en.vtt')?.text()).not.toContain('WEBVTT');
});

it('leaves out those that were taken from the film, and fails where a file is away', async () => {
  expect(await renew()).toMatchObject({ play: { subtitles: [] } });
  await expect(renew('gone')).rejects.toThrow('is not there');
});
