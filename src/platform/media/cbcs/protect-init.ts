import {
  createBox,
  getChild,
  parseBoxes,
  toBytes32,
  toCodes,
  UnsupportedMedia,
  viewBytes,
  writeBoxes,
} from './boxes.ts';
import { addParameterSet, type ParameterSets } from './slice-header.ts';

export interface ContentKey {
  id: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
  iv: Uint8Array<ArrayBuffer>;
}

/** Null parameter sets for sound, whose samples are encrypted as a whole. */
export interface TrackFormat {
  lengthBytes: number;
  sets: ParameterSets | null;
}

const ENTRIES: Readonly<Record<string, 'encv' | 'enca'>> = {
  ...{ avc1: 'encv', mp4a: 'enca', 'ac-3': 'enca', 'ec-3': 'enca' },
};
const STSD = ['trak', 'mdia', 'minf', 'stbl', 'stsd'] as const;

/** A pattern of 1:9 blocks for pictures; whole blocks for sound, written as 0:0 (ISO/IEC 23001-7, 10.4). */
const PATTERN = { encv: 0x19, enca: 0 } as const;

function readEntry(init: Uint8Array<ArrayBuffer>) {
  const boxes = parseBoxes(init);
  const movie = getChild({ type: 'file', head: new Uint8Array(), children: boxes }, 'moov');
  const entries = getChild(movie, ...STSD).children;
  const tracks = movie.children.filter(({ type }) => type === 'trak');
  const [entry] = entries;
  if (!entry || entries.length !== 1 || tracks.length !== 1) throw new UnsupportedMedia('not one track of one format');
  const kind = Object.hasOwn(ENTRIES, entry.type) ? ENTRIES[entry.type] : undefined;
  if (!kind) throw new UnsupportedMedia(`cbcs of ${entry.type}`);
  return { boxes, movie, entry, kind };
}

export function readTrackFormat(init: Uint8Array<ArrayBuffer>): TrackFormat {
  const { entry, kind } = readEntry(init);
  if (kind === 'enca') return { lengthBytes: 0, sets: null };
  const { head } = getChild(entry, 'avcC');
  const sets: ParameterSets = { sequences: new Map(), pictures: new Map() };
  let at = 5;
  const readSets = (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      const length = viewBytes(head).getUint16(at);
      addParameterSet(sets, head.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  };
  readSets((head[at++] ?? 0) & 0x1f);
  readSets(head[at++] ?? 0);
  return { lengthBytes: ((head[4] ?? 0) & 3) + 1, sets };
}

/** `systems`: the `pssh` boxes of `key-system-boxes.ts`. */
export function protectInit(
  init: Uint8Array<ArrayBuffer>,
  { id, iv }: Pick<ContentKey, 'id' | 'iv'>,
  systems: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  const { boxes, movie, entry, kind } = readEntry(init);
  // Version 1: the pattern; protected, no vectors of samples, then the constant one.
  const defaults = createBox('tenc', [1, 0, 0, 0, 0, PATTERN[kind], 1, 0], id, [iv.length], iv);
  entry.children.push(
    createBox(
      'sinf',
      createBox('frma', toCodes(entry.type)),
      createBox('schm', toBytes32(0), toCodes('cbcs'), toBytes32(0x10000)),
      createBox('schi', defaults),
    ),
  );
  entry.type = kind;
  movie.children.push(...systems.flatMap(parseBoxes));
  return writeBoxes(boxes);
}
