import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { findSeparator, HEAD_BYTES, readHead, type FileFault } from '../../src/features/catalogue/rows/text-format.ts';
import type { CsvRecord } from '../../src/platform/text/csv-records.ts';
import { isWorkbook } from '../../src/platform/workbook/is-workbook.ts';
import { WorkbookError } from '../../src/platform/workbook/workbook-error.ts';
import { problem } from '../lib/progress.ts';
import { WORKBOOK_FAULTS } from '../lib/workbook-faults.ts';

/** Each fault, with its remedy. */
const FAULTS: Record<FileFault, string> = {
  ...WORKBOOK_FAULTS,
  gzip: 'is compressed by gzip: unpack it first (gunzip)',
  utf16: 'is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)',
  binary: 'is not UTF-8 text: it is UTF-16 or binary. Save it as UTF-8',
  encoding: 'is not UTF-8 text, perhaps Windows-1256: save it as UTF-8 (iconv -f WINDOWS-1256 -t UTF-8)',
  line_ends: 'ends its lines by CR alone: save it with LF',
};

/** Of tables: the sign between their columns. */
export type FileFormat = 'workbook' | 'json' | ReturnType<typeof findSeparator>;

/** Throws a Problem that names the fault where a file is neither a workbook nor a UTF-8 text. */
export function findFormat(file: string, isCsv: boolean): FileFormat {
  const bytes = readBytes(file);
  if (isWorkbook(bytes)) return 'workbook';
  const head = readHead(bytes, isCsv);
  if ('fault' in head) throw problem(`${file} ${FAULTS[head.fault]}.`);
  return isCsv ? findSeparator(head.text) : 'json';
}

/** The rows of a workbook; a Problem that names its fault. It is read whole. */
export async function readSheetRows(file: string): Promise<CsvRecord[]> {
  const { readWorkbook } = await import('../../src/platform/workbook/read-workbook.ts');
  return readWorkbook(readFileSync(file)).catch((error: unknown) => {
    throw error instanceof WorkbookError ? problem(`${file} ${FAULTS[error.fault]}.`) : error;
  });
}

function readBytes(file: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
