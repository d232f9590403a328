import {
  createBox,
  getChild,
  measureBox,
  parseBoxes,
  toBytes32,
  UnsupportedMedia,
  viewBytes,
  writeBoxes,
} from './boxes.ts';
import type { Box } from './boxes.ts';
import type { ContentKey, TrackFormat } from './protect-init.ts';
import { getNalType, measureSliceHeader, NAL } from './slice-header.ts';

const BLOCK = 16;
/** Blocks from one encrypted block of a picture to the next. */
const PATTERN_BLOCKS = 10;
const CLEAR_MAX = 0xffff;
const TFHD = { baseOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, baseIsMoof: 0x20000 };
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 };
const DATA_OFFSET_AT = 8;

interface Subsample {
  clear: number;
  cipher: number;
}

/** Encrypts the samples of a segment with one key and one vector (ISO/IEC 23001-7, `cbcs`). Throws `UnsupportedMedia`. */
export async function protectSegment(
  segment: Uint8Array<ArrayBuffer>,
  format: TrackFormat,
  { key, iv }: Pick<ContentKey, 'key' | 'iv'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt']);
  // An index of byte positions is wrong after this.
  const boxes = parseBoxes(segment.slice()).filter(({ type }) => type !== 'sidx');
  const work: Promise<void>[] = [];
  for (const [at, moof] of boxes.entries()) {
    const data = boxes[at + 1];
    if (moof.type !== 'moof') continue;
    if (data?.type !== 'mdat') throw new UnsupportedMedia('a fragment without its data');
    const size = measureBox(moof);
    const runs = listRuns(getTrackFragment(moof));
    const protectedSamples = listSamples(moof, data.head, size).map((sample) => {
      const subsamples = format.sets ? splitPicture(sample, format) : [{ clear: 0, cipher: sample.length }];
      let from = 0;
      for (const { clear, cipher } of subsamples) {
        const bytes = sample.subarray(from + clear, from + clear + cipher);
        work.push(encryptBlocks(bytes, format.sets ? PATTERN_BLOCKS : 1, imported, iv));
        from += clear + cipher;
      }
      return subsamples;
    });
    if (format.sets) addAuxiliary(moof, protectedSamples);
    moveData(runs, measureBox(moof) - size);
  }
  await Promise.all(work);
  return writeBoxes(boxes);
}

function getTrackFragment(moof: Box): Box {
  const fragments = moof.children.filter(({ type }) => type === 'traf');
  const [fragment] = fragments;
  const isPlain = fragment?.children.every(({ type }) => !['senc', 'saiz', 'saio', 'sbgp', 'sgpd'].includes(type));
  if (!fragment || fragments.length !== 1 || isPlain !== true) throw new UnsupportedMedia('a fragment of another form');
  return fragment;
}

const readFlags = ({ head }: Box) => viewBytes(head).getUint32(0) & 0xffffff;
const has = (flags: number, flag: number) => (flags & flag) !== 0;

function listSamples(moof: Box, data: Uint8Array<ArrayBuffer>, moofBytes: number): Uint8Array<ArrayBuffer>[] {
  const fragment = getTrackFragment(moof);
  const header = getChild(fragment, 'tfhd');
  const flags = readFlags(header);
  if (has(flags, TFHD.baseOffset) || !has(flags, TFHD.baseIsMoof)) throw new UnsupportedMedia('absolute positions');
  const sizeAt = 8 + (has(flags, TFHD.description) ? 4 : 0) + (has(flags, TFHD.duration) ? 4 : 0);
  const defaultSize = has(flags, TFHD.size) ? viewBytes(header.head).getUint32(sizeAt) : null;
  return listRuns(fragment).flatMap((run) => {
    if (run.count > data.length) throw new UnsupportedMedia('more samples than bytes');
    let at = run.view.getInt32(DATA_OFFSET_AT) - moofBytes - 8;
    return Array.from({ length: run.count }, (_, index) => {
      const size = run.sizeAt === null ? defaultSize : run.view.getUint32(run.first + index * run.stride + run.sizeAt);
      if (size === null || at < 0 || at + size > data.length) throw new UnsupportedMedia('a sample outside its data');
      at += size;
      return data.subarray(at - size, at);
    });
  });
}

type Run = ReturnType<typeof listRuns>[number];

