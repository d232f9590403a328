import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { readCsv, type CsvRecord } from '../../../src/platform/text/csv-records.ts';
import { FIELDS, type Draft } from '../../../src/features/catalogue/rows/fields.ts';
import { genreFinder } from '../../../src/features/titles/facts/genres.ts';
import { readLines } from '../../../src/features/catalogue/rows/jsonl.ts';
import { progressLine } from '../../../tools/import/progress.ts';
import { openRows } from '../../../tools/import/rows.ts';
import { readRow, type RowContext } from '../../../src/features/catalogue/rows/read-row.ts';
import { toSql } from '../../../tools/import/cloudflare-store.ts';
import { insertRows, jsonPieces } from '../../../src/platform/db/json-statements.ts';
import { importTitle } from '../../../src/features/catalogue/rows/title.ts';
import { readCatalogue } from '../../../tools/seed/read-catalogue.ts';

const context: RowContext = {
  thisYear: 2026,
  findGenre: genreFinder(readCatalogue().genres),
  getColumn: (field) => field,
};
const FILM: Draft = { id: 'a-1', kind: 'movie', name_fa: 'شهر باران', name_en: 'Rain City', year: 1394, minutes: '92' };

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const records = (text: string, size = 7) => all<CsvRecord>(readCsv(pieces(text, size)));

describe('CSV', () => {
  test('quotes, commas and line breaks in them, CRLF, a byte order mark; lines as an editor counts them', async () => {
    expect(await records('\ufeffa,b\r\n"x, ""y""","1\n2"\r\n\r\nlast,')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['x, "y"', '1\n2'] },
      { line: 5, fields: ['last', ''] },
    ]);
  });

  test('a quote that nobody closed costs its own row and no other', async () => {
    const broken = { line: 2, error: 'a quote is not closed, or the row is too long' };
    expect(await records('a,b\n"open,1\nnext,"Ali, Sara"\n')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      broken,
      { line: 3, fields: ['next', 'Ali, Sara'] },
    ]);
    const endless = await records(`a\n"${'x\n'.repeat(150_000)}end`, 65_536);
    expect(endless.slice(0, 3)).toEqual([{ line: 1, fields: ['a'] }, broken, { line: 3, fields: ['x'] }]);
    expect(endless.at(-1)).toEqual({ line: 150_002, fields: ['end'] });
  });

  test('what was written is read, wherever the file is cut into pieces', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'ک', ',', '"', '\n', '\r', ' ', '😀') });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n'),
        async (table, size, end) => {
          const text = table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join(end);
          expect(
            (await records(text, size)).map((record) => ('fields' in record ? record.fields : record.error)),
          ).toEqual(table);
        },
      ),
    );
  });

  test('any text gives rows or reasons, on lines that exist', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r') }),
        fc.integer({ min: 1, max: 5 }),
        async (text, size) => {
          const matches = await records(text, size);
          expect(matches).toEqual(await records(text, 1000));
          for (const { line } of matches) expect(line).toBeLessThanOrEqual(text.split('\n').length);
        },
      ),
    );
  });
});

describe('JSON Lines', () => {
  test('empty lines are counted and left out; a line without end is no title', async () => {
    const long = 'x'.repeat(300_000);
    expect(await all(readLines(pieces(`\ufeff{}\n\n{"a":1}\n${long}\n{}`, 4096)))).toEqual([
      { line: 1, text: '{}' },
      { line: 3, text: '{"a":1}' },
      { line: 4, text: null },
      { line: 5, text: '{}' },
    ]);
  });
});

