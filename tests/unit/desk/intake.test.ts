import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameArt } from '../../../src/features/catalogue/desk/art/art-texts.ts';
import { nameField } from '../../../src/features/catalogue/desk/field-texts.ts';
import { guessColumns, nameColumn } from '../../../src/features/catalogue/desk/intake/column-names.ts';
import { translateReason } from '../../../src/features/catalogue/desk/intake/reasons.ts';
import { dropRepeats, listFileParts, splitRows } from '../../../src/features/catalogue/desk/intake/split-rows.ts';
import { numberInOrder, sortByNumbers } from '../../../src/features/catalogue/desk/series/order.ts';
import { moveTo } from '../../../src/platform/desk/use-moves.ts';
import { dropDoubles, readTable, toSplitFile } from '../../../src/features/catalogue/desk/series/paste-rows.ts';
import { MAX_PART_BYTES, MAX_PART_ROWS } from '../../../src/features/catalogue/intake-contract.ts';
import { buildMap, chooseMap, guessFields } from '../../../src/features/catalogue/rows/choose-map.ts';
import { readCsvRows, type FileRow } from '../../../src/features/catalogue/rows/file-rows.ts';
import { FIELDS } from '../../../src/features/catalogue/rows/fields.ts';
import { findSeparator } from '../../../src/features/catalogue/rows/text-format.ts';

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe('reasons', () => {
  it('of the readers all have a text in the desk', () => {
    const folders = [
      'src/features/catalogue/rows',
      'src/features/catalogue/server/intake',
      'src/features/titles/facts',
    ];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    const calls =
      /(?:refused\(|notes\.(?:refuse|warn)\([^,]+, |reason: |reason = |error: |toProblem\(|(?:nonEmpty|maxLength|regex|check)\([^'`]*)(['`])((?:(?!\1).)+)\1/g;
    const reasons = files.flatMap((text) => Array.from(text.matchAll(calls), (match) => match[2] ?? ''));
    expect(reasons.length).toBeGreaterThan(30);
    // Of column maps, whose text only a command shows.
    const ofMaps = ['must be small letters, digits and hyphens', 'has no id', 'is no field of a title'];
    const unknown = reasons
      .map((reason) => reason.replace(/\$\{[^}]*\}/g, '7'))
      .filter(
        (reason) =>
          reason.includes(' ') &&
          !ofMaps.includes(reason) &&
          translateReason(reason) === null &&
          !reason.startsWith('changes 7'),
      );
    expect(unknown).toEqual([]);
  });
});

describe('a dropped file', () => {
  it('has a map of ours that fits, the fields that its header names, or those that were matched by hand', () => {
    expect(
      chooseMap(['kind', 'title', 'year_jalali', 'country', 'minutes', 'director', 'cast', 'genres', 'imdb']),
    ).toMatchObject({
      source: 'iranian-titles',
    });
    expect(chooseMap(['id', 'kind', 'name_fa', 'year', 'minutes'])).toBe(null);
    expect(guessFields(['ID', 'Name-FA', 'عنوان', 'year'])).toEqual(['id', 'name_fa', '', 'year']);
    const fields = [...new Set(FIELDS)];
    expect(guessColumns(fields.map(nameColumn))).toEqual(fields);
    const words = [nameArt('backdrop'), nameArt('logo_fa'), nameArt('still'), nameField('release_date')];
    expect(guessColumns(words)).toEqual(['backdrop', 'logo_fa', 'still', 'release_date']);
    const header = ['کد', 'عنوان', 'سال', 'توضیح'];
    expect(buildMap(header, ['id', 'name', 'year', ''])).toMatchObject({
      id: ['کد'],
      columns: { id: 'کد', name: 'عنوان', year: 'سال' },
    });
    expect(buildMap(header, ['', 'name', 'year', ''])).toMatchObject({ id: ['عنوان', 'سال'] });
    expect(buildMap(header, ['', '', '', 'synopsis_fa'])).toBe(null);
    expect(buildMap(['سریال', 'شماره'], ['series', 'number'])).toMatchObject({ id: [], series: ['سریال'] });
  });

  it('is read by its own separator, with line breaks in quotes and a byte order mark', async () => {
    expect(['a,b', '"a;b",c', 'sep=;\na;b', 'نام;سال', 'x\ty', 'one'].map(findSeparator)).toEqual([
      ',',
      ',',
      ';',
      ';',
      '\t',
      ',',
    ]);
    const map = buildMap(['id', 'name_fa'], ['id', 'name_fa']);
    const rows: FileRow[] = [];
    for await (const row of readCsvRows(each('\ufeffid;name_fa\n1;"دو\nسطر; یک"\n2;x;y\n'), map, ';')) rows.push(row);
    expect(rows).toEqual([
      { line: 2, draft: { id: 'csv:1', name_fa: 'دو\nسطر; یک' } },
      { line: 4, problem: { column: '', reason: '3 fields where the header has 2', value: '2,x,y' } },
    ]);
  });

  it('is sent in parts that a call takes, titles before episodes; a row of a megabyte is rejected', async () => {
    const film = (line: number, more: object = {}): FileRow => ({ line, draft: { id: `f${String(line)}`, ...more } });
    const file = await splitRows(
      each(
        { line: 1, draft: { kind: 'قسمت', series: 'x', number: 1 } },
        film(2, { synopsis_fa: 'ی'.repeat(500_000) }),
        film(3, { kind: 'series', seasons: [{ number: 1 }] }),
        ...Array.from({ length: 250 }, (_, at) => film(at + 4, { synopsis_fa: 'ی'.repeat(at) })),
        { line: 900, problem: { column: '', reason: 'the row is empty', value: '' } },
      ),
      'movie',
    );
    expect(file?.verdicts.map(({ line, verdict }) => [line, verdict])).toEqual([
      [2, 'rejected'],
      [900, 'rejected'],
    ]);
    const parts = listFileParts(file!);
    expect(parts.map(({ phase }) => phase).join()).toMatch(/^(titles,)+parts$/);
    expect(parts.at(-1)?.rows.map(({ line }) => line)).toEqual([1, 3]);
    for (const { rows } of parts) {
      expect(rows.length).toBeLessThanOrEqual(MAX_PART_ROWS);
      expect(bytes(rows)).toBeLessThanOrEqual(MAX_PART_BYTES + 2);
    }
    expect(parts.flatMap(({ rows }) => rows)).toHaveLength(253);
    const many = Array.from({ length: 20_001 }, (_, at) => film(at + 1));
    expect(await splitRows(each(...many), undefined)).toBe(null);
  });

  it('writes an id once: later rows with it are rejected, wherever their part is', async () => {
    const file = await splitRows(each<FileRow>(...[1, 2, 3].map((line) => ({ line, draft: { id: 'a' } }))), 'movie');
    const { titles, verdicts } = dropRepeats(file!, [
      [1, 'a'],
      [2, 'b'],
      [3, 'a'],
    ]);
    expect(titles.map(({ line }) => line)).toEqual([1, 2]);
    expect(verdicts).toMatchObject([{ line: 3, verdict: 'rejected' }]);
  });
});

describe('a pasted table', () => {
  it('has the usual columns, or those of its header', async () => {
    const plain = await readTable('۱\tآغاز\tStart\n2\tادامه');
    expect(plain).toMatchObject({ hasHeader: false, fields: ['number', 'name_fa', 'name_en'] });
    expect(toSplitFile(plain!).parts).toEqual([
      { line: 1, draft: { number: '۱', name_fa: 'آغاز', name_en: 'Start' } },
      { line: 2, draft: { number: '2', name_fa: 'ادامه' } },
    ]);
    const table = await readTable('name_en,Number,what\n"Two, three",2,x');
    expect(table).toMatchObject({ hasHeader: true, fields: ['name_en', 'number', ''] });
    expect(toSplitFile(table!).parts).toEqual([{ line: 2, draft: { name_en: 'Two, three', number: '2' } }]);
  });

  it('of 10,000 rows is read, and one more is refused', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `${String(at)}\tx`).join('\n');
    const most = await readTable(rows(10_000));
    expect(most?.rows).toHaveLength(10_000);
    const parts = listFileParts(toSplitFile(most!)).map((part) => part.rows);
    expect(parts.flat().map(({ line }) => line)).toEqual(most?.rows.map(({ line }) => line));
    expect(Math.max(...parts.map(({ length }) => length))).toBe(MAX_PART_ROWS);
    expect(await readTable(rows(10_002))).toBe(null);
  });

  it('names each number once over all parts', () => {
    const verdict = (line: number, key: string) => ({
      ...{ line, key, verdict: 'added' as const, problems: [], differences: [], episode: null },
    });
    const parts = [1, 2, 3].map((line) => ({ line, draft: { number: line } }));
    const checked = dropDoubles({
      file: { rows: 3, titles: [], parts, verdicts: [] },
      verdicts: [verdict(1, 's1e1'), verdict(2, 's1e2'), verdict(3, 's1e1')],
      counts: { added: 3, changed: 0, rejected: 0 },
      isWhole: true,
    });
    expect(checked.counts).toEqual({ added: 2, changed: 0, rejected: 1 });
    expect(checked.file.parts.map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('an order of episodes', () => {
  it('keeps the numbers that there are, gaps too', () => {
    const numbers = new Map([
      [11, 1],
      [12, 2],
      [13, 5],
    ]);
    expect([...numberInOrder(moveTo([11, 12, 13], 2, 0), numbers)]).toEqual([
      [13, 1],
      [11, 2],
      [12, 5],
    ]);
    expect(moveTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'a', 'c']);
    expect(moveTo(['a', 'b', 'c'], 0, 3)).toEqual(['b', 'c', 'a']);
  });

  it('of a draft is that of its numbers after a reload, so that a second move keeps the first', () => {
    const stored = [11, 12, 13];
    const draft = numberInOrder(moveTo(stored, 2, 0), new Map(stored.map((id, at) => [id, at + 1])));
    const list = sortByNumbers(stored, draft);
    expect(list).toEqual([13, 11, 12]);
    expect([...numberInOrder(moveTo(list, 2, 1), draft).keys()]).toEqual([13, 12, 11]);
    expect(sortByNumbers([11, 12], new Map([[11, 4]]))).toEqual([12, 11]);
  });
});
