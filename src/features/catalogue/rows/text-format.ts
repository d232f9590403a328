import { beginsWith } from '../../../platform/workbook/is-workbook.ts';
import type { WorkbookFault } from '../../../platform/workbook/workbook-error.ts';

/** Enough for the longest honest header row. Bytes. */
export const HEAD_BYTES = 16 * 1024;

/** Why a file is not a text that can be read. */
export type FileFault = WorkbookFault | 'gzip' | 'utf16' | 'binary' | 'encoding' | 'line_ends';

/** The first bytes of formats that people save by mistake. */
const SIGNATURES: { bytes: number[]; fault: FileFault }[] = [
  { bytes: [0x1f, 0x8b], fault: 'gzip' },
  { bytes: [0xff, 0xfe], fault: 'utf16' },
  { bytes: [0xfe, 0xff], fault: 'utf16' },
];

/** The fault that the first bytes of a file show, else their text. */
export function readHead(head: Uint8Array, isCsv: boolean): { fault: FileFault } | { text: string } {
  const signature = SIGNATURES.find(({ bytes }) => beginsWith(head, bytes));
  if (signature) return { fault: signature.fault };
  // UTF-16 without a byte order mark has a zero in nearly every pair of bytes of a Latin header.
  if (head.includes(0)) return { fault: 'binary' };
  try {
    // The end of the head may cut a letter. Persian in another encoding would become � in every name.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return isCsv && /\r[^\n]/.test(text) && !text.includes('\n') ? { fault: 'line_ends' } : { text };
  } catch {
    return { fault: 'encoding' };
  }
}

/** The sign between the columns of a CSV file: a comma where its first line has one. */
export function findSeparator(text: string): ',' | ';' | '\t' {
  const sign = /^sep=([,;\t])/i.exec(text)?.[1];
  if (sign === ',' || sign === ';' || sign === '\t') return sign;
  const [header = ''] = text.replace(/"[^"]*"/g, '').split('\n', 1);
  if (header.includes(',')) return ',';
  return header.includes(';') ? ';' : header.includes('\t') ? '\t' : ',';
}