describe('a row', () => {
  const findProblems = (draft: Draft) => {
    const result = readRow(draft, context);
    return result.ok ? [] : result.problems.map(({ column, reason }) => `${column}: ${reason}`);
  };

  test('is a title with what it says and what is usual', () => {
    const result = readRow(
      { ...FILM, countries: 'ایران', genres: 'درام، راز آلود', cast: 'Omid Sepehri , آرش دریایی' },
      context,
    );
    expect(result).toMatchObject({
      ok: true,
      title: {
        ...{ externalId: 'a-1', kind: 'movie', nameFa: 'شهر باران', nameEn: 'Rain City', nameLatin: 'Shahr Baran' },
        ...{ year: 2015, minutes: 92, age: 12, rating: null, access: 'subscription', release: 'released' },
        ...{ countries: ['IR'], languages: ['fa'], genres: ['drama', 'mystery'] },
        credits: [
          { job: 'actor', name_en: 'Omid Sepehri' },
          { job: 'actor', name_fa: 'آرش دریایی' },
        ],
      },
      warnings: [],
    });
  });

  test('keeps its digest when a column is added that the file does not have', () => {
    const result = readRow(FILM, context);
    const json = JSON.stringify(result.ok && result.title);
    expect(json).toBe(
      '{"externalId":"a-1","kind":"movie","nameFa":"شهر باران","nameEn":"Rain City","nameLatin":"Shahr Baran","year":2015,' +
        '"minutes":92,"age":12,"rating":null,"views":0,"access":"subscription","release":"released","releaseDate":null,' +
        '"synopsisFa":"","synopsisEn":"","countries":[],"languages":[],"genres":[],"credits":[]}',
    );
    expect(readRow({ ...FILM, seo_title_fa: ' فیلم  باران ' }, context)).toMatchObject({
      title: { seoTitleFa: 'فیلم باران' },
    });
    expect(findProblems({ ...FILM, seo_title_en: 'x'.repeat(121), seo_description_en: 'x'.repeat(321) })).toEqual([
      'seo_title_en: is longer than 120 characters',
      'seo_description_en: is longer than 320 characters',
    ]);
    expect(readRow({ ...FILM, awards_fa: ' سیمرغ  بلورین ' }, context)).toMatchObject({
      title: { awardsFa: 'سیمرغ بلورین' },
    });
  });

  test('has reasons of its age mark, a last day and a focal point where the row gives them', () => {
    const more = { age_reasons: 'صحنه‌های خشن، Bad Language، violence، باران', available_until: '۱ دی ۱۴۰۵' };
    const result = readRow({ ...FILM, ...more, focus_x: '۵۰٪', focus_y: 20 }, context);
    expect(result).toMatchObject({
      title: { ageReasons: 'violence,language', availableUntil: '2026-12-22', focusX: 50, focusY: 20 },
      warnings: [{ column: 'age_reasons', reason: 'باران is not known and left out' }],
    });
    expect(findProblems({ ...FILM, available_until: '03/10/2026', focus_x: 0.5, focus_y: '101' })).toEqual([
      'available_until: not a day as 2026-11-21 or 1405/08/30',
      'focus_x: not a percentage in whole numbers from 0 to 100',
      'focus_y: not a percentage in whole numbers from 0 to 100',
    ]);
    expect(findProblems({ ...FILM, age_reasons: { a: 1 } })).toEqual(['age_reasons: not a list of names']);
  });

  test('has the countries and networks that it plays in, and is rejected for those that nobody knows', () => {
    const result = readRow({ ...FILM, available_countries: 'na، Iran', available_networks: 44_244 }, context);
    expect(result).toMatchObject({ title: { availableCountries: 'IR,NA', availableNetworks: '44244' }, warnings: [] });
    expect(findProblems({ ...FILM, available_countries: 'ایران، UN', available_networks: 'AS44244 Irancell' })).toEqual(
      ['available_countries: not a country: UN', 'available_networks: not the number of a network: Irancell'],
    );
  });

  test('is rejected with every reason at once', () => {
    expect(findProblems({ ...FILM, year: 1150, minutes: undefined, rating: '55', colour: 'red', cast: [{}] })).toEqual([
      'colour: no such field',
      'year: not a year of a film: 1888 to 2031, or that in the Jalali calendar',
      'minutes: is missing',
      'rating: not a rating from 0 to 10',
      'cast: a person without a name',
    ]);
    expect(findProblems({})).toEqual([': the row is empty']);
    expect(findProblems({ ...FILM, kind: 'other' })).toEqual([
      'kind: not movie, series or video, and no --kind is given',
    ]);
    expect(findProblems({ ...FILM, name_fa: '؟!', name_en: '' })).toEqual(['name_fa: has no name']);
  });

  test.each([
    ...[
      'nan',
      'NaN',
      'NaT',
      'None',
      'NULL',
      '\\N',
      'N/A',
      '#N/A',
      '<NA>',
      '-',
      '–',
      '...',
      '؟',
      'undefined',
      '#DIV/0!',
    ],
    ...['نامشخص', 'نا\u200cمشخص', 'ندارد'],
  ])('%s is no name, no person and no genre, and is remarked in each column', (word) => {
    const lists = { genres: `درام, ${word}`, cast: [word, 'Omid Sepehri'], directors: word, writers: `${word}،` };
    const result = readRow({ ...FILM, name_en: word, rating: word, release_date: word, ...lists }, context);
    expect(result).toMatchObject({
      ok: true,
      title: {
        ...{ nameFa: 'شهر باران', nameEn: 'Shahr Baran', rating: null, releaseDate: null, genres: ['drama'] },
        credits: [{ job: 'actor', name_en: 'Omid Sepehri' }],
      },
    });
    const columns = result.ok ? result.warnings.map(({ column }) => column) : [];
    expect(columns).toEqual(expect.arrayContaining(['name_en', 'rating', 'release_date', 'cast', 'directors']));
    expect(findProblems({ ...FILM, year: word })).toEqual(['year: is missing']);
  });

  test('a word nobody has listed stands for missing values where three unrelated columns have it', () => {
    const result = readRow({ ...FILM, name_en: 'xx-xx', genres: 'xx-xx', cast: 'xx-xx' }, context);
    expect(result).toMatchObject({ ok: true, title: { nameEn: 'Shahr Baran', genres: [], credits: [] } });
    expect(readRow({ ...FILM, name_en: 'Hafez', cast: 'Hafez', directors: 'Hafez' }, context)).toMatchObject({
      title: { nameEn: 'Hafez', credits: [{ job: 'actor' }, { job: 'director' }] },
    });
    expect(readRow({ ...FILM, name_en: 'Unknown', countries: 'NA' }, context)).toMatchObject({
      title: { nameEn: 'Unknown', countries: ['NA'] },
    });
  });

  test('is rejected for what is too long, broken or of the wrong type', () => {
    expect(findProblems({ ...FILM, name_fa: 'ب'.repeat(201) })).toEqual([
      'name_fa: is longer than 200 characters',
      'name_latin: is longer than 200 characters',
    ]);
    expect(findProblems({ ...FILM, synopsis_fa: 'ب'.repeat(5001) })).toEqual([
      'synopsis_fa: is longer than 5000 characters',
    ]);
    expect(findProblems({ ...FILM, cast: Array.from({ length: 201 }, (_, at) => `Person ${at}`) })).toEqual([
      'cast: names more than 200 people',
    ]);
    for (const broken of ['Rain \ufffd', 'Rain \ud83d']) {
      expect(findProblems({ ...FILM, name_en: broken })).toEqual(['name_en: is not UTF-8']);
    }
    expect(findProblems({ ...FILM, year: { is: 1394 } })).toEqual(['year: neither a text nor a number']);
    expect(findProblems({ ...FILM, id: ' ' })).toEqual(['id: is empty']);
  });

  test('takes its kind from --kind only where it says none', () => {
    const readKind = (draft: Draft) => {
      const result = readRow(draft, { ...context, kind: 'video' });
      return result.ok && result.title.kind;
    };
    expect([readKind(FILM), readKind({ ...FILM, kind: 'other' }), readKind({ ...FILM, kind: null })]).toEqual([
      'movie',
      'video',
      'video',
    ]);
  });

  test('whatever it holds, is a title that fits the tables or has a reason', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('1395', '90', 'فیلم شهر باران Rain City', 'ایران', 'درام ، کمدی', '7.5', 'free', 90, null),
      fc.array(fc.record({ name: fc.string(), role_fa: fc.string() }, { requiredKeys: [] })),
    );
    const draft = fc.dictionary(fc.constantFrom(...FIELDS, 'other', '__proto__'), value);
    fc.assert(
      fc.property(draft, fc.boolean(), (row, isComplete) => {
        const result = readRow(isComplete ? { ...FILM, ...row } : row, context);
        if (result.ok) expect(v.is(importTitle, result.title)).toBe(true);
        else expect(result.problems.filter(({ reason }) => reason !== '').length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('statements', () => {
  test('values are cut into pieces below a size, and written out with their quotes doubled', () => {
    expect(jsonPieces(['aaaa', 'bbbb', 'c'], 14)).toEqual(['["aaaa","bbbb"]', '["c"]']);
    expect(toSql(insertRows({ name: 't', columns: ['a', 'b'], rows: [["it's ?", undefined]] }))).toEqual([
      `INSERT INTO t (a, b) SELECT value ->> '$[0]', value ->> '$[1]' FROM json_each('[["it''s ?",null]]');`,
    ]);
  });

  test('progress says rows, share, rate and time left', () => {
    expect(progressLine(12_000, 25, 100, 6000)).toBe('12 000 rows, 25 %, 2 000 rows/s, 18.0 s left');
    expect(progressLine(0, 0, 100, 0)).toContain('time unknown');
  });
});

test.each(['rows.jsonl', 'rows.csv'])(
  '%s: the share of the file counts rows taken, not what was read ahead',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'pardeh-share-'));
    try {
      const path = join(folder, name);
      const row = name.endsWith('.csv') ? `x-1,${'فیلم'.repeat(20)}\n` : `{"id":"${'فیلم'.repeat(20)}"}\n`;
      writeFileSync(path, (name.endsWith('.csv') ? 'id,name_fa\n' : '') + row.repeat(300));
      const { rows, read } = await openRows(path, null);
      for (let count = 0; count < 150; count += 1) await rows.next();
      const { size } = statSync(path);
      expect(read() / size).toBeGreaterThan(0.3);
      expect(read() / size).toBeLessThan(0.6);
      await all(rows);
      expect(read()).toBe(size);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
