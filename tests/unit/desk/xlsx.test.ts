import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildXlsx } from '../../../src/platform/desk/xlsx.ts';

/** The text of one file of an archive, by its central directory. */
async function readEntry(archive: Blob, name: string): Promise<string> {
  const bytes = Buffer.from(await archive.arrayBuffer());
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 46)) {
    if (bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) !== name) continue;
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    return (bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString('utf8');
  }
  throw new Error(`no ${name}`);
}

const ROWS = [
  ['نام', 'مبلغ'],
  ['=HYPERLINK("https://evil.example")', 1200],
  ['a\u0007<b> & \ud800"', -3.5],
  ['', 0],
  ['+98 912', 9_007_199_254_740_991],
];

it('numbers are numbers, a text is never a formula, and what XML cannot hold is left out', async () => {
  const file = await buildXlsx(ROWS, { isRightToLeft: false });
  const sheet = await readEntry(file, 'xl/worksheets/sheet1.xml');
  expect(sheet).not.toMatch(/<f[ >]/);
  expect([...sheet.matchAll(/<c r="B\d+"><v>([^<]+)</g)].map(([, value]) => value)).toEqual([
    ...['1200', '-3.5', '0', '9007199254740991'],
  ]);
  const texts = await readEntry(file, 'xl/sharedStrings.xml');
  expect([...texts.matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    ...['نام', 'مبلغ', '=HYPERLINK("https://evil.example")', 'a&lt;b&gt; &amp; \ufffd"', '+98 912'],
  ]);
  expect(sheet).not.toContain('rightToLeft');
});

it('a sheet in Persian runs from right to left, and a cell is no longer than Excel reads', async () => {
  const file = await buildXlsx([['نام'], ['ا'.repeat(40_000)]], { isRightToLeft: true });
  expect(await readEntry(file, 'xl/worksheets/sheet1.xml')).toContain('rightToLeft="1"');
  const texts = await readEntry(file, 'xl/sharedStrings.xml');
  expect(Math.max(...[...texts.matchAll(/<t[^>]*>([^<]*)</g)].map(([, text = '']) => text.length))).toBe(32_767);
});
