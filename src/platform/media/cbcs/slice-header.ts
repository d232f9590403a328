import { BitReader } from './bit-reader.ts';
import { UnsupportedMedia } from './boxes.ts';

/** ISO/IEC 14496-10: what the length of a slice header depends on. */
export interface ParameterSets {
  sequences: Map<number, Sequence>;
  pictures: Map<number, Picture>;
}

interface Sequence {
  hasChroma: boolean;
  hasColourPlanes: boolean;
  frameNumberBits: number;
  orderType: number;
  orderBits: number;
  hasFixedOrder: boolean;
  isFrameOnly: boolean;
}

interface Picture {
  sequence: number;
  usesCabac: boolean;
  hasFieldOrder: boolean;
  references: [first: number, second: number];
  isWeighted: boolean;
  isBiWeighted: boolean;
  hasDeblocking: boolean;
  hasRedundant: boolean;
}

export const NAL = { slice: 1, instantRefresh: 5, sequence: 7, picture: 8 } as const;
const SLICE = { p: 0, b: 1, i: 2, sp: 3, si: 4 } as const;
/** Profiles whose sequences name their chroma format (7.3.2.1.1). */
const WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

export function getNalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 0x1f;
}

export function addParameterSet(sets: ParameterSets, nal: Uint8Array): void {
  const type = getNalType(nal);
  if (type === NAL.sequence) readSequence(sets, nal);
  if (type === NAL.picture) readPicture(sets, nal);
}

function readSequence({ sequences }: ParameterSets, nal: Uint8Array): void {
  const bits = new BitReader(nal, 1);
  const profile = bits.readBits(8);
  bits.readBits(16);
  const id = bits.readUnsigned();
  let chroma = 1;
  let hasColourPlanes = false;
  if (WITH_CHROMA.has(profile)) {
    chroma = bits.readUnsigned();
    hasColourPlanes = chroma === 3 && bits.isSet();
    bits.readUnsigned();
    bits.readUnsigned();
    bits.readBits(1);
    if (bits.isSet()) throw new UnsupportedMedia('H.264 with scaling matrices');
  }
  const frameNumberBits = bits.readUnsigned() + 4;
  const orderType = bits.readUnsigned();
  const orderBits = orderType === 0 ? bits.readUnsigned() + 4 : 0;
  let hasFixedOrder = false;
  if (orderType === 1) {
    hasFixedOrder = bits.isSet();
    bits.skipSigned();
    bits.skipSigned();
    for (let left = bits.readUnsigned(); left > 0; left -= 1) bits.skipSigned();
  }
  bits.readUnsigned();
  bits.readBits(1);
  bits.readUnsigned();
  bits.readUnsigned();
  const isFrameOnly = bits.isSet();
  const hasChroma = chroma !== 0 && !hasColourPlanes;
  const order = { frameNumberBits, orderType, orderBits, hasFixedOrder };
  sequences.set(id, { hasChroma, hasColourPlanes, ...order, isFrameOnly });
}

function readPicture({ pictures }: ParameterSets, nal: Uint8Array): void {
  const bits = new BitReader(nal, 1);
  const id = bits.readUnsigned();
  const sequence = bits.readUnsigned();
  const usesCabac = bits.isSet();
  const hasFieldOrder = bits.isSet();
  if (bits.readUnsigned() > 0) throw new UnsupportedMedia('H.264 with slice groups');
  const references: Picture['references'] = [bits.readUnsigned() + 1, bits.readUnsigned() + 1];
  const isWeighted = bits.isSet();
  const isBiWeighted = bits.readBits(2) === 1;
  bits.skipSigned();
  bits.skipSigned();
  bits.skipSigned();
  const hasDeblocking = bits.isSet();
  bits.readBits(1);
  const hasRedundant = bits.isSet();
  const weights = { isWeighted, isBiWeighted };
  pictures.set(id, { sequence, usesCabac, hasFieldOrder, references, ...weights, hasDeblocking, hasRedundant });
}

/** Bytes of a slice's NAL unit up to its data, header and emulation prevention included (7.3.3). */
export function measureSliceHeader(nal: Uint8Array, sets: ParameterSets): number {
  const isRefresh = getNalType(nal) === NAL.instantRefresh;
  const isReference = ((nal[0] ?? 0) & 0x60) !== 0;
  const bits = new BitReader(nal, 1);
  bits.readUnsigned();
  const type = bits.readUnsigned() % 5;
  const picture = sets.pictures.get(bits.readUnsigned());
  const sequence = picture && sets.sequences.get(picture.sequence);
  if (!sequence) throw new UnsupportedMedia('a slice without parameter sets');
  if (sequence.hasColourPlanes) bits.readBits(2);
  bits.readBits(sequence.frameNumberBits);
  const isField = !sequence.isFrameOnly && bits.isSet();
  if (isField) bits.readBits(1);
  if (isRefresh) bits.readUnsigned();
  readOrder(bits, sequence, picture.hasFieldOrder && !isField);
  if (picture.hasRedundant) bits.readUnsigned();
  if (type === SLICE.b) bits.readBits(1);
  const lists = type === SLICE.b ? 2 : type === SLICE.p || type === SLICE.sp ? 1 : 0;
  const counts = picture.references.slice(0, lists);
  if (lists > 0 && bits.isSet()) counts.forEach((_, list) => (counts[list] = bits.readUnsigned() + 1));
  counts.forEach(() => readModifications(bits));
  const isWeighted = type === SLICE.b ? picture.isBiWeighted : lists > 0 && picture.isWeighted;
  if (isWeighted) readWeights(bits, counts, sequence.hasChroma);
  if (isReference) readMarking(bits, isRefresh);
  if (picture.usesCabac && lists > 0) bits.readUnsigned();
  bits.skipSigned();
  if (type === SLICE.sp) bits.readBits(1);
  if (type === SLICE.sp || type === SLICE.si) bits.skipSigned();
  if (picture.hasDeblocking && bits.readUnsigned() !== 1) {
    bits.skipSigned();
    bits.skipSigned();
  }
  return bits.bytesRead;
}

function readOrder(bits: BitReader, { orderType, orderBits, hasFixedOrder }: Sequence, hasBottom: boolean): void {
  if (orderType === 0) bits.readBits(orderBits);
  else if (orderType !== 1 || hasFixedOrder) return;
  else bits.skipSigned();
  if (hasBottom) bits.skipSigned();
}

function readModifications(bits: BitReader): void {
  if (!bits.isSet()) return;
  while (bits.readUnsigned() !== 3) bits.readUnsigned();
}

function readWeights(bits: BitReader, counts: readonly number[], hasChroma: boolean): void {
  bits.readUnsigned();
  if (hasChroma) bits.readUnsigned();
  const skip = (count: number) => {
    if (bits.isSet()) for (let left = count; left > 0; left -= 1) bits.skipSigned();
  };
  for (const count of counts)
    for (let left = count; left > 0; left -= 1) {
      skip(2);
      if (hasChroma) skip(4);
    }
}

function readMarking(bits: BitReader, isRefresh: boolean): void {
  if (isRefresh) {
    bits.readBits(2);
    return;
  }
  if (!bits.isSet()) return;
  for (let operation = bits.readUnsigned(); operation !== 0; operation = bits.readUnsigned()) {
    if (operation !== 5) bits.readUnsigned();
    if (operation === 3) bits.readUnsigned();
  }
}
