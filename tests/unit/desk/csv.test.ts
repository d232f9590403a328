import { expect, it } from 'vitest';
import { buildCsv } from '../../../src/platform/desk/csv.ts';

it('saves a table that no spreadsheet runs as formulas', () => {
  expect(
    buildCsv([
      ['a', 'b'],
      ['=1+1', -5],
    ]),
  ).toBe("\ufeffa,b\r\n'=1+1,-5\r\n");
  for (const mark of ['=', '+', '-', '@', '\t', '\r']) {
    expect(buildCsv([[`${mark}cmd`]]).replaceAll('"', ''), mark).toBe(`\ufeff'${mark}cmd\r\n`);
  }
  expect(buildCsv([['او گفت "سلام", رفت', 'two\nlines']])).toBe('\ufeff"او گفت ""سلام"", رفت","two\nlines"\r\n');
});
