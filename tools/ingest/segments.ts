import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseMediaPlaylist } from '@pardeh/hls/playlist';

/** Rates in bits per second. */
export interface Rates {
  peak: number;
  mean: number;
}

/** One segment is one closed group of pictures, so that every rendition can be switched at every segment. */
export const SEGMENT_SECONDS = 4;

/** Negative composition offsets instead of an edit list: the first picture is at 0 in every player, so sound stays in step. */
export const segmentArgs = (folder: string, flags: string) => [
  ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...['-hls_flags', 'independent_segments', '-hls_segment_options', `movflags=${flags}`],
  ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', path.join(folder, 'seg-%d.m4s')],
  path.join(folder, 'index.m3u8'),
];

export function freshFolder(parent: string, name: string): string {
  const folder = path.join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The playlist of a picture's key frames (RFC 8216, 4.3.3.6). */
export const KEY_FRAMES = 'iframes.m3u8';

/** Peak and mean in bits per second over the key frames of a picture. */
export function readKeyFrameRates(folder: string): Rates {
  const playlist = parseMediaPlaylist(readFileSync(path.join(folder, KEY_FRAMES), 'utf8'));
  const frames = (playlist?.segments ?? []).map(({ durationUs, byteRange }) => ({
    ...{ seconds: durationUs / 1e6, bits: (byteRange?.length ?? 0) * 8 },
  }));
  const sum = (pick: (frame: { seconds: number; bits: number }) => number) =>
    frames.reduce((total, frame) => total + pick(frame), 0);
  return {
    peak: Math.max(...frames.map(({ seconds, bits }) => bits / seconds)),
    mean: sum(({ bits }) => bits) / sum(({ seconds }) => seconds),
  };
}

/**
 * Peak and mean in bits per second. The peak is that of any run of segments that lasts half to one and a half target
 * durations (RFC 8216, 4.1); a film shorter than that has only a mean.
 */
export function rates(folder: string): Rates {
  const playlist = parseMediaPlaylist(readFileSync(path.join(folder, 'index.m3u8'), 'utf8'));
  const segments = (playlist?.segments ?? []).map(({ durationUs, uri }) => ({
    ...{ seconds: durationUs / 1e6, bits: statSync(path.join(folder, uri)).size * 8 },
  }));
  const target = Math.max(...segments.map(({ seconds }) => Math.round(seconds)));
  const mean = computeRate(segments);
  const runs = segments.flatMap((_, from) =>
    segments.slice(from, from + MAX_RUN_SEGMENTS).map((__, at) => segments.slice(from, from + at + 1)),
  );
  const peaks = runs.flatMap((run) => {
    const length = run.reduce((sum, { seconds }) => sum + seconds, 0) / target;
    return length >= 0.5 && length <= 1.5 ? [computeRate(run)] : [];
  });
  return { peak: Math.max(mean, ...peaks), mean };
}

/** Segments of 1, 2 and 4 s: no run of one and a half targets has more. */
const MAX_RUN_SEGMENTS = 4;

function computeRate(run: readonly { seconds: number; bits: number }[]): number {
  const [seconds, bits] = run.reduce(([time, size], one) => [time + one.seconds, size + one.bits], [0, 0]);
  return bits / seconds;
}

/** The RFC 6381 name of the AV1 stream, from the av1C box of the init file (AV1 in ISOBMFF, 2.3 and 5). */
export function av1Codec(folder: string): string {
  const init = readFileSync(path.join(folder, 'init.mp4'));
  const at = init.indexOf('av1C');
  if (at < 0) throw new Error(`${folder}/init.mp4 has no av1C box`);
  const [profileAndLevel = 0, depth = 0] = init.subarray(at + 5, at + 7);
  const level = String(profileAndLevel & 0x1f).padStart(2, '0');
  return `av01.${profileAndLevel >> 5}.${level}${depth & 0x80 ? 'H' : 'M'}.${depth & 0x40 ? '10' : '08'}`;
}

/** The RFC 6381 name of the H.264 stream, from the three bytes in the avcC box of the init file. */
export function avcCodec(folder: string): string {
  const init = readFileSync(path.join(folder, 'init.mp4'));
  const at = init.indexOf('avcC');
  if (at < 0) throw new Error(`${folder}/init.mp4 has no avcC box`);
  const profile = init.subarray(at + 5, at + 8).toString('hex');
  return `avc1.${profile.toUpperCase()}`;
}
