import { createDecipheriv } from 'node:crypto';

/** A reader of `cbcs` in fragmented MP4, written from ISO/IEC 23001-7 and 14496-12. It imports nothing of ours. */

interface Atom {
  name: string;
  at: number;
  size: number;
  body: Uint8Array;
}

const u32 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
const u16 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint16(at);
const text = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function atoms(file: Uint8Array, from = 0, to = file.length): Atom[] {
  const list: Atom[] = [];
  for (let at = from; at < to;) {
    const size = u32(file, at);
    if (size < 8 || at + size > to) throw new Error(`atom of ${String(size)} bytes at ${String(at)}`);
    list.push({ name: text(file.subarray(at + 4, at + 8)), at, size, body: file.subarray(at + 8, at + size) });
    at += size;
  }
  return list;
}

function descend(file: Uint8Array, path: string): Uint8Array {
  return path.split('/').reduce((body, step) => {
    const [name = '', skip = '0'] = step.split('+');
    const atom = atoms(body, 0).find((candidate) => candidate.name === name);
    if (!atom) throw new Error(`no ${name}`);
    return atom.body.subarray(Number(skip));
  }, file);
}

export interface Protection {
  original: string;
  scheme: string;
  crypt: number;
  skip: number;
  keyId: Uint8Array;
  iv: Uint8Array;
  systems: string[];
}

export function readProtection(init: Uint8Array): Protection {
  const entries = descend(init, 'moov/trak/mdia/minf/stbl/stsd+8');
  const [entry] = atoms(entries);
  if (!entry || !/^enc[av]$/.test(entry.name)) throw new Error(`entry ${entry?.name ?? 'none'}`);
  const inside = entry.body.subarray(entry.name === 'encv' ? 78 : 28);
  const scheme = descend(inside, 'sinf/schm+4');
  const tenc = descend(inside, 'sinf/schi/tenc');
  if (tenc[0] !== 1 || tenc[6] !== 1 || tenc[7] !== 0) throw new Error('tenc: not version 1 with a constant vector');
  const pattern = tenc[5] ?? 0;
  return {
    original: text(descend(inside, 'sinf/frma')),
    scheme: text(scheme.subarray(0, 4)),
    ...{ crypt: pattern >> 4, skip: pattern & 15 },
    keyId: tenc.subarray(8, 24),
    iv: tenc.subarray(25, 25 + (tenc[24] ?? 0)),
    systems: atoms(descend(init, 'moov'))
      .filter(({ name }) => name === 'pssh')
      .map(({ body }) => hex(body.subarray(4, 20))),
  };
}

export interface ClearSample {
  bytes: Uint8Array;
  /** Bytes in the clear and behind them protected, by `senc`; empty for a sample without subsamples. */
  parts: [clear: number, cipher: number][];
}

/** The samples of a segment, decrypted where `protection` is given. */
export function readSamples(
  segment: Uint8Array,
  protection: Protection | null,
  key = new Uint8Array(16),
): ClearSample[] {
  return atoms(segment)
    .filter(({ name }) => name === 'moof')
    .flatMap((moof) => {
      const fragment = atoms(moof.body).find(({ name }) => name === 'traf');
      if (!fragment) throw new Error('no traf');
      const parts = protection ? readAuxiliary(segment, moof.at, fragment.body) : null;
      return readRuns(segment, moof.at, fragment.body).map((sample, at) => {
        const split = parts?.[at] ?? [];
        return { parts: split, bytes: protection ? decrypt(sample, split, protection, key) : sample };
      });
    });
}

function readRuns(segment: Uint8Array, moofAt: number, fragment: Uint8Array): Uint8Array[] {
  const header = descend(fragment, 'tfhd');
  const flags = u32(header, 0) & 0xffffff;
  let at = 8;
  for (const [flag, size] of [
    [1, 8],
    [2, 4],
    [8, 4],
  ] as const)
    if (flags & flag) at += size;
  const usual = flags & 0x10 ? u32(header, at) : 0;
  return atoms(fragment)
    .filter(({ name }) => name === 'trun')
    .flatMap(({ body }) => {
      const present = u32(body, 0) & 0xffffff;
      let position = moofAt + u32(body, 8);
      let field = 12 + (present & 4 ? 4 : 0);
      return Array.from({ length: u32(body, 4) }, () => {
        if (present & 0x100) field += 4;
        const size = present & 0x200 ? u32(body, field) : usual;
        for (const flag of [0x200, 0x400, 0x800]) if (present & flag) field += 4;
        position += size;
        if (position > segment.length) throw new Error('a sample behind the file');
        return segment.subarray(position - size, position);
      });
    });
}

/** By `saiz` and `saio`, as a player that does not know `senc` finds them; `senc` must say the same. */
function readAuxiliary(segment: Uint8Array, moofAt: number, fragment: Uint8Array): [number, number][][] | null {
  const [sizes, places, list] = ['saiz', 'saio', 'senc'].map((name) =>
    atoms(fragment).find((atom) => atom.name === name),
  );
  if (!sizes || !places || !list) return null;
  if (sizes.body[4] !== 0 || u32(places.body, 4) !== 1) throw new Error('saiz or saio of another form');
  let at = moofAt + u32(places.body, 8);
  const listed = list.body.subarray(8);
  if (hex(segment.subarray(at, at + listed.length)) !== hex(listed)) throw new Error('saio');
  return Array.from({ length: u32(sizes.body, 5) }, (_, sample) => {
    const size = sizes.body[9 + sample] ?? 0;
    const count = u16(segment, at);
    if (size !== 2 + 6 * count) throw new Error('saiz');
    const parts = Array.from({ length: count }, (_unused, part): [number, number] => [
      u16(segment, at + 2 + 6 * part),
      u32(segment, at + 4 + 6 * part),
    ]);
    at += size;
    return parts;
  });
}

function decrypt(
  sample: Uint8Array,
  parts: [number, number][],
  { crypt, skip, iv }: Protection,
  key: Uint8Array,
): Uint8Array {
  const clear = sample.slice();
  const ranges = parts.length > 0 ? parts : ([[0, sample.length]] as const);
  const total = ranges.reduce((sum, [open, shut]) => sum + open + shut, 0);
  if (total !== sample.length) throw new Error('subsamples do not fill their sample');
  let from = 0;
  for (const [open, shut] of ranges) {
    from += open;
    const cipher = createDecipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
    const [run, gap] = crypt === 0 ? [1, 0] : [crypt, skip];
    for (let block = 0; (block + 1) * 16 <= shut; block += 1) {
      if (block % (run + gap) >= run) continue;
      const at = from + block * 16;
      clear.set(cipher.update(sample.subarray(at, at + 16)), at);
    }
    from += shut;
  }
  return clear;
}
