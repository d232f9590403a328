import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildXlsx } from '../../../src/platform/desk/xlsx.ts';
import { film, openImportBench, type ImportBench } from '../../support/database/import-bench.ts';

/** `npm run import` as an operator runs it: what it says and how it exits. */
let bench: ImportBench;
let folder: string;
beforeAll(async () => {
  bench = await openImportBench({ isState: true });
  folder = mkdtempSync(join(tmpdir(), 'pardeh-import-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the import of a file with this content; `printed` is everything that it wrote. */
function importFile(name: string, content: string | Uint8Array, ...args: string[]) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const report = join(folder, 'report.csv');
  const { status, stdout, stderr } = spawnSync(
    'node',
    ['scripts/import.ts', file, '--report', report, '--dry-run', ...args],
    { encoding: 'utf8', env: { ...process.env, STATE_DIR: bench.state.dir } },
  );
  return { status, printed: stdout + stderr };
}

const HEADER = ['id', 'kind', 'name_fa', 'name_en', 'year', 'minutes'];
const ROW = ['x-1', 'movie', 'شهر باران', 'Rain City', '1394', '92'];
const csv = (separator: string) => `${HEADER.join(separator)}\n${ROW.join(separator)}\n`;
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
/** A text as UTF-16, little endian unless told. */
function encodeUtf16(text: string, isLittle = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}
/** Persian letters as single bytes, as older Windows programs save them: which ones does not matter. */
function encodeWindows1256(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => (letter > '~' ? 0xc8 : letter.charCodeAt(0)));
}
const MARK = '\ufeff';

test.each([
  ['utf16.csv', encodeUtf16(MARK + csv(',')), /UTF-16.*UTF-8/],
  ['utf16-big-endian.csv', encodeUtf16(MARK + csv(','), false), /UTF-16.*UTF-8/],
  ['utf16-without-mark.jsonl', encodeUtf16(lines(film('x-2'))), /not UTF-8 text.*UTF-16/],
  ['windows-1256.csv', encodeWindows1256(csv(',')), /not UTF-8 text.*Windows-1256.*iconv/],
  ['old-mac.csv', csv(',').replaceAll('\n', '\r'), /ends its lines by CR/],
  ['no-id.csv', csv(',').replace('id,', 'number,'), /has no column id; it has number, kind/],
  ['pictures.csv', zipSync({ 'a.txt': Uint8Array.of(1) }), /zip file without a workbook.*unpack/],
  ['cut.xlsx', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 20, 0, 8, 8), /zip file|damaged workbook/],
  ['book.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /old Excel workbook.*\.xlsx/],
  ['packed.jsonl', gzipSync(lines(film('x-3'))), /gzip.*unpack/],
])('%s: the fault is named and nothing is read', (name, content, fault) => {
  const { status, printed } = importFile(name, content);
  expect(printed).toMatch(fault);
  expect(printed).not.toMatch(/added|^ {4}at /m);
  expect(status).toBe(1);
});

test.each([
  ['semicolons.csv', csv(';')],
  ['tabs.tsv', csv('\t')],
])('%s: its columns are found by their own separator', (name, content) => {
  expect(importFile(name, content)).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/1 added.* 0 rejected/) as string,
  });
});

test('an Excel workbook is read as its sheet is, with or without a name that ends in .xlsx', async () => {
  const sheet = await buildXlsx([HEADER, ROW], { isRightToLeft: true });
  for (const name of ['book.xlsx', 'book']) {
    expect(importFile(name, await sheet.bytes())).toMatchObject({
      status: 0,
      printed: expect.stringMatching(/1 added.* 0 rejected/) as string,
    });
  }
});

test('rows that are all rejected, and a file without rows, are a failed import', () => {
  const rejected = importFile('rejected.jsonl', lines({ id: 'x-4' }, { id: 'x-5' }));
  expect(rejected.printed).toMatch(/2 rejected/);
  expect(rejected.printed).toMatch(/Nothing of .* could be loaded/);
  expect(rejected.status).toBe(1);
  expect(importFile('empty.jsonl', '').status).toBe(1);
});

test('one good row among rejected ones is an import, and commas inside quotes are no other separator', () => {
  const mixed = importFile('mixed.jsonl', lines({ id: 'x-6' }, film('x-7')));
  expect(mixed).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^Ids of the new titles: \d{7}$/m) as string,
  });
  const quoted = `${HEADER.map((name) => `"${name}"`).join(',')}\nx-8,movie,"شهر؛ باران","Rain; City",1394,92\n`;
  expect(importFile('quoted.csv', quoted)).toMatchObject({ status: 0 });
});

test('a data folder without a site: the message names the command that makes an empty one, not the demo', () => {
  const { status, printed } = importFile('early.jsonl', lines(film('x-9')), '--data', folder);
  expect(printed).toMatch(/no database under .*: npm run seed -- --only base --data .* makes an empty site/);
  expect(status).toBe(1);
});

test('a list in place of an object is named as such, and its numbers are no fields', () => {
  const { printed } = importFile('lists.jsonl', `[1,2]\n${lines(film('x-10'))}`);
  expect(printed).toMatch(/1 rejected/);
  expect(printed).toMatch(/row: 1 rejected, 0 remarked \(line 1: not an object of JSON on one line\)/);
  expect(printed).not.toMatch(/no such field/);
});
