import { describe, expect, test } from 'vitest';
import { readSentence } from '../../../src/features/search/query/sentence.ts';
import { readYears } from '../../../src/features/search/query/sentence-years.ts';
import { foldForSearch } from '../../../src/platform/text/persian-text.ts';

const GENRES = [
  { key: 'comedy', label_fa: 'کمدی', label_en: 'Comedy' },
  { key: 'film-noir', label_fa: 'فیلم نوآر', label_en: 'Film noir' },
];

describe('years are Gregorian ones as titles have them', () => {
  test.each([
    ['۱۳۹۰', 2011, 2011, true],
    ['١٣٩٠', 2011, 2011, true],
    ['2012', 2012, 2012, false],
    ['دههٔ ۹۰', 2011, 2020, true],
    ['دهه‌ی ۱۳۹۰', 2011, 2020, true],
    ['دهه ۱۴۰۰', 2021, 2030, true],
    ['دهه نود', 2011, 2020, true],
    ['دهه ۹۰ میلادی', 1990, 1999, false],
    ['دهه ۱۹۹۰', 1990, 1999, false],
    ["90's", 1990, 1999, false],
    ['1390s', 2011, 2020, true],
    ['10s', 2010, 2019, false],
    ['the sixties', 1960, 1969, false],
    ['سال ۹۲', 2013, 2013, true],
    ['سال ۰۲', 2023, 2023, true],
    ['از ۱۳۸۰ تا ۱۳۸۵', 2001, 2006, true],
    ['2015 to 2010', 2010, 2015, false],
    ['بین ۱۳۸۰ و ۱۳۸۵', 2001, 2006, true],
    ['قبل از ۱۳۵۷', null, 1977, true],
    ['after 2010', 2011, null, false],
    ['since 2010', 2010, null, false],
  ])('%s', (text, from, to, jalali) => {
    const words = foldForSearch(text).split(' ');
    expect(readYears(words, 0)).toEqual({ years: { from, to, jalali }, length: words.length });
  });

  test.each(['9999', '1200', '1879', '2040', '12', '90', '012012', 'دهه', 'دهه ۷۷۷', 'سال', 'before', '1390 میلادی'])(
    '%s is none',
    (text) => {
      expect(readYears(foldForSearch(text).split(' '), 0)).toBeNull();
    },
  );
});

describe('a sentence', () => {
  test('is read in parts and names, each of which can be taken away', () => {
    const sentence = readSentence('فیلم‌های کمدی رضا عطاران و لیلا حاتمی، دهه‌ی ۹۰', GENRES);
    expect(sentence?.parts.map(({ part }) => part)).toEqual(['type', 'genre', 'years']);
    expect(sentence?.names.map(({ text }) => text)).toEqual(['رضا عطاران', 'لیلا حاتمی']);
    expect(sentence?.without(sentence.parts[2]?.at ?? [])).toBe('فیلم‌های کمدی رضا عطاران و لیلا حاتمی');
  });

  test('may have a genre of any key', () => {
    const genres = [{ key: 'constructor', label_fa: 'ساخت', label_en: 'Building' }];
    expect(readSentence('building films', genres)?.parts.map(({ part }) => part)).toEqual(['genre', 'type']);
  });

  test('has genres of the catalogue, the longest phrase first, and none of others', () => {
    expect(readSentence('فیلم نوآر ۱۳۸۰', GENRES)?.parts[0]).toMatchObject({ part: 'genre', key: 'film-noir' });
    expect(readSentence('western films', GENRES)?.names.map(({ text }) => text)).toEqual(['western']);
  });

  test('takes a second year for a name, and years with a dash for a range', () => {
    expect(readSentence('1984 1984', GENRES)?.names.map(({ text }) => text)).toEqual(['1984']);
    expect(readSentence('comedy 2010-2015', GENRES)?.parts[1]).toMatchObject({ years: { from: 2010, to: 2015 } });
  });

  test.each(['', 'کمدی', 'رضا عطاران', 'از با در', '🎬 🎬', 'a'.repeat(201), 'x '.repeat(90)])('%j is none', (text) => {
    expect(readSentence(text, GENRES)).toBeNull();
  });
});