function listRuns(fragment: Box) {
  return fragment.children
    .filter(({ type }) => type === 'trun')
    .map((box) => {
      const flags = readFlags(box);
      if (!has(flags, TRUN.dataOffset)) throw new UnsupportedMedia('samples without a position');
      const view = viewBytes(box.head);
      const fields = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.composition].filter((field) => has(flags, field));
      const sizeAt = has(flags, TRUN.size) ? 4 * fields.indexOf(TRUN.size) : null;
      const first = DATA_OFFSET_AT + 4 + (has(flags, TRUN.firstFlags) ? 4 : 0);
      const [count, stride] = [view.getUint32(4), 4 * fields.length];
      if (first + count * stride > view.byteLength) throw new UnsupportedMedia('a run that is cut');
      return { view, count, sizeAt, first, stride };
    });
}

/** The data of each slice is encrypted; lengths, headers and other units stay clear. */
function splitPicture(sample: Uint8Array, { lengthBytes, sets }: TrackFormat): Subsample[] {
  const subsamples: Subsample[] = [];
  let clear = 0;
  const add = (cipher: number) => {
    for (; clear > CLEAR_MAX; clear -= CLEAR_MAX) subsamples.push({ clear: CLEAR_MAX, cipher: 0 });
    subsamples.push({ clear, cipher });
    clear = 0;
  };
  for (let at = 0; at < sample.length;) {
    const length = sample.subarray(at, at + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
    const nal = sample.subarray(at + lengthBytes, at + lengthBytes + length);
    if (nal.length < length || length === 0) throw new UnsupportedMedia('a NAL unit outside its sample');
    const type = getNalType(nal);
    if (type === NAL.sequence || type === NAL.picture) throw new UnsupportedMedia('parameter sets among samples');
    const isSlice = type === NAL.slice || type === NAL.instantRefresh;
    const header = isSlice && sets ? measureSliceHeader(nal, sets) : length;
    at += lengthBytes + length;
    const cipher = length - header;
    clear += lengthBytes + (cipher < BLOCK ? length : header);
    if (cipher >= BLOCK) add(cipher);
  }
  if (clear > 0 || subsamples.length === 0) add(0);
  return subsamples;
}

/** Only whole blocks; each subsample begins with the vector. */
async function encryptBlocks(
  bytes: Uint8Array<ArrayBuffer>,
  step: number,
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const starts: number[] = [];
  for (let at = 0; at + BLOCK <= bytes.length; at += step * BLOCK) starts.push(at);
  if (starts.length === 0) return;
  const blocks = new Uint8Array(starts.length * BLOCK);
  starts.forEach((start, index) => blocks.set(bytes.subarray(start, start + BLOCK), index * BLOCK));
  const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, blocks));
  starts.forEach((start, index) => bytes.set(cipher.subarray(index * BLOCK, (index + 1) * BLOCK), start));
}

/** 7.1 and 7.2: the subsamples (`senc`), their sizes, and their place after the start of `moof`. */
function addAuxiliary(moof: Box, samples: readonly Subsample[][]): void {
  const entries = samples.map((subsamples) => [
    ...toBytes16(subsamples.length),
    ...subsamples.flatMap(({ clear, cipher }) => [...toBytes16(clear), ...toBytes32(cipher)]),
  ]);
  if (entries.some(({ length }) => length > 0xff)) throw new UnsupportedMedia('a picture of more than 42 slices');
  const sizes = createBox(
    'saiz',
    toBytes32(0),
    [0],
    toBytes32(entries.length),
    entries.map(({ length }) => length),
  );
  const place = createBox('saio', toBytes32(0), toBytes32(1), toBytes32(0));
  const subsamples = createBox('senc', toBytes32(2), toBytes32(entries.length), entries.flat());
  const fragment = getTrackFragment(moof);
  fragment.children.push(sizes, place, subsamples);
  // To the first entry: `moof` ends with `senc` where `traf` is its last box.
  if (moof.children.at(-1) !== fragment) throw new UnsupportedMedia('a box behind traf');
  const start = measureBox(moof) - measureBox(subsamples) + 16;
  viewBytes(place.head).setUint32(8, start);
}

function moveData(runs: readonly Run[], growth: number): void {
  for (const { view } of runs) view.setInt32(DATA_OFFSET_AT, view.getInt32(DATA_OFFSET_AT) + growth);
}

const toBytes16 = (value: number) => [value >> 8, value & 0xff];
