/** The header of a picture, read without decoding it: formats and sizes as their specifications write them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

export const PICTURE_TYPES: Record<PictureFormat, `image/${PictureFormat}`> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

interface PictureHeader {
  /** Pixels, as it is shown: a turned picture has its sides exchanged. */
  width: number;
  height: number;
  isAnimated: boolean;
  /** False where the end of the file is missing. */
  isComplete: boolean;
}

const STARTS: readonly [PictureFormat, RegExp][] = [
  ['jpeg', /^\u00ff\u00d8\u00ff/],
  ['png', /^.PNG\r\n/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftyp(?:avif|avis|mif1)/s],
];
const HEAD_BYTES = 1000;

/** By the first bytes, whatever its name says; `gif` and `svg` are named, for people send them. */
export function findPictureFormat(bytes: Uint8Array): PictureFormat | 'gif' | 'svg' | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const format = STARTS.find(([, start]) => start.test(head))?.[0];
  if (format !== undefined) return format;
  if (/^GIF8/.test(head)) return 'gif';
  return /<svg/i.test(head) ? 'svg' : null;
}

/** Null where the header cannot be read. */
export function readPictureHeader(bytes: Uint8Array, format: PictureFormat): PictureHeader | null {
  try {
    const header = READERS[format](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return header !== null && header.width > 0 && header.height > 0 ? header : null;
  } catch (error) {
    // A read behind the last byte.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const READERS: Record<PictureFormat, (view: DataView) => PictureHeader | null> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  avif: readAvif,
};

const name = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

const [EXIF, SCAN] = [0xe1, 0xda];
/** Frame headers (ITU T.81, table B.1): C4, C8 and CC are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(view: DataView): PictureHeader | null {
  let size: { width: number; height: number } | null = null;
  let isTurned = false;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EXIF) isTurned ||= readOrientation(view, at + 4) >= 5;
    if (isFrame(marker)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === SCAN) break;
    at += 2 + view.getUint16(at + 2);
  }
  if (size === null) return null;
  const { width, height } = isTurned ? { width: size.height, height: size.width } : size;
  return { width, height, isAnimated: false, isComplete: endsAfter(view, at) };
}

/** Programs write more behind a picture, so its end marker may be anywhere behind the first scan. */
function endsAfter(view: DataView, scan: number): boolean {
  for (let at = view.byteLength - 2; at > scan; at -= 1) if (view.getUint16(at) === 0xffd9) return true;
  return false;
}

const ORIENTATION = 0x0112;

/** 1 to 8; 1 where it cannot be read. */
function readOrientation(view: DataView, start: number): number {
  if (name(view, start) !== 'Exif') return 1;
  const base = start + 6;
  const isLittle = view.getUint16(base) === 0x4949;
  const entries = base + view.getUint32(base + 4, isLittle);
  if (entries + 2 > view.byteLength) return 1;
  for (let index = 0; index < view.getUint16(entries, isLittle); index += 1) {
    const entry = entries + 2 + index * 12;
    if (entry + 12 > view.byteLength) return 1;
    if (view.getUint16(entry, isLittle) === ORIENTATION) return view.getUint16(entry + 8, isLittle);
  }
  return 1;
}

function readPng(view: DataView): PictureHeader {
  const header = { width: view.getUint32(16), height: view.getUint32(20), isAnimated: false, isComplete: false };
  let at = 8;
  while (at + 12 <= view.byteLength) {
    const type = name(view, at + 4);
    header.isAnimated ||= type === 'acTL';
    header.isComplete ||= type === 'IEND';
    at += 12 + view.getUint32(at);
  }
  return header;
}

const ANIMATED = 0x02;

function readWebp(view: DataView): PictureHeader | null {
  const isComplete = view.getUint32(4, true) + 8 <= view.byteLength;
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  const type = name(view, 12);
  if (type === 'VP8X')
    return {
      ...{ width: uint24(24) + 1, height: uint24(27) + 1, isComplete },
      isAnimated: (view.getUint8(20) & ANIMATED) !== 0,
    };
  if (type === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, isAnimated: false, isComplete };
  }
  if (type !== 'VP8 ') return null;
  const size = { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return { ...size, isAnimated: false, isComplete };
}

/** The largest `ispe` is that of the picture: tiles and thumbnails have others. `irot` turns by quarters. */
function readAvif(view: DataView): PictureHeader | null {
  const [size, isTurned] = readProperties(view);
  if (size === null) return null;
  const { width, height } = isTurned ? { width: size.height, height: size.width } : size;
  return { width, height, isAnimated: name(view, 8) === 'avis', isComplete: hasWholeBoxes(view) };
}

const CONTAINERS: Partial<Record<string, number>> = { meta: 12, iprp: 8, ipco: 8 };

function readProperties(view: DataView): [size: { width: number; height: number } | null, isTurned: boolean] {
  let size: { width: number; height: number } | null = null;
  let isTurned = false;
  const walk = (from: number, to: number) => {
    for (let at = from; at + 8 <= to;) {
      const length = view.getUint32(at);
      const type = name(view, at + 4);
      if (length < 8) return;
      const inner = CONTAINERS[type];
      if (inner !== undefined) walk(at + inner, Math.min(to, at + length));
      if (type === 'ispe') {
        const [width, height] = [view.getUint32(at + 12), view.getUint32(at + 16)];
        if (size === null || width * height > size.width * size.height) size = { width, height };
      }
      if (type === 'irot') isTurned = (view.getUint8(at + 8) & 1) === 1;
      at += length;
    }
  };
  walk(0, view.byteLength);
  return [size, isTurned];
}

function hasWholeBoxes(view: DataView): boolean {
  let at = 0;
  let hasPixels = false;
  while (at + 8 <= view.byteLength) {
    const length = view.getUint32(at);
    hasPixels ||= name(view, at + 4) === 'mdat';
    // 0: to the end of the file; 1: a 64-bit size, which no picture of ours has.
    if (length === 0) return hasPixels;
    if (length < 8) return false;
    at += length;
  }
  return hasPixels && at === view.byteLength;
}
