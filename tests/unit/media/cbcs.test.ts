// @module-tag full
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBoxes, UnsupportedMedia, writeBoxes } from '../../../src/platform/media/cbcs/boxes.ts';
import { findBox } from '@pardeh/hls/mp4';
import { buildSystemBox } from '../../../src/platform/media/cbcs/key-system-boxes.ts';
import { KEY_SYSTEMS } from '@pardeh/hls/key-systems';
import { protectInit, readTrackFormat } from '../../../src/platform/media/cbcs/protect-init.ts';
import { protectSegment } from '../../../src/platform/media/cbcs/protect-segment.ts';
import { measureSliceHeader } from '../../../src/platform/media/cbcs/slice-header.ts';
import { readProtection, readSamples } from '../../support/media/read-cbcs.ts';

const KEY = { id: fill(1), key: fill(40), iv: fill(90) };
const SYSTEMS = KEY_SYSTEMS.map((system) => buildSystemBox(system, KEY.id)).filter((box) => box !== null);
const read = (path: string) => new Uint8Array(readFileSync(`seed/media/clip-1/${path}`));
function fill(first: number) {
  return Uint8Array.from({ length: 16 }, (_, at) => first + at);
}
/** Every place of a box's name. */
function listPlaces(bytes: Uint8Array, name: string) {
  const codes = Array.from(name, (letter) => letter.charCodeAt(0));
  return Array.from(bytes.keys()).filter((at) => codes.every((code, index) => bytes[at + index] === code));
}
function rename(bytes: Uint8Array, from: string, to: string) {
  const renamed = new Uint8Array(bytes);
  for (const at of listPlaces(bytes, from))
    renamed.set(
      Array.from(to, (letter) => letter.charCodeAt(0)),
      at,
    );
  return renamed;
}

describe('a rendition in cbcs', () => {
  test.each([
    ['240p', 'avc1', 1, 9],
    ['720p', 'avc1', 1, 9],
    ['audio', 'mp4a', 0, 0],
  ] as const)('%s: a reader by the standard gets the plain samples back', async (path, original, crypt, skip) => {
    const init = read(`${path}/init.mp4`);
    const protection = readProtection(protectInit(init, KEY, SYSTEMS));
    expect(protection).toEqual({
      ...{ original, scheme: 'cbcs', crypt, skip, keyId: KEY.id, iv: KEY.iv },
      systems: ['1077efecc0b24d02ace33c1e52e2fb4b', 'edef8ba979d64acea3c827dcd51d21ed'],
    });
    for (const number of [0, 3, 8]) {
      const segment = read(`${path}/seg-${String(number)}.m4s`);
      const plain = readSamples(segment, null);
      const protectedSegment = await protectSegment(segment, readTrackFormat(init), KEY);
      const cipher = readSamples(protectedSegment, null);
      const clear = readSamples(protectedSegment, protection, KEY.key);
      expect(clear.map(({ bytes }) => bytes)).toEqual(plain.map(({ bytes }) => bytes));
      expect(cipher.filter(({ bytes }, at) => bytes.length >= 100 && bytes.join() === plain[at]!.bytes.join())).toEqual(
        [],
      );
      expect(clear.every(({ parts }) => (path === 'audio' ? parts.length === 0 : parts.length > 0))).toBe(true);
      const wrong = readSamples(protectedSegment, protection, new Uint8Array(16));
      expect(wrong.map(({ bytes }) => bytes)).not.toEqual(plain.map(({ bytes }) => bytes));
    }
  });

  test.each(['240p', 'audio'])('%s: the engine finds `sinf`, as FairPlay reads it', (path) => {
    const init = read(`${path}/init.mp4`);
    const protectedFile = protectInit(init, KEY, SYSTEMS);
    const [at = 0, ...others] = listPlaces(protectedFile, 'sinf');
    const end = at - 4 + new DataView(protectedFile.buffer).getUint32(at - 4);
    expect(others).toEqual([]);
    expect(findBox(init, 'sinf')).toBeNull();
    const box = findBox(protectedFile, 'sinf')!;
    expect(new Uint8Array(box.buffer, box.byteOffset, box.byteLength)).toEqual(protectedFile.subarray(at + 4, end));
    expect(findBox(protectedFile.subarray(0, end - 1), 'sinf')).toBeNull();
  });

  test('the segment that was given stays as it was, and boxes are written as they were read', async () => {
    const segment = read('240p/seg-0.m4s');
    await protectSegment(segment, readTrackFormat(read('240p/init.mp4')), KEY);
    expect(segment).toEqual(read('240p/seg-0.m4s'));
    for (const file of ['240p/seg-0.m4s', '240p/init.mp4', 'audio/init.mp4'])
      expect(writeBoxes(parseBoxes(read(file)))).toEqual(read(file));
  });

  test('other codecs, protected media, cut and forged files are refused', async () => {
    const init = read('240p/init.mp4');
    const format = readTrackFormat(init);
    for (const codec of ['av01', 'hvc1', 'vp09'])
      expect(() => protectInit(rename(init, 'avc1', codec), KEY, [])).toThrow(UnsupportedMedia);
    expect(() => readTrackFormat(protectInit(init, KEY, []))).toThrow(UnsupportedMedia);
    const segment = read('240p/seg-0.m4s');
    const twice = await protectSegment(segment, format, KEY);
    await expect(protectSegment(twice, format, KEY)).rejects.toThrow(UnsupportedMedia);
    for (const cut of [1, 30, 200, segment.length - 1])
      await expect(protectSegment(segment.subarray(0, cut), format, KEY)).rejects.toThrow(UnsupportedMedia);
    await expect(protectSegment(rename(segment, 'mdat', 'free'), format, KEY)).rejects.toThrow(UnsupportedMedia);
    const forged = segment.slice();
    forged.fill(0xff, segment.length - 20_000, segment.length - 19_000);
    const [moved = 0] = listPlaces(segment, 'trun');
    new DataView(forged.buffer).setInt32(moved + 12, 0x7fffffff);
    await expect(protectSegment(forged, format, KEY)).rejects.toThrow(UnsupportedMedia);
  });
});

