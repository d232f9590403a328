import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import writeExcel from 'write-excel-file/universal';
import { expect, it, test } from 'vitest';
import { readTableRows, type FileRow } from '../../../src/features/catalogue/rows/file-rows.ts';
import { readWorkbook } from '../../../src/platform/workbook/read-workbook.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Book {
  /** The rows of each sheet, as Excel writes them. */
  sheets: { rows: string; state?: string }[];
  strings?: string;
  styles?: string;
  properties?: string;
}

/** A workbook by hand. */
function pack({ sheets, strings = '', styles = '', properties = '' }: Book): Uint8Array {
  const list = sheets.map(
    ({ state = 'visible' }, at) =>
      `<x:sheet name="s${String(at)}" sheetId="${String(at + 1)}" state="${state}" r:id="rId${String(at + 1)}"/>`,
  );
  const targets = sheets.map(
    (_, at) => `<Relationship Id="rId${String(at + 1)}" Target="/xl/worksheets/sheet${String(at + 1)}.xml"/>`,
  );
  const parts = {
    'xl/workbook.xml': `<?xml version="1.0"?><x:workbook xmlns:x="${MAIN}" xmlns:r="${RELATIONS}">${properties}<x:sheets>${list.join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${String(at + 1)}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="[$-fa-IR,16]yyyy/mm/dd;@"/><numFmt numFmtId="165" formatCode="&quot;day &quot;0"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="166"/><xf numFmtId="9"/></cellXfs>`;

it('cells of all kinds are the texts that a person reads in Excel, and a day is a day', async () => {
  const rows = `
    <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><r><t>نا</t></r><r><t>م</t></r><rPh><t>x</t></rPh></is></c><c r="D2" t="str"><f>A2&amp;"!"</f><v>year!</v></c></row>
    <row r="3"/><row r="4"><c r="A4" s="1"/></row>
    <row r="6"><c r="A6" s="1"><v>42695</v></c><c r="B6" s="2"><v>42695.75</v></c><c r="C6" s="3"><v>42695</v></c><c r="D6"><v>7.2000000000000002</v></c></row>
    <row r="7"><c s="4"><v>7.6388888888888895E-2</v></c><c s="5"><v>1.0416666666666667</v></c><c s="6"><v>0.35</v></c><c t="e"><v>#N/A</v></c></row>
    <row r="8"><c t="b"><v>1</v></c><c t="d"><v>2016-11-21T00:00:00</v></c><c t="inlineStr"><is><t>یک_x000A_دو &lt;۳&gt;</t></is></c><c><v>-5</v></c></row>
    <row r="9"><c s="1"><v>59</v></c><c s="1"><v>61</v></c><c s="1"><v>-1</v></c></row>`;
  const book = pack({ sheets: [{ rows }], strings: '<si><t>سال</t><rPh><t>x</t></rPh></si>', styles: STYLES });
  expect(await readWorkbook(book)).toEqual([
    { line: 2, fields: ['سال', 'نام', '', 'year!'] },
    { line: 6, fields: ['2016-11-21', '2016-11-21', '42695', '7.2'] },
    { line: 7, fields: ['1:50:00', '25:00:00', '35%', '#N/A'] },
    { line: 8, fields: ['TRUE', '2016-11-21', 'یک\nدو <۳>', '-5'] },
    { line: 9, fields: ['1900-02-28', '1900-03-01', '-1', ''] },
  ]);
});

it('a formula that was never calculated is a missing value, and a cell of no shared text is empty', async () => {
  const rows = `
    <row r="1"><c t="s"><v>0</v></c><c t="s"/><c><f>1+1</f></c><c><f>1+1</f><v/></c><c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c></row>`;
  const book = pack({ sheets: [{ rows }], strings: '<si><t>سال</t></si>' });
  expect(await readWorkbook(book)).toEqual([{ line: 1, fields: ['سال', '', '#N/A', '#N/A', '', '2'] }]);
});

it('days count from 1904 where the workbook says so', async () => {
  const properties = '<x:workbookPr date1904="1"/>';
  const rows = '<row r="1"><c s="1"><v>0</v></c><c s="1"><v>41233</v></c></row>';
  const [row] = await readWorkbook(pack({ sheets: [{ rows }], styles: STYLES, properties }));
  expect(row?.fields).toEqual(['1904-01-01', '2016-11-21']);
});

it('the only visible sheet with rows is read', async () => {
  const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const sheets = [{ rows: '<row r="1"/>' }, { rows: row('hidden'), state: 'hidden' }, { rows: row('a') + row('b') }];
  expect(await readWorkbook(pack({ sheets: [...sheets, { rows: '<row r="9"/>' }] }))).toEqual([
    { line: 1, fields: ['a'] },
    { line: 2, fields: ['b'] },
  ]);
  expect(await readWorkbook(pack({ sheets: sheets.slice(0, 1) }))).toEqual([]);
});

it('a workbook of write-excel-file is read as rows of titles with the numbers of their rows', async () => {
  const day = new Date(Date.UTC(2026, 10, 21));
  const file = await writeExcel([
    ['id', 'name_fa', 'year', 'release_date'].map((value) => ({ value })),
    [],
    [
      { value: 'x-1' },
      { value: 'شهر\nباران، "یک"' },
      { value: '۱۳۹۵' },
      { value: day, type: Date, format: 'yyyy-mm-dd' },
    ],
    [{ value: 'x-2' }, null, { value: 1395, type: Number }],
    [null, null, null, null, { value: 'beyond' }],
  ]).toBlob();
  const rows: FileRow[] = [];
  const sheet = await readWorkbook(await file.bytes());
  for await (const row of readTableRows(sheet, null)) rows.push(row);
  expect(rows).toEqual([
    {
      line: 3,
      draft: { id: 'csv:x-1', name_fa: 'شهر\nباران، "یک"', year: '۱۳۹۵', release_date: '2026-11-21' },
    },
    { line: 4, draft: { id: 'csv:x-2', year: '1395' } },
    { line: 5, problem: { column: '', reason: '5 fields where the header has 4', value: ',,,,beyond' } },
  ]);
});

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ROW = '<row><c><v>1</v></c></row>';
const workbook = pack({ sheets: [{ rows: ROW }] });
/** Says that it unpacks to 100 bytes, and unpacks to 101 MB. */
function packBomb(): Uint8Array {
  const name = strToU8('xl/worksheets/sheet1.xml');
  const content = deflateRawSync(new Uint8Array(101_000_000), { level: 1 });
  const header = new DataView(new ArrayBuffer(30));
  header.setUint32(0, 0x04034b50, true);
  header.setUint16(8, 8, true);
  header.setUint32(18, content.length, true);
  header.setUint32(22, 100, true);
  header.setUint16(26, name.length, true);
  return new Uint8Array([...new Uint8Array(header.buffer), ...name, ...content]);
}

test.each([
  ['cut off', () => workbook.subarray(0, 300), 'damaged'],
  ['cut off behind its parts', () => workbook.subarray(0, -30), 'damaged'],
  ['of broken XML', () => pack({ sheets: [{ rows: '<row><c></row' }] }), 'damaged'],
  [
    'with a password',
    () => Uint8Array.from([...COMPOUND, ...strToU8(Array.from('EncryptedPackage').join('\0'))]),
    'encrypted',
  ],
  ['of Excel 97', () => Uint8Array.from(COMPOUND), 'old_excel'],
  ['that is another zip file', () => zipSync({ 'content.xml': strToU8('<x/>') }), 'zip'],
  [
    'with a cell in the last column',
    () => pack({ sheets: [{ rows: '<row><c r="XFD1"><v>1</v></c></row>' }] }),
    'large',
  ],
  ['that is a bomb', packBomb, 'large'],
  ['with a text that is not there', () => pack({ sheets: [{ rows: '<row><c t="s"><v>0</v></c></row>' }] }), 'damaged'],
  ['of wide rows', () => pack({ sheets: [{ rows: '<row><c r="ALL1"><v>1</v></c></row>'.repeat(5001) }] }), 'large'],
  ['of two sheets with rows', () => pack({ sheets: [{ rows: ROW }, { rows: '' }, { rows: ROW }] }), 'sheets'],
  [
    'of short rows below a wide one',
    () =>
      pack({ sheets: [{ rows: `<row><c r="ALL1"><v>1</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(5000)}` }] }),
    'large',
  ],
])('a workbook %s is refused by its fault', async (_, build, fault) => {
  await expect(readWorkbook(build())).rejects.toMatchObject({ fault });
});
