import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawFramePoster } from '@pardeh/demo-assets/art/frame-poster';
import type { PictureStore } from '../../../tools/import/art/picture-store.ts';
import { isGoodFrame, publishFrame, storeFrame } from '../../../tools/ingest/first-frame.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

/** Hills before a sky. */
const SCENE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#88a"/>' +
  '<path d="M0 500 L300 240 L520 470 L800 200 L1280 560 V720 H0Z" fill="#243"/><circle cx="980" cy="160" r="70" fill="#fd8"/>' +
  '<path d="M600 720 V560 h60 v-40 h40 v200Z M200 720 v-90 h24 v90Z" fill="#111"/></svg>';
const plain = (background: string) => sharp({ create: { width: 1280, height: 720, channels: 3, background } });
const scene = () => sharp(new TextEncoder().encode(SCENE));

test.each([
  ['a scene', scene(), true],
  ['the scene out of focus', scene().blur(14), false],
  ['the scene in the dark', scene().linear(0.1, 0), false],
  ['black', plain('#000000'), false],
  ['white', plain('#ffffff'), false],
  ['a colour field', plain('#777777'), false],
])('%s as a frame for a title', async (_name, picture, isGood) => {
  expect(await isGoodFrame(await picture.png().toBuffer())).toBe(isGood);
});

const SIZE = { width: 240, height: 360 };

test('a poster has the name of its language below, in the dark, and nothing where its signs are missing', async () => {
  const persian = drawFramePoster('داستانِ «پرویز» ۲', 'fa', SIZE) ?? '';
  expect(persian).not.toBe(drawFramePoster('Parviz', 'en', SIZE));
  expect(persian).toMatch(/^<svg .*<\/svg>$/);
  expect(persian).not.toMatch(/<text|NaN|undefined/);
  const { data } = await sharp(new TextEncoder().encode(persian)).raw().toBuffer({ resolveWithObject: true });
  const alpha = (row: number) => data[(row * SIZE.width + 2) * 4 + 3] ?? 0;
  expect([alpha(10), alpha(355) > 200]).toEqual([0, true]);
  expect(drawFramePoster('Şeyda', 'en', SIZE)).toBe(drawFramePoster('Seyda', 'en', SIZE));
  expect(drawFramePoster('Station 12', 'fa', SIZE)).toContain('<path');
  for (const name of ['雨の町', 'پروژه X', '👻', '  ']) expect(drawFramePoster(name, 'fa', SIZE), name).toBeNull();
});

const UNPICTURED = { art: null, backdrop: null };
const FILM = { ...UNPICTURED, id: 7, kind: 'movie', name_fa: 'باران', name_en: 'Rain', still: null, series: null };
const SERIES = { ...UNPICTURED, id: 3, name_fa: 'جاده', name_en: 'Road' };

test('a film gets backdrop and two posters, an episode a still, and its series the rest; what is there stays', async () => {
  const folder = inFolder('work');
  mkdirSync(folder, { recursive: true });
  await scene().png().toFile(join(folder, 'frame.png'));
  const take = async (file: string) => ({ ok: true as const, value: file });
  const pictures = { take } as unknown as PictureStore;
  const posters = { art: 'frame-poster-fa.png', art_en: 'frame-poster-en.png' };
  const frame = 'frame.png';
  expect(await storeFrame(FILM, pictures, folder)).toEqual([{ id: 7, keys: { backdrop: frame, ...posters } }]);
  expect((await sharp(join(folder, posters.art)).metadata()).width).toBe(720);
  const episode = { ...FILM, kind: 'episode', series: SERIES };
  expect(await storeFrame(episode, pictures, folder)).toEqual([
    { id: 7, keys: { still: frame } },
    { id: 3, keys: { backdrop: frame, ...posters } },
  ]);
  const fullEpisode = { ...episode, still: 'still-1', series: { ...SERIES, art: 'poster-1', backdrop: 'backdrop-1' } };
  expect(await storeFrame(fullEpisode, pictures, folder)).toEqual([{ id: 3, keys: {} }]);
  expect(publishFrame([{ id: 3, keys: {} }])).toEqual([]);
  expect(publishFrame([{ id: 7, keys: posters }]).map(({ values }) => values)).toEqual([
    [[7, posters.art_en]],
    [[7, posters.art]],
    [[7, posters.art]],
  ]);
});
