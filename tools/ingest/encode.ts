import { SEGMENT_SECONDS, segmentArgs } from './segments.ts';
import { AUDIO_KBPS, type Rung } from './ladder.ts';

/** Arguments for ffmpeg: a film into the parts of one quality, its sound, its storyboard, its downloads. */

/** Above this a film looks no smoother on what it is watched on, and costs data. */
const MAX_FRAME_RATE = 30;

/**
 * One quality, without sound. Key frames come at every fourth second of the film's own time, so all qualities are cut
 * at the same pictures and a player can change at every part.
 */
export function videoArgs(file: string, rung: Rung, frameRate: number, folder: string): string[] {
  const { width, height, kbps, maxKbps, profile } = rung;
  const scale = `yadif=deint=interlaced,scale=${width}:${height}:flags=lanczos,setsar=1,format=yuv420p`;
  return [
    ...['-i', file, '-map', '0:V:0', '-an', '-sn', '-dn', '-vf', scale],
    ...['-fps_mode', 'cfr', '-r', String(Math.min(frameRate, MAX_FRAME_RATE))],
    ...['-c:v', 'libx264', '-preset', 'medium', '-profile:v', profile, '-b:v', `${kbps}k`],
    ...['-maxrate', `${maxKbps}k`, '-bufsize', `${maxKbps * 2}k`, '-aq-mode', '3'],
    ...['-g', '600', '-sc_threshold', '0', '-flags', '+cgop', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...segmentArgs(folder, '+cmaf+negative_cts_offsets'),
  ];
}

/** One audio track in stereo. */
export function audioArgs(file: string, stream: number, folder: string): string[] {
  return [
    ...['-i', file, '-map', `0:a:${stream}`, '-vn', '-sn', '-dn', '-c:a', 'aac', '-b:a', `${AUDIO_KBPS}k`],
    ...['-ac', '2', '-ar', '48000', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...segmentArgs(folder, '+cmaf'),
  ];
}

/** Languages of MP4 tracks have three letters. */
const THREE_LETTERS: Record<string, string> = { fa: 'per', en: 'eng', ar: 'ara', fr: 'fre', tr: 'tur' };

/**
 * The MP4 of a quality: what was encoded already, put together with the sound and the subtitles as tracks, its index
 * in front so that it plays while it comes.
 */
export function downloadArgs(
  quality: string,
  sounds: readonly string[],
  subtitles: readonly { language: string; file: string }[],
  target: string,
): string[] {
  const inputs = [quality, ...sounds, ...subtitles.map(({ file }) => file)];
  return [
    ...inputs.flatMap((input) => ['-i', input]),
    ...['-map', '0:v', ...sounds.flatMap((_, at) => ['-map', `${at + 1}:a`])],
    ...subtitles.flatMap((_, at) => ['-map', `${at + 1 + sounds.length}:s`]),
    ...['-c', 'copy', '-c:s', 'mov_text', '-map_metadata', '-1'],
    ...subtitles.flatMap(({ language }, at) => [
      ...[`-metadata:s:s:${at}`, `language=${THREE_LETTERS[language] ?? language}`],
    ]),
    ...['-movflags', '+faststart', target],
  ];
}

/** The sheets of small pictures, made from the smallest quality: one picture every so many seconds. */
export function storyboardArgs(quality: string, board: Storyboard, folder: string): string[] {
  const { every, width, height, columns, rows } = board;
  const filter = `fps=1/${every}:start_time=0,scale=${width}:${height}:flags=lanczos,tile=${columns}x${rows}`;
  return [
    ...['-skip_frame', 'nokey', '-i', quality, '-an', '-vf', filter, '-fps_mode', 'vfr', '-q:v', '6'],
    ...['-start_number', '0', `${folder}/storyboard-%d.jpg`],
  ];
}

export interface Storyboard {
  /** Seconds between two pictures. */
  every: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/** The shape of a film's storyboard: pictures at its key frames, 160 wide, 25 on a sheet. */
export function planStoryboard({ width, height }: Pick<Rung, 'width' | 'height'>, seconds: number): Storyboard {
  const every = seconds < 600 ? SEGMENT_SECONDS : 3 * SEGMENT_SECONDS;
  const high = Math.max(2, Math.round((160 * height) / width / 2) * 2);
  return { every, width: 160, height: high, columns: 5, rows: 5 };
}

/** The sheet and picture for each span of seconds, as cues of WebVTT. */
export function storyboardCues(board: Storyboard, seconds: number): [from: number, to: number, text: string][] {
  const perSheet = board.columns * board.rows;
  return Array.from({ length: Math.ceil(seconds / board.every) }, (_, at) => {
    const place = at % perSheet;
    const [x, y] = [(place % board.columns) * board.width, Math.floor(place / board.columns) * board.height];
    const sheet = `storyboard-${Math.floor(at / perSheet)}.jpg`;
    const to = Math.min(seconds, (at + 1) * board.every);
    return [at * board.every, to, `${sheet}#xywh=${x},${y},${board.width},${board.height}`];
  });
}
