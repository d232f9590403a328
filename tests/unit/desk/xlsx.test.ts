import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildXlsx } from '../../../src/platform/desk/xlsx.ts';

/** The text of one file of an archive, by its central directory. */
async function readEntry(archive: Blob, name: string): Promise<string> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const readShort = (at: number) => view.getUint16(at, true);
  const text = new TextDecoder('latin1').decode(bytes);
  for (let at = text.indexOf('PK\u0001\u0002'); at >= 0; at = text.indexOf('PK\u0001\u0002', at + 46)) {
    if (text.slice(at + 46, at + 46 + readShort(at + 28)) !== name) continue;
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + readShort(local + 26) + readShort(local + 28);
    const content = bytes.subarray(start, start + view.getUint32(at + 20, true));
    return new TextDecoder().decode(readShort(at + 10) === 0 ? content : inflateRawSync(content));
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
    ...['نام', 'مبلغ', '=HYPERLINK("https://evil.example")', 'a&lt;b&gt; &amp; "', '+98 912'],
  ]);
  expect(sheet).not.toContain('rightToLeft');
});

it('a sheet in Persian runs from right to left, and a cell is no longer than Excel reads', async () => {
  const file = await buildXlsx([['نام'], ['ا'.repeat(40_000)]], { isRightToLeft: true });
  expect(await readEntry(file, 'xl/worksheets/sheet1.xml')).toContain('rightToLeft="1"');
  const texts = await readEntry(file, 'xl/sharedStrings.xml');
  expect(Math.max(...[...texts.matchAll(/<t[^>]*>([^<]*)</g)].map(([, text = '']) => text.length))).toBe(32_767);
});
