import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Films of known moments, and their measure in what was published. It imports nothing of ingest. */

/** A white picture and a tone of 100 ms begin together at 1, 3, 5 … seconds of the source. */
const FLASH = "drawbox=c=white:t=fill:enable='between(mod(t,2),0.999,1.099)'";
const BEEP = '0.5*sin(2*PI*1000*t)*between(mod(t\\,2)\\,1\\,1.1)';

function ffmpeg(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', '-nostdin', '-y', ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${stderr}`);
  return stdout;
}

export interface FilmShape {
  seconds?: number;
  rate?: string;
  size?: string;
  /** More filters for the picture or the sound, such as a late start. */
  picture?: string;
  sound?: string;
  audioRate?: number;
  /** Options for the file. */
  output?: string[];
}

export function makeFilm(file: string, shape: FilmShape = {}): string {
  const { seconds = 8, rate = '25', size = '128x72', picture, sound, audioRate = 48_000, output = [] } = shape;
  ffmpeg(
    ...['-f', 'lavfi', '-i', `color=black:s=${size}:r=${rate}:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `aevalsrc=${BEEP}:s=${audioRate}:d=${seconds}`],
    ...['-vf', [FLASH, ...(picture === undefined ? [] : [picture])].join(','), '-fps_mode', 'passthrough'],
    ...(sound === undefined ? [] : ['-af', sound]),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '50', '-c:a', 'aac', ...output, file],
  );
  return file;
}

/** One file of a rendition as a player holds it: `init.mp4` and the segments, placed by their own decode times. */
export function joinRendition(hls: string, name: string, target: string): string {
  const folder = join(hls, name);
  const uris = readFileSync(join(folder, 'index.m3u8'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  writeFileSync(target, readFileSync(join(folder, 'init.mp4')));
  for (const uri of uris) appendFileSync(target, readFileSync(join(folder, uri)));
  return target;
}

/**
 * The seconds at which flashes begin in a file's picture. `times` has the presentation time of each picture where
 * ffmpeg's are not to be trusted: it shifts all pictures of fragments with negative composition offsets.
 */
export function findFlashes(file: string, times?: readonly number[]): number[] {
  const filter = 'scale=16:16,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-';
  const options = ['-map', '0:v:0', '-vf', filter, '-fps_mode', 'passthrough', '-f', 'null', '-'];
  return findRises(ffmpeg('-copyts', '-i', file, ...options), 100, times);
}

/** The presentation times of a rendition's pictures in seconds and in order, by the boxes of its segments (ISO/IEC 14496-12). */
export function listPresentationTimes(hls: string, name: string): number[] {
  const folder = join(hls, name);
  const uris = readFileSync(join(folder, 'index.m3u8'), 'utf8').match(/^seg-\d+\.m4s$/gm) ?? [];
  const timescale = readTimescale(folder);
  const times = uris.flatMap((uri) => {
    const media = readFileSync(join(folder, uri));
    const starts = [...media.toString('latin1').matchAll(/moof\0/g)].map(({ index }) => index);
    return starts.flatMap((from, at) => listFragmentTimes(media.subarray(from, starts[at + 1] ?? media.length)));
  });
  return times.map((time) => time / timescale).sort((a, b) => a - b);
}

function readTimescale(folder: string): number {
  const init = readFileSync(join(folder, 'init.mp4'));
  const header = init.indexOf('mdhd') + 4;
  return init.readUInt32BE(header + (init[header] === 1 ? 20 : 12));
}

function listFragmentTimes(fragment: Buffer): number[] {
  const decodeAt = fragment.indexOf('tfdt') + 4;
  let time =
    fragment[decodeAt] === 1 ? Number(fragment.readBigUInt64BE(decodeAt + 4)) : fragment.readUInt32BE(decodeAt + 4);
  const header = fragment.indexOf('tfhd') + 4;
  const headerFlags = fragment.readUInt32BE(header) & 0xffffff;
  const before = (headerFlags & 1 ? 8 : 0) + (headerFlags & 2 ? 4 : 0);
  const usual = headerFlags & 8 ? fragment.readUInt32BE(header + 8 + before) : 0;
  const run = fragment.indexOf('trun') + 4;
  const flags = fragment.readUInt32BE(run) & 0xffffff;
  let at = run + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  return Array.from({ length: fragment.readUInt32BE(run + 4) }, () => {
    const duration = flags & 0x100 ? fragment.readUInt32BE(at) : usual;
    at += [0x100, 0x200, 0x400].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0);
    const offset = flags & 0x800 ? fragment.readInt32BE(at) : 0;
    at += flags & 0x800 ? 4 : 0;
    time += duration;
    return time - duration + offset;
  });
}

/** The seconds at which beeps begin in a file's sound, in steps of 2.5 ms. */
export function findBeeps(file: string, stream = 0): number[] {
  const filter =
    'aresample=48000,asetnsamples=120,astats=metadata=1:reset=1,ametadata=print:key=lavfi.astats.1.RMS_level:file=-';
  return findRises(ffmpeg('-copyts', '-i', file, '-map', `0:a:${stream}`, '-af', filter, '-f', 'null', '-'), -25);
}

function findRises(text: string, threshold: number, times?: readonly number[]): number[] {
  const rises: number[] = [];
  let wasAbove = false;
  let time = 0;
  for (const line of text.split('\n')) {
    const at = /pts_time:(-?[\d.e+-]+)/.exec(line)?.[1];
    if (at !== undefined) time = times?.[Number(/^frame:(\d+)/.exec(line)?.[1])] ?? Number(at);
    const value = /^lavfi\.[^=]+=(.+)$/.exec(line)?.[1];
    if (value === undefined) continue;
    const isAbove = Number(value) > threshold;
    if (isAbove && !wasAbove) rises.push(time);
    wasAbove = isAbove;
  }
  return rises;
}

/** Milliseconds from each flash to the beep next to it; positive where sound is late. Infinity where there is none. */
export function compareMoments(flashes: readonly number[], beeps: readonly number[]): number[] {
  return flashes.map((flash) => {
    const gaps = beeps.map((beep) => beep - flash).sort((a, b) => Math.abs(a) - Math.abs(b));
    return gaps[0] !== undefined && Math.abs(gaps[0]) < 1 ? Math.round(gaps[0] * 1000) : Infinity;
  });
}

/** The first decode time of a segment in seconds, by its `tfdt` and the `mdhd` of `init.mp4`. */
export function readDecodeTime(hls: string, name: string, segment: number): number {
  const media = readFileSync(join(hls, name, `seg-${segment}.m4s`));
  const time = media.indexOf('tfdt') + 4;
  const ticks = media[time] === 1 ? Number(media.readBigUInt64BE(time + 4)) : media.readUInt32BE(time + 4);
  return ticks / readTimescale(join(hls, name));
}
