/** An Excel workbook is a zip file, and an older one, or one with a password, a compound file. */
const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

export function isWorkbook(head: Uint8Array): boolean {
  return SIGNATURES.some((bytes) => beginsWith(head, bytes));
}

export function beginsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}
