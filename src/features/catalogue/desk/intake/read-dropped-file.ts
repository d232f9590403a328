import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { readCsv, type CsvRecord } from '../../../../platform/text/csv-records.ts';
import { WORKBOOK_FAULTS } from '../../../../platform/desk/workbook-texts.ts';
import { isWorkbook } from '../../../../platform/workbook/is-workbook.ts';
import { WorkbookError } from '../../../../platform/workbook/workbook-error.ts';
import { toHex } from '../../../../platform/media/bytes-as-text.ts';
import type { ColumnMap } from '../../rows/column-map.ts';
import { readJsonRows, readTableRows, type FileRow } from '../../rows/file-rows.ts';
import { findSeparator, HEAD_BYTES, readHead, type FileFault } from '../../rows/text-format.ts';

const MAX_FILE_BYTES = 16_000_000;
/** Rows below the header that the page shows beside the columns. */
const MAX_SAMPLES = 3;

const FAULTS: Record<FileFault, () => string> = {
  ...WORKBOOK_FAULTS,
  gzip: m.intake_fault_gzip,
  utf16: m.intake_fault_encoding,
  binary: m.intake_fault_encoding,
  encoding: m.intake_fault_encoding,
  line_ends: m.intake_fault_line_ends,
};

/** A file as the browser has read it. `header` and `samples`: of a table; JSON Lines name their fields. */
export interface DroppedFile {
  name: string;
  digest: string;
  isTable: boolean;
  header: string[];
  samples: string[][];
  readRows: (map: ColumnMap | null) => AsyncGenerator<FileRow>;
}

/** Throws with a reason in the reader's language. */
export async function readDroppedFile(file: File): Promise<DroppedFile> {
  if (file.size > MAX_FILE_BYTES) throw new Error(m.intake_large({ most: formatNumber(MAX_FILE_BYTES / 1e6) }));
  const buffer = await file.arrayBuffer().catch((error: unknown) => {
    throw new Error(m.intake_unread(), { cause: error });
  });
  const bytes = new Uint8Array(buffer);
  const content = isWorkbook(bytes) ? await readSheetRows(bytes) : readText(file.name, bytes);
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', buffer)));
  const name = file.name.slice(0, 200);
  if ('json' in content) {
    const readRows = () => readJsonRows(toPieces(content.json));
    return { name, digest, isTable: false, header: [], samples: [], readRows };
  }
  const [header = [], ...samples] = await readFirst(content.openTable());
  if (header.length === 0) throw new Error(m.intake_empty());
  return { name, digest, isTable: true, header, samples, readRows: (map) => readTableRows(content.openTable(), map) };
}

type Records = AsyncIterable<CsvRecord> | Iterable<CsvRecord>;
type Content = { json: string } | { openTable: () => Records };

function readText(name: string, bytes: Uint8Array): Content {
  const isCsv = !isJsonLines(name, bytes);
  const head = readHead(bytes.subarray(0, HEAD_BYTES), isCsv);
  if ('fault' in head) throw new Error(FAULTS[head.fault]());
  const text = new TextDecoder().decode(bytes);
  return isCsv ? { openTable: () => readCsv(toPieces(text), findSeparator(head.text)) } : { json: text };
}

async function readSheetRows(bytes: Uint8Array): Promise<Content> {
  const { readWorkbook } = await import('../../../../platform/workbook/read-workbook.ts');
  try {
    const rows = await readWorkbook(bytes);
    return { openTable: () => rows };
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    throw new Error(FAULTS[error.fault](), { cause: error });
  }
}

function isJsonLines(name: string, bytes: Uint8Array): boolean {
  if (/\.(?:jsonl|ndjson|json)$/i.test(name)) return true;
  if (/\.(?:csv|tsv)$/i.test(name)) return false;
  return new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().startsWith('{');
}

/** The header of a table and the rows below it. */
async function readFirst(records: Records): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const record of records) {
    if (!('fields' in record) || (record.line === 1 && /^sep=/i.test(record.fields[0] ?? ''))) continue;
    rows.push(rows.length === 0 ? record.fields.map((field) => field.trim()) : record.fields);
    if (rows.length > MAX_SAMPLES) break;
  }
  return rows;
}

const PIECE_LENGTH = 4096;

/** Small pieces, with a pause now and then, so that a large file does not stop the page. */
async function* toPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    yield text.slice(at, at + PIECE_LENGTH);
    if (at % (PIECE_LENGTH * 64) === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
