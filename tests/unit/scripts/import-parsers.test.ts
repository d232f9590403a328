import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from '../../../src/features/titles/facts/clean.ts';
import { countryCode, languageCode } from '../../../src/features/titles/facts/codes.ts';
import { parseKind, parseAge, parseRating, parseViews } from '../../../src/features/titles/facts/facts.ts';
import { parseDate } from '../../../src/features/titles/facts/date.ts';
import { splitList } from '../../../src/features/titles/facts/list.ts';
import { parseMinutes } from '../../../src/features/titles/facts/minutes.ts';
import { spelledNumbers } from '../../../src/features/titles/facts/number-words.ts';
import { toSlug } from '../../../src/features/catalogue/rows/parse/slug.ts';
import { splitTitleName } from '../../../src/features/catalogue/rows/parse/title-name.ts';
import { transliterate } from '../../../src/features/catalogue/rows/parse/transliterate.ts';
import { parseYear } from '../../../src/features/titles/facts/year.ts';
import { genreFinder } from '../../../src/features/titles/facts/genres.ts';
import { readCatalogue } from '../../../tools/seed/read-catalogue.ts';

const THIS_YEAR = 2026;
/** Characters of real files: Persian, Latin, digits of every kind, separators, marks that are not seen. */
const dirty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'فیلم سریالآکيك‌ةabcXYZ0129۱۲۳٤٥:-–,،/"\u200e\ufeff\ufffd\t'.split('')) }),
);

describe('years', () => {
  test.each([
    ['1395', 2016],
    ['۱۳۹۵', 2016],
    [' 2020 ', 2020],
    [1999, 1999],
    ['1336', 1957],
    ['1396.0', 2017],
    [1396.0, 2017],
    ['1395/12/29', 2016],
    ['2016-10-03', 2016],
    ['１３９６', 2017],
  ])('%s is %i', (raw, year) => {
    expect(parseYear(raw, THIS_YEAR)).toEqual({ ok: true, value: year });
  });

  test.each(['', '95', '1395/2', '19999', '1700', '2040', '-1395', 'هزار', 13.95])('%s is refused', (raw) => {
    expect(parseYear(raw, THIS_YEAR).ok).toBe(false);
  });
});

describe('minutes', () => {
  test.each([
    ['90', 90],
    [90, 90],
    ['۹۰ دقیقه', 90],
    ['1 ساعت و 50', 110],
    ['۱ ساعت و ۵۰ دقیقه', 110],
    ['2 ساعت', 120],
    ['یک ساعت و نیم', 90],
    ['1h 50m', 110],
    ['1:50', 110],
    ['PT1H50M', 110],
    ['PT95M', 95],
    ['PT1H50M29S', 110],
    ['PT5400S', 90],
    ['P0DT1H50M', 110],
    ['95.0', 95],
    ['1,200', 1200],
    ['۱:۳۵', 95],
    ['01:30:00', 90],
    ['95:30', 96],
    ['1.5 h', 90],
    ['1h50m', 110],
    ['1 hr. and 5 min.', 65],
    ['یک ساعت و بیست و پنج دقیقه', 85],
    ['یک و نیم ساعت', 90],
    ['یک\u200cساعت', 60],
    ['۲ ساعت، ۱۰ دقیقه', 130],
  ])('%s is %i', (raw, minutes) => {
    expect(parseMinutes(raw)).toEqual({ ok: true, value: minutes });
  });

  test.each(['', '0', '-5', '1.5', '99999', 'ساعت', '2 ساعت و 75', 'بلند', '1:75', '1.200', '90 50', '1 h 5 x'])(
    '%s is refused',
    (raw) => {
      expect(parseMinutes(raw).ok).toBe(false);
    },
  );
});

