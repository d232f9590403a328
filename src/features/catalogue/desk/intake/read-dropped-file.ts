import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { readCsv } from '../../../../platform/text/csv-records.ts';
import { toHex } from '../../../../platform/media/bytes-as-text.ts';
import { findSeparator, HEAD_BYTES, readHead, type FileFault } from '../../rows/text-format.ts';

const MAX_FILE_BYTES = 16_000_000;
/** Rows below the header that the page shows beside the columns. */
const MAX_SAMPLES = 3;

const FAULTS: Record<FileFault, () => string> = {
  zip: m.intake_fault_excel,
  gzip: m.intake_fault_gzip,
  old_excel: m.intake_fault_excel,
  utf16: m.intake_fault_encoding,
  binary: m.intake_fault_encoding,
  encoding: m.intake_fault_encoding,
  line_ends: m.intake_fault_line_ends,
};

/** A file as the browser has read it. `header` and `samples`: of CSV; JSON Lines name their fields. */
export interface DroppedFile {
  name: string;
  digest: string;
  text: string;
  separator: string | null;
  header: string[];
  samples: string[][];
}

/** Throws with a reason in the reader's language. */
export async function readDroppedFile(file: File): Promise<DroppedFile> {
  if (file.size > MAX_FILE_BYTES) throw new Error(m.intake_large({ most: formatNumber(MAX_FILE_BYTES / 1e6) }));
  const buffer = await file.arrayBuffer().catch((error: unknown) => {
    throw new Error(m.intake_unread(), { cause: error });
  });
  const bytes = new Uint8Array(buffer);
  const isCsv = !isJsonLines(file.name, bytes);
  const head = readHead(bytes.subarray(0, HEAD_BYTES), isCsv);
  if ('fault' in head) throw new Error(FAULTS[head.fault]());
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', buffer)));
  const text = new TextDecoder().decode(bytes);
  const separator = isCsv ? findSeparator(head.text) : null;
  const [header = [], ...samples] = separator === null ? [] : await readFirst(text, separator);
  if (isCsv && header.length === 0) throw new Error(m.intake_empty());
  return { name: file.name.slice(0, 200), digest, text, separator, header, samples };
}

function isJsonLines(name: string, bytes: Uint8Array): boolean {
  if (/\.(?:jsonl|ndjson|json)$/i.test(name)) return true;
  if (/\.(?:csv|tsv)$/i.test(name)) return false;
  return new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().startsWith('{');
}

/** The header of a CSV text and the rows below it. */
async function readFirst(text: string, separator: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const record of readCsv(toPieces(text), separator)) {
    if (!('fields' in record) || (record.line === 1 && /^sep=/i.test(record.fields[0] ?? ''))) continue;
    rows.push(rows.length === 0 ? record.fields.map((field) => field.trim()) : record.fields);
    if (rows.length > MAX_SAMPLES) break;
  }
  return rows;
}

const PIECE_LENGTH = 4096;

/** Small pieces, with a pause now and then, so that a large file does not stop the page. */
export async function* toPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    yield text.slice(at, at + PIECE_LENGTH);
    if (at % (PIECE_LENGTH * 64) === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
