import { readFileSync } from 'node:fs';
import * as hb from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../scripts/seed/read-catalogue.ts';
import { drawCard } from '../../../src/features/seo/server/card.ts';
import { decodePng, encodePng } from '../../../src/features/seo/server/png.ts';
import { Coverage } from '../../../src/features/seo/server/raster.ts';
import { shapeLine } from '../../../src/features/seo/server/shape.ts';

const file = readFileSync('node_modules/vazirmatn/fonts/ttf/Vazirmatn-ExtraBold.ttf');
const bytes = new Uint8Array(file).slice();
const face = new hb.Face(new hb.Blob(bytes.buffer));
const font = new hb.Font(face);

/** HarfBuzz's result for a text: the width in ems, and the glyphs that show ink from left to right. */
function reference(text: string): { width: number; glyphs: number } {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.setDirection(hb.Direction.RTL);
  buffer.setScript('Arab');
  hb.shape(font, buffer);
  const width = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0) / face.upem;
  return { width, glyphs: buffer.getGlyphInfos().filter(({ codepoint }) => font.glyphToPath(codepoint) !== '').length };
}

describe('a Persian name is shaped as HarfBuzz shapes it', () => {
  const catalogue = readCatalogue();
  const words = new Set(
    [...catalogue.titles, ...catalogue.people].flatMap(({ name_fa }) => name_fa.split(/[\s\d۰-۹«»():،!؟.-]+/)),
  );
  const persian = [...words].filter((word) => /^[آ-ی‌]+$/.test(word));

  it('every word of the demo catalogue: the same width and glyphs, but for one in a hundred, by less than 5 %', () => {
    expect(persian.length).toBeGreaterThan(500);
    const off = persian.map((word) => Math.abs(shapeLine(word).width / reference(word).width - 1));
    expect(off.filter((share) => share > 0.005).length).toBeLessThanOrEqual(persian.length / 100);
    expect(Math.max(...off)).toBeLessThan(0.05);
    const counts = persian.filter((word) => shapeLine(word).glyphs.length !== reference(word).glyphs);
    expect(counts.length).toBeLessThanOrEqual(persian.length / 100);
  });

  it('joins, parts at ZWNJ and binds lam to alef', () => {
    expect(shapeLine('لا').glyphs).toHaveLength(1);
    expect(shapeLine('سیب').width).toBeLessThan(shapeLine('س').width + shapeLine('ی').width + shapeLine('ب').width);
    expect(shapeLine('می‌خواهم').width).toBeCloseTo(shapeLine('می').width + shapeLine('خواهم').width, 2);
    expect(shapeLine('نامهٔ').width).toBe(shapeLine('نامۀ').width);
  });

  it('keeps digits and Latin left-to-right within Persian', () => {
    const places = (text: string) => shapeLine(text).glyphs.map(({ path }) => path);
    const digits = ['۱', '۹', '۷'].map((digit) => shapeLine(digit).glyphs[0]?.path);
    expect(places('سال ۱۹۷').slice(0, 3)).toEqual(digits);
    expect(places('(نام)')[0]).toBe(places('a(')[1]);
  });
});

describe('the picture', () => {
  it('fills what an outline encloses', () => {
    const picture = { width: 4, height: 3, rgb: new Uint8Array(36) };
    const ink = new Coverage(4, 3);
    ink.add('M1 0.5L4 0.5L4 3L1 3Z', { x: 0, y: 0, scale: 1, flip: false });
    ink.paint(picture, [200, 100, 50]);
    const red = Array.from({ length: 12 }, (_, at) => picture.rgb[at * 3]);
    expect(red).toEqual([0, 100, 100, 100, 0, 200, 200, 200, 0, 200, 200, 200]);
  });

  it('survives PNG', () => {
    const rgb = Uint8Array.from({ length: 7 * 5 * 3 }, (_, at) => (at * 37) % 256);
    expect(decodePng(encodePng({ width: 7, height: 5, rgb }))).toEqual({ width: 7, height: 5, rgb });
    expect(decodePng(new Uint8Array([1, 2, 3]))).toBeNull();
  });

  it.each([
    ['a short name', 'لیلا'],
    ['a very long one', 'یک نام بسیار دراز که در هیچ سطری جا نمی‌شود و باز هم ادامه دارد '.repeat(4)],
    ['one word without an end', 'ا'.repeat(300)],
    ['nothing to draw', '😀'],
    ['no name at all', ''],
  ])('is drawn for %s, with text inside its margins', (_what, name_fa) => {
    const title = { kind: 'movie' as const, id: 1, name_fa, name_en: 'X', series_fa: null, backdrop: null };
    const blank = { width: 1200, height: 630, rgb: new Uint8Array(1200 * 630 * 3) };
    const { rgb } = drawCard(title, blank);
    const ink = (column: number) =>
      Array.from({ length: 630 }, (_, row) => rgb[(row * 1200 + column) * 3] ?? 0).some((value) => value > 0);
    expect([...Array(60).keys()].some(ink)).toBe(false);
    expect([...Array(1040).keys()].some((column) => ink(column + 88))).toBe(true);
  });
});
