import { closeSync, openSync, readSync } from 'node:fs';
import { problem } from '../lib/progress.ts';

/** Enough for the longest honest header row. */
const HEAD_BYTES = 16 * 1024;

/** The first bytes of formats that people save by mistake, and what to do about each. */
const SIGNATURES: { bytes: number[]; fault: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    fault: 'is a zip file (an Excel workbook is one, too): unpack it, or save the sheet as "CSV UTF-8"',
  },
  { bytes: [0x1f, 0x8b], fault: 'is compressed by gzip: unpack it first (gunzip)' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], fault: 'is an old Excel workbook: save the sheet as "CSV UTF-8"' },
  { bytes: [0xff, 0xfe], fault: 'is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)' },
  { bytes: [0xfe, 0xff], fault: 'is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)' },
];

const SEPARATORS = [
  { sign: ';', name: 'semicolons' },
  { sign: '\t', name: 'tabs' },
] as const;

/** Throws a Problem that names the fault where a file is not a UTF-8 text, or a CSV file separates by another sign. */
export function requireReadable(file: string, isCsv: boolean): void {
  const head = readHead(file);
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (signature) throw problem(`${file} ${signature.fault}.`);
  // UTF-16 without a byte order mark has a zero in nearly every pair of bytes of a Latin header.
  if (head.includes(0)) throw problem(`${file} is not UTF-8 text: it is UTF-16 or binary. Save it as UTF-8.`);
  const text = decodeHead(file, head);
  if (isCsv) requireCommas(file, text);
}

/** The end of the head may cut a letter. Persian in another encoding would become � in every name. */
function decodeHead(file: string, head: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    throw problem(
      `${file} is not UTF-8 text, perhaps Windows-1256: save it as UTF-8 (iconv -f WINDOWS-1256 -t UTF-8).`,
    );
  }
}

function requireCommas(file: string, text: string): void {
  if (/\r[^\n]/.test(text) && !text.includes('\n'))
    throw problem(`${file} ends its lines by CR alone: save it with LF.`);
  const [header = ''] = text.replace(/"[^"]*"/g, '').split('\n', 1);
  const separator = SEPARATORS.find(({ sign }) => header.includes(sign));
  if (separator === undefined || header.includes(',')) return;
  throw problem(`${file} separates its columns by ${separator.name}: save it with commas.`);
}

function readHead(file: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
