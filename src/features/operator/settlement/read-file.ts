import { foldDigits, foldNumber, stripInvisible } from '../../../platform/text/digits.ts';
import { readCsv, type CsvRecord } from '../../../platform/text/csv-records.ts';
import { isWorkbook } from '../../../platform/workbook/is-workbook.ts';
import { BankFileError, findColumns, type ColumnNames, type Columns, type Field } from './columns.ts';

/** A bank's name, the period and its sums may stand above the header. */
const MAX_ROWS_ABOVE = 20;

/** A bank's row. Null: the file has no such column, or it is empty. `rial` is negative for money that went back. */
export interface BankRow {
  line: number;
  reference: string | null;
  trace: string | null;
  order: string | null;
  token: string | null;
  rial: number;
}
export type RowFault = 'broken' | 'rounded' | 'amount' | 'nameless';

export interface BankFile {
  rows: BankRow[];
  /** Rows that could not be read, and why. */
  unreadable: { line: number; fault: RowFault; reason: string }[];
}

/**
 * Reads a settlement file: an Excel workbook, or CSV in any of its encodings and delimiters; what stands above the header
 * is passed over. Throws a BankFileError where no header makes sense, and a WorkbookError.
 */
export async function readBankFile(bytes: Uint8Array, columnNames: ColumnNames = {}): Promise<BankFile> {
  const file: BankFile = { rows: [], unreadable: [] };
  let columns: Columns | null = null;
  let refusal: BankFileError | null = null;
  let rowsAbove = 0;
  for await (const record of isWorkbook(bytes) ? await readSheetRows(bytes) : readTextRows(bytes, columnNames)) {
    const { line } = record;
    if ('error' in record) {
      file.unreadable.push({ line, fault: 'broken', reason: record.error });
    } else if (columns === null) {
      const header = tryHeader(record.fields, columnNames);
      if (header instanceof BankFileError) refusal = chooseRefusal(refusal, header);
      else columns = header;
      rowsAbove += 1;
      if (columns === null && rowsAbove > MAX_ROWS_ABOVE) break;
    } else {
      const { at, toRial } = columns;
      const text = (field: Field) => cleanCell(record.fields[at[field] ?? -1] ?? '');
      if (record.fields.every((cell) => cleanCell(cell) === '')) continue;
      const rial = parseRial(text('amount'), toRial);
      const row = {
        reference: id(text('reference')),
        trace: id(text('trace')),
        order: id(text('order')),
        token: id(text('token')),
      };
      const damaged = Object.values(row).some((value) => value !== null && /^\d[.,]\d+e\+?\d+$/i.test(value));
      if (damaged)
        file.unreadable.push({
          line,
          fault: 'rounded',
          reason: 'a number was rounded by a spreadsheet (1.2E+11): export it as text',
        });
      else if (rial === null)
        file.unreadable.push({ line, fault: 'amount', reason: `“${text('amount')}” cannot be read as an amount` });
      else if (Object.values(row).every((value) => value === null))
        file.unreadable.push({ line, fault: 'nameless', reason: 'it names no payment' });
      else file.rows.push({ line, ...row, rial });
    }
  }
  if (columns === null) throw refusal ?? new BankFileError('empty', 'The file is empty.');
  return file;
}

function tryHeader(fields: readonly string[], columnNames: ColumnNames): Columns | BankFileError {
  try {
    return findColumns(fields, columnNames);
  } catch (error) {
    if (error instanceof BankFileError) return error;
    throw error;
  }
}

/** The row with most cells is the header; of as many, the first. */
function chooseRefusal(first: BankFileError | null, next: BankFileError): BankFileError {
  return first === null || countCells(next) > countCells(first) ? next : first;
}

const countCells = ({ columns }: BankFileError) => columns?.header.filter((cell) => cell.trim() !== '').length ?? 0;

async function readSheetRows(bytes: Uint8Array): Promise<Iterable<CsvRecord>> {
  const { readWorkbook } = await import('../../../platform/workbook/read-workbook.ts');
  return readWorkbook(bytes);
}

function readTextRows(bytes: Uint8Array, columnNames: ColumnNames): AsyncIterable<CsvRecord> {
  const text = decode(bytes);
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = /^sep=(.)$/i.exec(firstLine.trim())?.[1];
  const body = separator === undefined ? text : text.slice(text.indexOf('\n') + 1);
  return readCsv(yieldOnce(body), separator ?? guessDelimiter(body, columnNames));
}

/** UTF-8 with or without a mark, UTF-16 of both orders, else Windows’ Arabic code page. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

/** The one that the header has most of, outside of quotes; the first line's where none is a header. */
function guessDelimiter(body: string, columnNames: ColumnNames): string {
  const lines = body.split('\n', MAX_ROWS_ABOVE + 1);
  const isHeader = (line: string) =>
    !(tryHeader(line.split(findDelimiter(line)), columnNames) instanceof BankFileError);
  return findDelimiter(lines.find(isHeader) ?? lines[0] ?? '');
}

function findDelimiter(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (mark: string) => bare.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** A cell as it was meant: Latin digits, without marks of direction or the `="…"` by which a spreadsheet keeps zeros. */
function cleanCell(cell: string): string {
  const bare = foldDigits(stripInvisible(cell)).trim();
  return (/^="(.*)"$/.exec(bare)?.[1] ?? bare.replace(/^'/, '')).trim();
}

function id(text: string): string | null {
  return text === '' || text === '-' || /^0+$/.test(text) ? null : text;
}

/** An amount as whole rial, negative in parentheses or with a sign; null for what is none. */
export function parseRial(text: string, toRial: 1 | 10): number | null {
  const unit = /(?:ریال|تومان|rial|irr|toman|irt)\.?$/i.exec(text)?.[0] ?? '';
  const factor = unit === '' ? toRial : /تومان|toman|irt/i.test(unit) ? 10 : 1;
  const bare = foldNumber(text.slice(0, text.length - unit.length));
  const match = /^([(-])? ?(\d{1,15}|\d{1,3}(?:[,'_ ]\d{3})+)(?:[./]0+)? ?([)-])?$/.exec(bare);
  if (!match?.[2]) return null;
  const amount = Number(match[2].replace(/\D/g, '')) * factor;
  const isNegative = match[1] !== undefined || match[3] !== undefined;
  return Number.isSafeInteger(amount) ? (isNegative ? -amount : amount) : null;
}

async function* yieldOnce(text: string): AsyncGenerator<string> {
  yield text;
}
