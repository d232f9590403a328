import { zipSync } from 'fflate';
import writeExcel from 'write-excel-file/universal';
import { afterAll, describe, expect, it } from 'vitest';
import { readBankFile, parseRial } from '../../../src/features/operator/settlement/read-file.ts';
import { runSettlement } from '../../../tools/settlement/run.ts';
import { listAlarms } from '../../../src/features/operator/alarms-contract.ts';
import { listen } from '../../support/site/api.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRow } from '../../support/database/rows.ts';

const { platform } = await openShop();
const TOKEN = 't'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: TOKEN });
site.clock.now = Math.floor(Date.now() / 1000);
process.env['OPERATOR_TOKEN'] = TOKEN;
const server = await listen((request) => Promise.resolve(site.api(request, site.env, platform.ctx)));
afterAll(() => server.close());

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !isBig);
  return bytes;
};
async function makeWorkbook(rows: (string | number)[][]): Promise<Uint8Array> {
  const blob = await writeExcel(rows.map((row) => row.map((value) => ({ value })))).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}
const workbook = await makeWorkbook([
  ['گزارش'],
  ['رسید دیجیتالی', 'شماره سفارش', 'مبلغ (ریال)'],
  ['GmshtyjwKSvCPt', 'pay1', 1_234_000],
]);
const ROW = { reference: 'GmshtyjwKSvCPt', order: 'pay1', token: null, rial: 1_234_000 };

