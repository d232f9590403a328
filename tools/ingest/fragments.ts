/** Movie fragments (ISO/IEC 14496-12) as ffmpeg's HLS muxer writes them: one file, one `moof`, one track. Pure. */
import { joinBytes } from '../../src/platform/join-bytes.ts';

interface Box {
  type: string;
  /** Bytes from the start of the file; `body` is behind the header. */
  from: number;
  body: number;
  to: number;
}

/** The number of samples (pictures or AAC frames) in a fragment. */
export function countSamples(file: Uint8Array): number {
  const view = toView(file);
  return findAll(file, 'moof', 'traf', 'trun').reduce((sum, { body }) => sum + view.getUint32(body + 4), 0);
}

/**
 * The bytes of each fragment's first sample in a segment, with the boxes that a decoder needs for it: from its `moof`
 * to the end of the sample in its `mdat`.
 */
export function listFirstSamples(segment: Uint8Array): { offset: number; length: number }[] {
  const view = toView(segment);
  return listBoxes(segment)
    .filter(({ type }) => type === 'moof')
    .map(({ from, body, to }) => {
      const [traf] = listBoxes(segment, body, to).filter(({ type }) => type === 'traf');
      const [run] = traf ? listBoxes(segment, traf.body, traf.to).filter(({ type }) => type === 'trun') : [];
      if (!run) throw new Error('A fragment has no track run.');
      const flags = view.getUint32(run.body) & 0xffffff;
      if (!(flags & DATA_OFFSET)) throw new Error('A track run has no data offset.');
      const dataOffset = view.getInt32(run.body + 8);
      const first = run.body + 12 + (flags & FIRST_FLAGS ? 4 : 0) + (flags & DURATIONS ? 4 : 0);
      if (flags & SIZES) return { offset: from, length: dataOffset + view.getUint32(first) };
      const media = listBoxes(segment).find((box) => box.from >= to);
      return { offset: from, length: (media?.to ?? to) - from };
    });
}
const [DATA_OFFSET, FIRST_FLAGS, DURATIONS, SIZES] = [0x1, 0x4, 0x100, 0x200];

/**
 * The fragments of one segment, with the decode time of the first sample of each in units of the track's time scale,
 * behind one `styp`. The boxes that index single fragments (`sidx`) go.
 */
export function joinFragments(fragments: readonly { file: Uint8Array; decodeTime: number; sequence: number }[]) {
  const styp = fragments[0] && listBoxes(fragments[0].file).find(({ type }) => type === 'styp');
  const head = styp && fragments[0] ? [fragments[0].file.subarray(styp.from, styp.to)] : [];
  const media = fragments.map(({ file, decodeTime, sequence }) => {
    const boxes = listBoxes(file).filter(({ type }) => type === 'moof' || type === 'mdat');
    const copy = joinBytes(boxes.map(({ from, to }) => file.subarray(from, to)));
    setTimes(copy, decodeTime, sequence);
    return copy;
  });
  return joinBytes([...head, ...media]);
}

function setTimes(file: Uint8Array, decodeTime: number, sequence: number): void {
  const view = toView(file);
  for (const { body } of findAll(file, 'moof', 'mfhd')) view.setUint32(body + 4, sequence);
  for (const { body } of findAll(file, 'moof', 'traf', 'tfdt')) {
    // Version 0 has 32 bits; ffmpeg writes version 1.
    if (view.getUint8(body) === 0) view.setUint32(body + 4, decodeTime);
    else view.setBigUint64(body + 4, BigInt(decodeTime));
  }
}

function findAll(file: Uint8Array, ...path: string[]): Box[] {
  return path.reduce<Box[]>(
    (boxes, type) => boxes.flatMap(({ body, to }) => listBoxes(file, body, to).filter((box) => box.type === type)),
    [{ type: '', from: 0, body: 0, to: file.length }],
  );
}

function listBoxes(file: Uint8Array, from = 0, to = file.length): Box[] {
  const view = toView(file);
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at);
    const isLong = size === 1;
    const end = at + (isLong ? Number(view.getBigUint64(at + 8)) : size);
    if (end <= at || end > to) throw new Error('A fragment ends inside a box.');
    boxes.push({
      type: String.fromCharCode(...file.subarray(at + 4, at + 8)),
      from: at,
      body: at + (isLong ? 16 : 8),
      to: end,
    });
    at = end;
  }
  return boxes;
}

const toView = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);