describe('scraped titles', () => {
  test.each([
    ['فیلم شهر باران Rain City', '', 'شهر باران', 'Rain City', 'movie'],
    ['سریال سریال خانه آبی Khaneh Abi', '', 'خانه آبی', 'Khaneh Abi', 'series'],
    ['انیمیشن ماهی قرمز Red Fish', '', 'ماهی قرمز', 'Red Fish', 'movie'],
    ['فیلم ایستگاه 7 خط 3 Station 7 Line 3', '', 'ایستگاه 7 خط 3', 'Station 7 Line 3', 'movie'],
    ['فیلم 12 پله 12 Pelleh', '', '12 پله', '12 Pelleh', 'movie'],
    ['فیلم سه روز مانده 3 Rooz Mandeh', '', 'سه روز مانده', '3 Rooz Mandeh', 'movie'],
    ['فیلم بیست و یک گام 21 Steps', '', 'بیست و یک گام', '21 Steps', 'movie'],
    ['فیلم پنج و ده دقیقه 5:10', '', 'پنج و ده دقیقه', '5:10', 'movie'],
    ['سریال همسایه ها 4 Hamsayeha', '', 'همسایه ها 4', 'Hamsayeha', 'series'],
    ['فیلم کوچه Alleys 2018', '2018', 'کوچه', 'Alleys', 'movie'],
    ['فیلم کوچه Alleys 2018', '1397', 'کوچه', 'Alleys 2018', 'movie'],
    ['سریال گره - قسمت 1 تا 9', '', 'گره', '', 'series'],
    ['سریال باغستان', '', 'باغستان', '', 'series'],
    ['فیلم', '', 'فیلم', '', undefined],
    ['Only Latin 2', '', '', 'Only Latin 2', undefined],
    ['فيلم كوچه Alley', '', 'کوچه', 'Alley', 'movie'],
  ])('%s', (raw, year, nameFa, nameEn, kind) => {
    expect(splitTitleName(raw, year)).toEqual({ nameFa, nameEn, ...(kind !== undefined && { kind }) });
  });
});

describe('lists and names', () => {
  test('people are split at either comma, each once', () => {
    expect(splitList('Omid Sepehri , نازنین كوهستاني ، نازنین کوهستانی,, ')).toEqual([
      'Omid Sepehri',
      'نازنین کوهستانی',
    ]);
  });

  test('what is a semicolon once it is normalized splits, too', () => {
    expect(splitList('Sepehri\u037eنازنین')).toEqual(['Sepehri', 'نازنین']);
  });

  test('spelled numbers are summed where «و» joins them', () => {
    expect([...spelledNumbers('صد و بیست و یک روز و شش')].sort((a, b) => a - b)).toEqual([1, 6, 20, 100, 120, 121]);
  });

  test.each([
    ['جیران', 'Jiran'],
    ['زخم کاری', 'Zakhm Kari'],
    ['تیغ و ترمه ۲', 'Tigh O Tarme 2'],
  ])('%s in Latin letters is %s', (fa, latin) => {
    expect(transliterate(fa)).toBe(latin);
  });

  test('ZWNJ stays between letters, and spaces beside it go', () => {
    expect(cleanText(' قربان\u200c زاده\u200c \u200e ')).toBe('قربان\u200cزاده');
  });

  test.each(['¬', '\u00ad', '\u200b', '\u009d', '\u001f', '¬ ', '¬¬'])('%j is a half-space between letters', (sign) => {
    expect(cleanText(`بچه${sign}های کوچه`)).toBe('بچه\u200cهای کوچه');
    expect(cleanText('A¬B')).toBe('A¬B');
  });

  test('slugs are plain addresses', () => {
    expect(toSlug("Nikol O'Brien-Él 2")).toBe('nikol-obrien-el-2');
  });
});

