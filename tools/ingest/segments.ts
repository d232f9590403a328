import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseMediaPlaylist } from '../../src/features/hls/playlist.ts';
import type { Rates } from './master.ts';

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

/** Peak and mean in bits per second over the segments, as RFC 8216 counts them. */
export function rates(folder: string): Rates {
  const playlist = parseMediaPlaylist(readFileSync(path.join(folder, 'index.m3u8'), 'utf8'));
  const durations = (playlist?.segments ?? []).map(({ durationUs }) => durationUs / 1e6);
  const sizes = durations.map((_, index) => statSync(path.join(folder, `seg-${index}.m4s`)).size * 8);
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  // A last segment shorter than half a target says nothing about the line that is needed (RFC 8216, 4.3.4.2).
  const full = durations.flatMap((seconds, index) =>
    seconds >= SEGMENT_SECONDS / 2 ? [(sizes[index] ?? 0) / seconds] : [],
  );
  return {
    peak: Math.max(...full),
    mean: sum(sizes) / sum(durations),
  };
}

/** The RFC 6381 name of the H.264 stream, from the three bytes in the avcC box of the init file. */
export function avcCodec(folder: string): string {
  const init = readFileSync(path.join(folder, 'init.mp4'));
  const at = init.indexOf('avcC');
  if (at < 0) throw new Error(`${folder}/init.mp4 has no avcC box`);
  const profile = init.subarray(at + 5, at + 8).toString('hex');
  return `avc1.${profile.toUpperCase()}`;
}
