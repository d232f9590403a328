import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isGoodFrame } from '../../../tools/ingest/first-frame.ts';

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