describe('facts', () => {
  const findGenre = genreFinder(readCatalogue().genres);
  test.each([
    ['راز آلود', 'mystery'],
    ['رازآلود', 'mystery'],
    ['علمی تخیلی', 'scifi'],
    ['هیجان انگیز', 'thriller'],
    ['Sci-Fi', 'scifi'],
    ['رمانتیک', 'romance'],
    ['drama', 'drama'],
    ['تلویزیونی', undefined],
  ])('the genre %s is %s', (name, key) => {
    expect(findGenre(name)).toBe(key);
  });

  test('countries and languages by their names in Persian and English', () => {
    expect(['ایران', 'Iran', 'IR', 'آمریکا', 'فرانسه', 'South Korea', 'هیچستان'].map(countryCode)).toEqual([
      'IR',
      'IR',
      'IR',
      'US',
      'FR',
      'KR',
      undefined,
    ]);
    expect(['آلمان', 'Germany', 'DE', 'ویتنام', 'Serbia'].map(countryCode)).toEqual(['DE', 'DE', 'DE', 'VN', 'RS']);
    expect(['فارسی', 'Farsi', 'fa', 'عربی', 'Romanian', 'Klingonisch'].map(languageCode)).toEqual([
      'fa',
      'fa',
      'fa',
      'ar',
      'ro',
      undefined,
    ]);
  });

  test('kinds, ratings, ages and days', () => {
    expect(['Movie', 'فیلم', 'سریال', 'other'].map(parseKind)).toEqual(['movie', 'movie', 'series', undefined]);
    expect([parseRating('۷٫۲'), parseRating('7,25')]).toEqual([
      { ok: true, value: 7.2 },
      { ok: true, value: 7.3 },
    ]);
    expect([parseRating('11').ok, parseRating('-1').ok, parseAge('+12').ok, parseAge('13').ok]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2016/10/3', '2016-10-03'],
    ['2016-10-03 00:00:00', '2016-10-03'],
    ['2016-10-03T20:30:00Z', '2016-10-03'],
    ['23.10.2016', '2016-10-23'],
    ['21 Nov 2026', '2026-11-21'],
    ['1395/07/12', '2016-10-03'],
    ['۱۴۰۳/۱۲/۳۰', '2025-03-20'],
    ['12/7/1395', '2016-10-03'],
    ['۱۲ مهر ۱۳۹۵', '2016-10-03'],
    ['2026-02-30', null],
    ['1404/12/30', null],
    ['1395/7/31', null],
    ['03/10/2016', null],
    ['1395', null],
  ])('the day %s is %s', (raw, day) => {
    const result = parseDate(raw);
    expect(result.ok ? result.value : null).toBe(day);
  });

  test('every day of two centuries is read back from either calendar', () => {
    const format = new Intl.DateTimeFormat('fa-u-ca-persian', { ...{ dateStyle: 'short', timeZone: 'UTC' } });
    fc.assert(
      fc.property(fc.integer({ min: -36_500, max: 36_500 }), (days) => {
        const day = new Date(days * 86_400_000).toISOString().slice(0, 10);
        expect(parseDate(day)).toEqual({ ok: true, value: day });
        expect(parseDate(format.format(days * 86_400_000))).toEqual({ ok: true, value: day });
      }),
    );
  });

  test.each([
    ['1,200', 1200],
    ['۱٬۲۰۰', 1200],
    ['1200.0', 1200],
    ['1 200', 1200],
    ['1.200', null],
    ['12.5', null],
    ['-5', null],
  ])('%s is %s views', (raw, views) => {
    const result = parseViews(raw);
    expect(result.ok ? result.value : null).toBe(views);
  });

  test.each([
    ['7.2/10', 7.2],
    ['７．２', 7.2],
    ['7/10', 7],
  ])('%s is a rating of %s', (raw, rating) => {
    expect(parseRating(raw)).toEqual({ ok: true, value: rating });
  });
});

describe('whatever is written', () => {
  test('no parser throws, and what it gives keeps its limits', () => {
    fc.assert(
      fc.property(dirty, dirty, (text, other) => {
        const year = parseYear(text, THIS_YEAR);
        if (year.ok) expect(year.value).toBeGreaterThan(1800);
        const minutes = parseMinutes(text);
        if (minutes.ok) expect(Number.isInteger(minutes.value) && minutes.value > 0).toBe(true);
        const name = splitTitleName(text, other);
        expect(name.nameFa.length + name.nameEn.length).toBeLessThanOrEqual(text.normalize('NFC').length);
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(transliterate(text)).toMatch(/^[A-Za-z0-9 ]*$/);
        expect(toSlug(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        for (const entry of splitList(text)) expect(entry).not.toMatch(/[,،;؛|\n]/);
        for (const parse of [parseRating, parseAge, parseDate]) parse(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('a number of minutes survives every way of writing it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 1499 }), (total) => {
        const [hours, minutes] = [Math.floor(total / 60), total % 60];
        for (const text of [`${total}`, `${total} دقیقه`, `${hours} ساعت و ${minutes}`, `${hours}h ${minutes}m`])
          expect(parseMinutes(text)).toEqual({ ok: true, value: total });
      }),
    );
  });
});
