import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildMasterPlaylist, type NewRendition } from '../../../src/features/hls/build-playlist.ts';
import { parseMediaPlaylist } from '../../../src/features/hls/playlist.ts';
import type { Rates } from '../../ingest/master.ts';
import { AUDIO, FPS, SECONDS, SEGMENT_SECONDS, VIDEO, type Rendition } from './config.ts';
import { ffmpeg } from './tools.ts';

/** Negative composition offsets instead of an edit list: the first picture is at 0 in every player, so sound stays in step. */
export const SEGMENTS = (folder: string, flags: string) => [
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

/** Two passes, because only they hit a size that small evenly; a key frame at every segment and nowhere else. */
export function encodeVideo(film: string, clip: string, rendition: Rendition, scratch: string): void {
  const folder = freshFolder(clip, rendition.name);
  const { width, height, kbps, maxKbps, profile, level } = rendition;
  const group = String(FPS * SEGMENT_SECONDS);
  const encode = [
    ...['-i', film, '-an', '-vf', `scale=${width}:${height}:flags=lanczos,setsar=1`, '-c:v', 'libx264'],
    ...['-preset', 'slow', '-profile:v', profile, '-level', level, '-pix_fmt', 'yuv420p'],
    ...['-g', group, '-keyint_min', group, '-sc_threshold', '0'],
    // Dark, smooth skies show bands first: mode 3 gives the bits to them.
    ...['-flags', '+cgop', '-aq-mode', '3'],
    ...['-b:v', `${kbps}k`, '-maxrate', `${maxKbps}k`, '-bufsize', `${maxKbps * 2}k`],
    ...['-passlogfile', path.join(scratch, rendition.name), '-map_metadata', '-1'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact+cgop'],
  ];
  ffmpeg([...encode, '-pass', '1', '-f', 'null', '-']);
  ffmpeg([...encode, '-pass', '2', ...SEGMENTS(folder, '+cmaf+negative_cts_offsets')]);
}

export function encodeAudio(music: string, clip: string): void {
  const folder = freshFolder(clip, AUDIO.name);
  // The encoder puts one frame of silence before the sound; with the full length the last segment would be a single frame.
  const length = String(SECONDS - 0.03);
  const encode = [
    ...['-i', music, '-t', length, '-vn', '-c:a', 'aac', '-b:a', `${AUDIO.kbps}k`, '-ac', '2'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
  ];
  ffmpeg([...encode, ...SEGMENTS(folder, '+cmaf')]);
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

/** The AAC encoder of ffmpeg makes Low Complexity only (object type 2). */
const AAC_CODEC = 'mp4a.40.2';

/** A variant with a picture from its folder in a clip. Rates in bits per second. */
export function toVariant(clip: string, { name, width, height }: Rendition, audio: Rates) {
  const video = rates(path.join(clip, name));
  return {
    bandwidth: video.peak + audio.peak,
    averageBandwidth: video.mean + audio.mean,
    codecs: `${avcCodec(path.join(clip, name))},${AAC_CODEC}`,
    picture: { width, height, frameRate: FPS },
    audio: 'audio',
    uri: `${name}/index.m3u8`,
  };
}

export function writeMaster(clip: string): void {
  const audio = rates(path.join(clip, AUDIO.name));
  const uri = `${AUDIO.name}/index.m3u8`;
  const toSubtitles = (language: string, name: string, isDefault: boolean): NewRendition => ({
    ...{ type: 'SUBTITLES', groupId: 'subs', name, language, isDefault },
    uri: `subs/${language}.m3u8`,
  });
  const renditions: NewRendition[] = [
    { type: 'AUDIO', groupId: 'audio', name: 'موسیقی', language: 'zxx', isDefault: true, uri },
    toSubtitles('fa', 'فارسی', true),
    toSubtitles('en', 'English', false),
  ];
  // Last, since players without a picture to choose begin with the first; our Worker leaves it out unless asked for it.
  const audioAlone = {
    ...{ bandwidth: audio.peak, averageBandwidth: audio.mean, codecs: AAC_CODEC, picture: null, audio: 'audio', uri },
  };
  const variants = VIDEO.map((video) => ({ ...toVariant(clip, video, audio), subtitles: 'subs' }));
  writeFileSync(path.join(clip, 'master.m3u8'), buildMasterPlaylist(renditions, [...variants, audioAlone]));
}

/** All files below a folder, with their sizes. */
export function filesBelow(folder: string): { file: string; bytes: number }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [{ file: full, bytes: statSync(full).size }];
  });
}