describe('slice headers end where ffmpeg reads their end', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'slices-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['B-frames, weights, references', 'high', 'bframes=3:b-pyramid=normal:weightp=2:weightb=1:ref=5:slices=2'],
    ['CAVLC of the baseline, no deblocking', 'baseline', 'cabac=0:slices=3:ref=3:no-deblock=1'],
    ['fields', 'high', 'tff=1:bframes=2:ref=3'],
  ])('%s', (_, profile, parameters) => {
    const file = join(folder, 'film.mp4');
    const picture = 'testsrc2=s=160x96:r=25:d=0.8,fade=in:0:15';
    const codec = ['-c:v', 'libx264', '-profile:v', profile, '-x264-params', `keyint=10:${parameters}`];
    const flags = ['-movflags', 'cmaf+frag_keyframe+default_base_moof+empty_moov', '-f', 'mp4'];
    const run = (...input: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...input], { stdio: 'pipe' });
    run('-f', 'lavfi', '-i', picture, '-pix_fmt', 'yuv420p', ...codec, ...flags, file);
    const bytes = new Uint8Array(readFileSync(file));
    const { sets } = readTrackFormat(bytes);
    const lengths = readSamples(bytes, null).flatMap(({ bytes: sample }) => {
      const headers: number[] = [];
      const view = new DataView(sample.buffer, sample.byteOffset);
      for (let at = 0; at < sample.length; at += 4 + view.getUint32(at)) {
        const nal = sample.subarray(at + 4, at + 4 + view.getUint32(at));
        if ([1, 5].includes(nal[0]! & 31)) headers.push(measureSliceHeader(nal, sets!));
      }
      return headers;
    });
    const expected = traceSliceHeaders(file);
    expect(expected.length).toBeGreaterThan(18);
    expect(lengths).toEqual(expected);
  });
});

/** Bytes of each slice header, by ffmpeg's own log of its fields: bit position, name, bits. */
function traceSliceHeaders(file: string): number[] {
  const filter = ['-c', 'copy', '-bsf:v', 'trace_headers', '-f', 'null', '-'];
  const shell = `ffmpeg -hide_banner -nostats -v trace -i "${file}" ${filter.join(' ')} 2>&1`;
  const log = execFileSync('sh', ['-c', shell], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const ends: number[] = [];
  let isSlice = false;
  for (const line of log.split('\n')) {
    const [, position, name = '', bits = ''] = /\] (\d+) +(\w\S*) +([01]+) = /.exec(line) ?? [];
    if (/Packet:/.test(line)) isSlice = false;
    if (position === undefined) continue;
    if (name === 'forbidden_zero_bit') isSlice = false;
    if (name === 'first_mb_in_slice') {
      isSlice = true;
      ends.push(0);
    }
    if (isSlice && name !== 'cabac_alignment_one_bit') ends[ends.length - 1] = Number(position) + bits.length;
  }
  return ends.map((end) => Math.ceil(end / 8));
}
