/** ISO/IEC 14496-12 as a tree that is changed and written again. */
export interface Box {
  type: string;
  /** All of a leaf; the fields before the children of a container. */
  head: Uint8Array<ArrayBuffer>;
  children: Box[];
}

export class UnsupportedMedia extends Error {}

const CONTAINERS: Readonly<Record<string, number>> = {
  ...{ moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0, moof: 0, traf: 0, stsd: 8 },
  ...{ avc1: 78, mp4a: 28, 'ac-3': 28, 'ec-3': 28 },
};
const HEADER = 8;

export function parseBoxes(bytes: Uint8Array<ArrayBuffer>): Box[] {
  const view = viewBytes(bytes);
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = at + HEADER <= bytes.length ? view.getUint32(at) : 0;
    if (size < HEADER || at + size > bytes.length) throw new UnsupportedMedia('a box has an impossible size');
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + HEADER));
    const body = bytes.subarray(at + HEADER, at + size);
    const fields = Object.hasOwn(CONTAINERS, type) ? (CONTAINERS[type] ?? 0) : body.length;
    if (fields > body.length) throw new UnsupportedMedia(`${type} is too short`);
    boxes.push({ type, head: body.subarray(0, fields), children: parseBoxes(body.subarray(fields)) });
    at += size;
  }
  return boxes;
}

export function writeBoxes(boxes: readonly Box[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(boxes.reduce((sum, box) => sum + measureBox(box), 0));
  let at = 0;
  const write = (box: Box): void => {
    viewBytes(bytes).setUint32(at, measureBox(box));
    bytes.set(toCodes(box.type), at + 4);
    bytes.set(box.head, at + HEADER);
    at += HEADER + box.head.length;
    box.children.forEach(write);
  };
  boxes.forEach(write);
  return bytes;
}

export function measureBox({ head, children }: Box): number {
  return HEADER + head.length + children.reduce((sum, child) => sum + measureBox(child), 0);
}

export function createBox(type: string, ...parts: (Box | readonly number[] | Uint8Array)[]): Box {
  const fields = parts.flatMap((part) => ('children' in part ? [] : [...part]));
  return { type, head: Uint8Array.from(fields), children: parts.filter((part) => 'children' in part) };
}

export function getChild({ type, children }: Box, ...path: readonly string[]): Box {
  const [first = '', ...rest] = path;
  const child = children.find((box) => box.type === first);
  if (!child) throw new UnsupportedMedia(`${type} has no ${first}`);
  return rest.length === 0 ? child : getChild(child, ...rest);
}

export function viewBytes(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function toBytes32(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

export function toCodes(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
