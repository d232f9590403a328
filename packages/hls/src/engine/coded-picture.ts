import { findBox } from './mp4.ts';

/** Bytes before the boxes in `stsd` and in its sample entry of a picture (ISO/IEC 14496-12, 8.5.2 and 12.1.3). */
const STSD_HEAD = 8;
const ENTRY_HEAD = 8 + 78;
const [DATA_OFFSET, FIRST_FLAGS, DURATIONS, SIZES] = [0x1, 0x4, 0x100, 0x200];
const BOX_HEAD = 8;

/** The decoder's record (`avcC`) of an initialisation; null for another codec. */
export function readDecoderRecord(init: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const entries = findBox(init, 'stsd');
  if (!entries || entries.byteLength < STSD_HEAD + ENTRY_HEAD) return null;
  const boxes = new Uint8Array(init.buffer, entries.byteOffset, entries.byteLength).subarray(STSD_HEAD + ENTRY_HEAD);
  const record = findBox(boxes, 'avcC');
  return record && new Uint8Array(init.buffer, record.byteOffset, record.byteLength);
}

/** The first picture of a fragment that may end behind it; null where it is not whole. */
export function readFirstPicture(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const fragment = findBox(part, 'moof');
  const run = fragment && findBox(part, 'trun');
  if (!run || run.byteLength < 12) return null;
  const flags = run.getUint32(0) & 0xffffff;
  if (!(flags & DATA_OFFSET)) return null;
  const from = fragment.byteOffset - part.byteOffset - BOX_HEAD + run.getInt32(8);
  const sizeAt = 12 + (flags & FIRST_FLAGS ? 4 : 0) + (flags & DURATIONS ? 4 : 0);
  const hasSize = (flags & SIZES) !== 0 && sizeAt + 4 <= run.byteLength;
  const to = hasSize ? from + run.getUint32(sizeAt) : part.byteLength;
  return from > 0 && to > from && to <= part.byteLength ? part.subarray(from, to) : null;
}
