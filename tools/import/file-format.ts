import { closeSync, openSync, readSync } from 'node:fs';
import { findSeparator, HEAD_BYTES, readHead, type FileFault } from '../../src/features/catalogue/rows/text-format.ts';
import { problem } from '../lib/progress.ts';

/** Each fault, with its remedy. */
const FAULTS: Record<FileFault, string> = {
  zip: 'is a zip file (an Excel workbook is one, too): unpack it, or save the sheet as "CSV UTF-8"',
  gzip: 'is compressed by gzip: unpack it first (gunzip)',
  old_excel: 'is an old Excel workbook: save the sheet as "CSV UTF-8"',
  utf16: 'is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)',
  binary: 'is not UTF-8 text: it is UTF-16 or binary. Save it as UTF-8',
  encoding: 'is not UTF-8 text, perhaps Windows-1256: save it as UTF-8 (iconv -f WINDOWS-1256 -t UTF-8)',
  line_ends: 'ends its lines by CR alone: save it with LF',
};

/** Throws a Problem that names the fault where a file is not a UTF-8 text, or a CSV file separates by another sign. */
export function requireReadable(file: string, isCsv: boolean): void {
  const head = readHead(readBytes(file), isCsv);
  if ('fault' in head) throw problem(`${file} ${FAULTS[head.fault]}.`);
  const separator = isCsv ? findSeparator(head.text) : ',';
  if (separator === ',') return;
  const name = separator === ';' ? 'semicolons' : 'tabs';
  throw problem(`${file} separates its columns by ${name}: save it with commas.`);
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
