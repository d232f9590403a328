import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { FIRST_CHARACTERS } from '@pardeh/demo-assets/font/characters';
import { openFace, shapeText, type Face } from '@pardeh/demo-assets/font/shape';
import { FONT_SOURCE } from '@pardeh/demo-assets/font/source';

/** Issue 17. */
const MAX_BYTES = 24_000;
const FIRST = 'public/fonts/vazirmatn.woff2';
const RESTS = ['latin', 'rest'].map((name) => ({ name, file: `public/fonts/vazirmatn-${name}.woff2` }));
const WHOLE = FONT_SOURCE.variable;
const CONTROLS = /\p{Cc}|\p{Cf}/u;

const faces = new Map<string, Face>();
beforeAll(async () => {
  for (const file of [FIRST, WHOLE, ...RESTS.map((rest) => rest.file)])
    faces.set(file, await openFace(readFileSync(file)));
});

const getFace = (file: string) => faces.get(file) ?? expect.unreachable(file);
const listCoveredBy = (file: string) => new Set(getFace(file).collectUnicodes());

function listTexts(): string {
  const folder = 'seed/catalogue';
  const catalogue = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  return [...catalogue, readFileSync('locales/fa.json', 'utf8'), readFileSync('locales/en.json', 'utf8')].join('\n');
}

/** Code points of `unicode-range` of a file. */
function readRange(name: string): Set<number> {
  const css = readFileSync('src/shell/base.css', 'utf8');
  const ranges = new RegExp(`vazirmatn-${name}[^}]*unicode-range:([^;}]*)`).exec(css)?.[1] ?? '';
  return new Set(
    ranges.split(',').flatMap((range) => {
      const [from = '', to = from] = range.trim().slice(2).split('-');
      const first = Number.parseInt(from.replaceAll('?', '0'), 16);
      const last = Number.parseInt(to.replaceAll('?', 'F'), 16);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
}

test('the file of every page is small', () => {
  expect(readFileSync(FIRST).byteLength).toBeLessThanOrEqual(MAX_BYTES);
});

test.each([FIRST, ...RESTS.map((rest) => rest.file)])(
  '%s has the weights of the style sheets and its licence',
  (file) => {
    const { wght } = getFace(file).getAxisInfos();
    expect([wght?.min, wght?.default, wght?.max]).toEqual([400, 400, 800]);
    expect(getFace(file).getName(13, 'en')).toContain('SIL Open Font License');
  },
);

test('the first file has its characters, and all of Persian and English', () => {
  const first = listCoveredBy(FIRST);
  const absent = [...FIRST_CHARACTERS].filter((character) => !first.has(character.codePointAt(0) ?? 0));
  expect(absent).toEqual([]);
  for (const locale of ['fa', 'en']) {
    const text = readFileSync(`locales/${locale}.json`, 'utf8').replaceAll(/\p{Cc}|[\u{2066}-\u{2069}]/gu, '');
    expect([...new Set(text)].filter((character) => !first.has(character.codePointAt(0) ?? 0))).toEqual([]);
  }
});

test('a character of the demo catalogue is in the first file, or in another and its range', () => {
  const first = listCoveredBy(FIRST);
  const rests = RESTS.map(({ name, file }) => ({ covered: listCoveredBy(file), range: readRange(name) }));
  const absent = [...new Set(listTexts())].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isInRest = rests.some(({ covered, range }) => covered.has(code) && range.has(code));
    return !CONTROLS.test(character) && !first.has(code) && !isInRest;
  });
  expect(absent).toEqual([]);
});

test('the file latin is fetched for each of its letters', () => {
  const range = readRange('latin');
  const letters = [...listCoveredBy('public/fonts/vazirmatn-latin.woff2')].filter((code) => code > 0xa0);
  expect(letters.filter((code) => !range.has(code))).toEqual([]);
  expect(letters.length).toBeGreaterThan(200);
});

test.each(RESTS)('the file $name is only fetched for its own characters', ({ name, file }) => {
  const range = readRange(name);
  expect(range.size).toBeGreaterThan(200);
  for (const other of [FIRST, ...RESTS.map((rest) => rest.file)].filter((path) => path !== file)) {
    expect([...listCoveredBy(other)].filter((code) => range.has(code))).toEqual([]);
  }
});

describe('a text is shaped as by the whole of Vazirmatn', () => {
  const words = [
    'سلام',
    'لالایی‌ها',
    'می‌خواهم',
    'خانهٔ ما',
    'محمّد',
    'مثلاً',
    'کِتاب، گُل',
    'چسبیده‌ای؟',
    'الله',
    'عبدالله',
    'پیچیده‌ترین',
    '«۱۲۳٬۴۵۶٫۷۸٪»',
    'ژاله و آرش',
    'مؤسسۀ رأی‌گیری',
    'كتاب علي',
    'AVATAR To We 2026',
    'office, fluffy',
    'Wh–y “not”?',
  ];
  test.each([400, 600, 700, 800])('at weight %i', (weight) => {
    for (const text of words) {
      const [glyphs, fullGlyphs] = [shapeText(getFace(FIRST), text, weight), shapeText(getFace(WHOLE), text, weight)];
      expect(
        glyphs.map(({ cluster }) => cluster),
        text,
      ).toEqual(fullGlyphs.map(({ cluster }) => cluster));
      glyphs.forEach((glyph, index) => {
        expect(glyph.codepoint, text).toBeGreaterThan(0);
        expect(Math.abs((glyph.xAdvance ?? 0) - (fullGlyphs[index]?.xAdvance ?? Infinity)), text).toBeLessThanOrEqual(
          1,
        );
      });
    }
  });
});