describe('a settlement file', () => {
  it.each([
    ['SEP in English', utf8('RefNum,ResNum,TraceNo,Amount\nGmshtyjwKSvCPt,pay1,55,1234000\n')],
    [
      'SEP in Persian, Persian digits and separators',
      utf8('رسید دیجیتالی,شماره سفارش,مبلغ تراکنش (ریال)\nGmshtyjwKSvCPt,pay1,"۱,۲۳۴,۰۰۰"\n'),
    ],
    [
      'Arabic letters, mark and CRLF',
      utf8('\ufeffرسيد ديجيتالي,كد رزرو,مبلغ\r\nGmshtyjwKSvCPt,pay1,۱٬۲۳۴٬۰۰۰ ریال\r\n'),
    ],
    ['semicolons and sep=', utf8('sep=;\nRefNum;ResNum;Amount\nGmshtyjwKSvCPt;pay1;1,234,000.00\n')],
    ['tabs in UTF-16', utf16('\ufeffRefNum\tResNum\tAmount\nGmshtyjwKSvCPt\tpay1\t1234000\n')],
    ['UTF-16 of the other order', utf16('\ufeffRefNum\tResNum\tAmount\nGmshtyjwKSvCPt\tpay1\t1234000\n', true)],
    ['UTF-16 without a mark', utf16('RefNum\tResNum\tAmount\nGmshtyjwKSvCPt\tpay1\t1234000\n')],
    ['toman by its header', utf8('RefNum,ResNum,Amount (Toman)\nGmshtyjwKSvCPt,pay1,"123,400"\n')],
    [
      'a title, a period and an empty line above the header',
      utf8('گزارش تراکنش‌ها\n"از 1405/08/01, تا 1405/08/30"\n\nRefNum;ResNum;Amount\nGmshtyjwKSvCPt;pay1;1,234,000\n'),
    ],
    ['Excel, with numbers as numbers below a title', workbook],
    ['cells kept as text', utf8('RefNum,ResNum,Amount\n"=""GmshtyjwKSvCPt""",\'pay1,"1,234,000"\n,,\n')],
  ])('of %s reads the same', async (_, bytes) => {
    const { rows, unreadable } = await readBankFile(bytes);
    expect(unreadable).toEqual([]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject(ROW);
  });

  it('of Excel says which numbers Excel has rounded', async () => {
    const bytes = await makeWorkbook([
      ['RefNum', 'Amount'],
      [1_234_567_890_123_456, 10],
      ['1234567890123456', 20],
    ]);
    const { rows, unreadable } = await readBankFile(bytes);
    expect(rows).toMatchObject([{ line: 3, reference: '1234567890123456', rial: 20 }]);
    expect(unreadable).toMatchObject([{ line: 2, fault: 'rounded' }]);
  });

  it('of Zarinpal is read by its own names, or by those that are given', async () => {
    const zarinpal = await readBankFile(utf8('authority,ref_id,order_id,amount\nA0000,007001,o1,5000\n'));
    expect(zarinpal.rows[0]).toMatchObject({ token: 'A0000', reference: '007001', order: 'o1', rial: 5000 });
    const bankFile = await readBankFile(utf8('No,Sum\nx1,70\n'), { order: 'No', amount: 'Sum' });
    expect(bankFile.rows[0]).toMatchObject({ order: 'x1', rial: 70 });
  });

  it('that cannot be read says why, row by row or whole', async () => {
    const { rows, unreadable } = await readBankFile(utf8('RefNum,Amount\n1.23E+11,10\nab,ten\n,10\ncd,10\n'));
    expect(rows.map(({ line }) => line)).toEqual([5]);
    expect(unreadable.map(({ line }) => line)).toEqual([2, 3, 4]);
    await expect(readBankFile(utf8('a,b\n1,2\n'))).rejects.toThrow('--columns');
    await expect(readBankFile(utf8('No,مبلغ\n1,2\n'))).rejects.toMatchObject({
      columns: { header: ['No', 'مبلغ'], found: { amount: 'مبلغ' } },
    });
    await expect(readBankFile(utf8(''))).rejects.toThrow('empty');
    await expect(readBankFile(utf8('PK\u0003\u0004'))).rejects.toMatchObject({ fault: 'damaged' });
    await expect(readBankFile(zipSync({ 'a.txt': utf8('x') }))).rejects.toMatchObject({ fault: 'zip' });
    await expect(readBankFile(utf8('x,Amount\n1,2\n'), { order: 'y' })).rejects.toThrow('“y”');
  });

  it.each([
    ['1,234', 1234],
    ['(1,234)', -1234],
    ['-5', -5],
    ['12.00', 12],
    ['12.50', null],
    ['1,23', null],
    ['5 تومان', 50],
    ['', null],
    ['1e5', null],
  ])('amount %s is %s rial', (text, rial) => {
    expect(parseRial(text, 1)).toBe(rial);
  });
});

describe('the command', () => {
  const now = site.clock.now;
  const pay = (n: number, toman: number, reference: string | null, state = 'settled', at = now - 3600 + n) => {
    const id = `pay${String(n).padStart(17, '0')}`;
    const settledAt = state === 'settled' ? at : null;
    return addRow(site.env.DB, 'payments', {
      ...{ id, state, price: toman, total: toman, fingerprint: '', token: `tok${id}`, reference },
      ...{ created_at: at, settled_at: settledAt, delivered_at: settledAt },
    });
  };
  const run = (text: string, ...args: string[]) =>
    runSettlement(['file.csv', '--site', server.url, ...args], () => utf8(text));
  const HEAD = 'RefNum,ResNum,Amount\n';

  it('says nothing differs where nothing does, with leading zeros lost', async () => {
    await pay(1, 1000, '000123');
    await pay(2, 2000, 'refB');
    const { lines, isEqual } = await run(`${HEAD}123,,10000\nREFB,,"20,000"\n`);
    expect(lines.join('\n')).toContain('2 rows, 2 matched, 0 differences');
    expect(isEqual).toBe(true);
  });

  it('names what is only here, only there, of another amount, twice and given back, and alarms once', async () => {
    await pay(3, 3000, 'refC');
    await pay(4, 4000, null, 'failed');
    await pay(5, 5000, 'refE');
    await pay(6, 6000, 'refF');
    const file = `${HEAD}000123,,10001\nrefB,,20000\nrefB,,20000\nunknown,,700\n,pay${'4'.padStart(17, '0')},40000\nrefE,,-50000\nrefF,,60000\n`;
    const { lines, isEqual } = await run(file, '--alarm');
    expect(isEqual).toBe(false);
    const kinds = lines.slice(0, -1).map((line) => line.split(' | ')[0]);
    expect(kinds).toEqual([
      'another amount',
      'twice in the file',
      'in the file, not settled here',
      'in the file, not settled here',
      'given back by the bank',
      'settled here, not in the file',
    ]);
    expect(lines.join('\n')).toMatch(/pay0+4, failed, 40000 rial/);
    await run(file, '--alarm');
    const alarms = await site.call(listAlarms, {}, { id: 0, mobile: '', token: TOKEN });
    expect(alarms.data.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'settlement'));
    expect(await site.books()).not.toEqual([]);
  });

  it('raises all alarms, also those beyond the most of one call', async () => {
    const file = HEAD + Array.from({ length: 230 }, (_, n) => `stranger${String(n)},,500\n`).join('');
    const count = () => site.count("alarms WHERE key LIKE 'settlement:saman:only_there:stranger%'");
    await run(file, '--alarm');
    expect(await count()).toBe(230);
    await run(file, '--alarm');
    expect(await count()).toBe(230);
  });

  it('looks at whole days in Tehran', async () => {
    const day = (offset: number) => new Date((now + offset + 12_600) * 1000).toISOString().slice(0, 10);
    const today = await run(`${HEAD}refB,,20000\n`, '--from', day(-3600), '--to', day(0));
    expect(today.lines.at(-1)).toContain('1 matched');
    expect(today.isEqual).toBe(false);
    const later = await run(HEAD, '--from', day(5 * 86_400), '--to', day(6 * 86_400));
    expect(later.isEqual).toBe(true);
  });

  it('reads a JSON export, and refuses what makes no sense', async () => {
    const page = { next: null, data: [] };
    const files: Record<string, Uint8Array> = {
      'f.csv': utf8(`${HEAD}refB,,20000\n`),
      'e.json': utf8(JSON.stringify(page)),
    };
    const { lines } = await runSettlement(['f.csv', '--export', 'e.json'], (name) => files[name] ?? utf8(''));
    expect(lines[0]).toContain('not settled here');
    for (const args of [['--gateway', 'melli'], ['--from', 'yesterday'], ['--columns', 'x=y'], ['--nonsense']]) {
      await expect(run(HEAD, ...args), args.join(' ')).rejects.toThrow();
    }
    await expect(runSettlement(['f.csv', '--site', 'http://shop.example'], () => utf8(HEAD))).rejects.toThrow('https');
  });
});
