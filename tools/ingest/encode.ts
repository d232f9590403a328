import { SEGMENT_SECONDS } from './segments.ts';
import {
  AUDIO_RATE,
  getFirstSample,
  getPictureGrid,
  getSoundGrid,
  getSoundTiming,
  toSeconds,
  type Clock,
  type SoundCodec,
} from './clock.ts';
import { toFileUrl } from './ffmpeg.ts';
import { toThreeLetters } from './languages.ts';
import { COLOR_RANGE, COLOR_TAGS, matrixOptions, toneMapFilters } from './color.ts';
import type { Rung } from './ladder.ts';
import { LAYOUT_CHANNELS } from './mono-tracks.ts';
import type { AudioTrack, Source } from './probe.ts';
import { loudnessFilters, type Loudness, type SoundRendition } from './sounds.ts';

/** Arguments for ffmpeg: a film into the fragments of its renditions, its storyboard, its downloads. */

/** A run that continues decodes from so long before its first frame: longer than the usual distance of key frames. */
const SEEK_SECONDS = 20;
/** Sound further than this from its timestamps is padded or cut; resampling to follow them would bend its pitch. */
const SOUND_TOLERANCE = 0.02;

/** A sound with one format from its beginning to its end. */
export interface SoundInput {
  file: string;
  /** Counts among the audio streams of the file. */
  stream: number;
  /** Seconds to add to a timestamp of the file. */
  shift: number;
}

/** The work of one run of an encoder: from a fragment on, into a folder for each rendition. */
export interface EncoderJob {
  clock: Clock;
  first: number;
  folder: string;
}

/**
 * The file as input with its own timestamps: otherwise ffmpeg counts those of a TS from its first selected stream. Where
 * most frames do not decode it would give up; our own check decides by its log.
 */
const inputArgs = (file: string): string[] => ['-max_error_rate', '1', '-copyts', '-i', toFileUrl(file)];

/** The same from some seconds before `start`, in seconds of the clock. */
function inputFrom(file: string, start: number, shift: number): string[] {
  if (start <= SEEK_SECONDS) return inputArgs(file);
  const at = Math.floor(start - shift - SEEK_SECONDS);
  return ['-seek_timestamp', '1', '-noaccurate_seek', '-ss', String(at), ...inputArgs(file)];
}

/** Muxes fragments that begin at every key frame, or in sound at every second. */
function fragmentArgs(folder: string, options: string): string[] {
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments+temp_file'],
    ...['-hls_segment_options', options, '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', `${folder}/seg-%d.m4s`, `${folder}/index.m3u8`],
  ];
}

/** SVT-AV1 obeys forced key frames only at a constant quality, so its rate is that of the quality, with a limit. */
const AV1_QUALITY = '38';

export function encoderArgs({ codec, kbps, maxKbps, profile }: Rung, av1Quality = AV1_QUALITY): string[] {
  if (codec === 'av1') {
    const params = `enable-force-key-frames=1:mbr=${kbps}:lp=2`;
    return ['-c:v', 'libsvtav1', '-preset', '7', '-crf', av1Quality, '-svtav1-params', params];
  }
  return [
    ...['-c:v', 'libx264', '-preset', 'medium', '-profile:v', profile, '-b:v', `${kbps}k`, '-maxrate', `${maxKbps}k`],
    ...['-bufsize', `${maxKbps * 2}k`, '-aq-mode', '3', '-sc_threshold', '0', '-flags', '+cgop'],
  ];
}

/** Every picture into one size: as large as it fits, in its own shape, with black beside it. */
function fitFilters(source: Pick<Source, 'width' | 'height'>): string[] {
  const [width, height] = [source.width, source.height].map((side) => Math.max(2, 2 * Math.floor(side / 2)));
  const fit = `w='min(${width},2*round(${height}*dar/2))':h='min(${height},2*round(${width}/dar/2))'`;
  return [`scale=${fit}:eval=frame`, `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:eval=frame`, 'setsar=1'];
}

const TAGS = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';

/**
 * All renditions of the picture from one decoder. Key frames come at the same times in each, so that a player can change
 * at every segment. Negative composition offsets instead of an edit list: the first picture is at 0 in every player.
 */
export function videoArgs(
  { file, clock, first, folder }: EncoderJob & { file: string },
  source: Pick<Source, 'color' | 'width' | 'height'> & { isChanging: boolean },
  rungs: readonly Rung[],
): string[] {
  const { rate, frames, shift } = clock;
  const grid = getPictureGrid(clock);
  const frame = getFirstSample(grid, first);
  const fraction = `${rate.num}/${rate.den}`;
  const decoded = [
    ...[`setpts=PTS+(${shift.toFixed(6)})/TB`, 'showinfo=checksum=0'],
    ...(source.isChanging ? fitFilters(source) : []),
    'yadif=deint=interlaced',
    ...[`fps=fps=${fraction}:start_time=${toSeconds(rate, frame).toFixed(6)}`, 'tpad=stop=-1:stop_mode=clone'],
    ...toneMapFilters(source.color, rungs.at(-1) ?? { width: 2, height: 2 }),
    `split=${rungs.length}${rungs.map((_, at) => `[s${at}]`).join('')}`,
  ];
  const matrix = matrixOptions(source.color, source.height);
  const scaled = rungs.map(
    ({ width, height }, at) =>
      `[s${at}]scale=${width}:${height}:flags=lanczos:${matrix},setsar=1,format=yuv420p,${TAGS}[v${at}]`,
  );
  const cut = `(n_forced+${first})`;
  const keyFrames = `expr:gte((n+${frame})*${rate.den},if(${cut},2*${cut}-1,0)*${rate.num})`;
  return [
    ...[
      // A graph that is made again would begin the film again.
      ...(source.isChanging ? ['-reinit_filter', '0'] : []),
      ...inputFrom(file, toSeconds(rate, frame), shift),
      '-filter_complex',
      [`[0:V:0]${decoded.join(',')}`, ...scaled].join(';'),
    ],
    ...rungs.flatMap((rung, at) => [
      ...['-map', `[v${at}]`, '-frames:v', String(frames - frame), ...encoderArgs(rung)],
      ...['-g', '600', '-force_key_frames', keyFrames, ...COLOR_TAGS, ...COLOR_RANGE],
      ...fragmentArgs(
        `${folder}/${rung.name}`,
        `movflags=+cmaf+negative_cts_offsets:video_track_timescale=${grid.timescale}`,
      ),
    ]),
  ];
}

const LAYOUTS = { 1: 'mono', 2: 'stereo', 6: '5.1' } as const;

/** The channels of a rendition. 5.1 becomes stereo by ITU-R BS.775: centre and surrounds 3 dB down, no LFE. */
const layoutFilters = (channels: SoundRendition['channels']): string[] =>
  channels === 1
    ? ['aformat=channel_layouts=stereo', 'pan=mono|c0=0.5*c0+0.5*c1']
    : [`aformat=channel_layouts=${LAYOUTS[channels]}`];

/** `aresample` loses the rest of a frame in which it has to begin: it begins a second earlier. */
const CUT_SAMPLES = AUDIO_RATE;

/** A decoder of the sound on the film's clock, from a sample of that clock on. */
function soundFilters(shift: number, firstSample: number): string[] {
  const resample = `aresample=${AUDIO_RATE}:async=1:min_hard_comp=${SOUND_TOLERANCE}`;
  const start = `first_pts=${firstSample - CUT_SAMPLES}`;
  return [`asetpts=PTS+(${shift.toFixed(6)})/TB`, `${resample}:${start}`, `atrim=start_pts=${firstSample}`];
}

export const SOUND_ENCODERS: Record<SoundCodec, string[]> = {
  aac: ['-c:a', 'aac'],
  'he-aac': ['-c:a', 'libfdk_aac', '-profile:a', 'aac_he'],
};
/** A run that continues encodes so many frames before its own, from which the encoder takes its state. */
const WARM_FRAMES = 2;

/**
 * One audio rendition. Frames of priming alone are dropped. The rest of the priming (21 ms) takes the place of the film's
 * first samples, which are left out, so that a player without edit lists is in step.
 */
export function audioArgs(
  { input, clock, first, folder }: EncoderJob & { input: SoundInput | null },
  { name, codec, channels, kbps }: SoundRendition,
  loudness: Loudness | null,
): string[] {
  const grid = getSoundGrid(clock, codec);
  const timing = getSoundTiming(codec);
  const frame = getFirstSample(grid, first);
  const dropped = Math.ceil(timing.delay / timing.frame) - 1 + (frame === 0 ? 0 : WARM_FRAMES);
  const firstSample = (frame - dropped) * timing.frame + timing.delay;
  const source = input
    ? [...inputFrom(input.file, firstSample / AUDIO_RATE, input.shift), '-map', `0:a:${input.stream}`]
    : ['-f', 'lavfi', '-i', `anullsrc=r=${AUDIO_RATE}:cl=${LAYOUTS[channels]}`, '-map', '0:a'];
  const decoded =
    input === null
      ? [`atrim=start_pts=${firstSample}`]
      : [
          ...[...soundFilters(input.shift, firstSample), ...layoutFilters(channels)],
          ...[...loudnessFilters(loudness, AUDIO_RATE), 'apad'],
        ];
  return [
    ...[...source, '-vn', '-sn', '-dn', '-af', [...decoded, `atrim=end_pts=${grid.total * timing.frame}`].join(',')],
    ...[...SOUND_ENCODERS[codec], '-b:a', `${kbps}k`, '-ac', String(channels), '-ar', String(AUDIO_RATE)],
    ...(dropped === 0 ? [] : ['-bsf:a', String.raw`noise=drop=lt(n\,${dropped})`]),
    ...fragmentArgs(`${folder}/${name}`, 'movflags=+cmaf'),
  ];
}

/** Decodes an audio track to nothing; the log has its frames, and the loudness of the channels that are published. */
export function soundCheckArgs({ file, stream, shift }: SoundInput, channels: 2 | 6): string[] {
  const filters = [
    ...[`asetpts=PTS+(${shift.toFixed(6)})/TB`, 'ashowinfo', `aresample=${AUDIO_RATE}`, ...layoutFilters(channels)],
    'ebur128=peak=true:framelog=verbose',
  ];
  const select = ['-map', `0:a:${stream}`, '-vn', '-sn', '-dn'];
  return [...inputArgs(file), ...select, '-af', filters.join(','), '-f', 'null', '-'];
}

/** Lists the packets of the picture in a file; the log has its key frames. */
export function packetListArgs(file: string, target: string): string[] {
  return [
    ...['-skip_frame', 'nokey', ...inputArgs(file)],
    ...['-map', '0:V:0', '-c', 'copy', '-f', 'framecrc', target],
    ...['-map', '0:V:0', '-vf', 'showinfo=checksum=0', '-fps_mode', 'passthrough', '-f', 'null', '-'],
  ];
}

/** The streams of a file on one clock: without `-copyts`, ffmpeg continues the clock where it goes back. */
export function continuousClockArgs(file: string, target: string): string[] {
  const streams = ['-map', '0:V:0', '-map', '0:a?'];
  return ['-fflags', '+genpts', '-i', toFileUrl(file), ...streams, '-c', 'copy', '-f', 'mpegts', target];
}

/**
 * One sound with one format, on the clock: of a track whose channels or rate change, or of a track for each channel.
 * Only filters without a memory may stand here for the former, because ffmpeg makes them again at each change.
 */
export function steadySoundArgs(
  file: string,
  { streams, channels }: Pick<AudioTrack, 'streams' | 'channels'>,
  shift: number,
  target: string,
): string[] {
  const layout = channels >= 6 ? LAYOUTS[6] : channels === 1 ? LAYOUTS[1] : LAYOUTS[2];
  const clock = `asetpts=PTS+(${shift.toFixed(6)})/TB,aresample=${AUDIO_RATE}`;
  const format = `aformat=sample_fmts=s32:channel_layouts=${layout}`;
  const [only, ...others] = streams;
  const map = streams.map((_, at) => `${at}.0-${LAYOUT_CHANNELS[at] ?? ''}`).join('|');
  const parts = streams.map((stream, at) => `[0:a:${stream}]${clock}:async=1:first_pts=${-CUT_SAMPLES}[c${at}]`);
  const inputs = streams.map((_, at) => `[c${at}]`).join('');
  const graph =
    others.length === 0
      ? `[0:a:${only ?? 0}]${clock},${format},atrim=start=0[a]`
      : [
          ...parts,
          `${inputs}join=inputs=${streams.length}:channel_layout=${layout}:map=${map},${format},atrim=start=0[a]`,
        ].join(';');
  const output = ['-map', '[a]', '-c:a', 'flac', '-f', 'matroska', target];
  return [...inputArgs(file), '-filter_complex', graph, ...output];
}

/** Text tracks with the times of the file: SRT and ASS as they are, because our own reader takes any encoding. */
export function extractTextArgs(
  file: string,
  tracks: readonly { stream: number; format: 'srt' | 'ass' | 'webvtt'; target: string }[],
): string[] {
  return [
    ...inputArgs(file),
    ...tracks.flatMap(({ stream, format, target }) => {
      const codec = format === 'webvtt' ? 'webvtt' : 'copy';
      return ['-map', `0:s:${stream}`, '-c:s', codec, '-f', format, target];
    }),
  ];
}

/**
 * A picture to stand for the film: the most usual of the key frames of a few segments. `files` are `init.mp4` and the
 * segments, because ffmpeg's HLS demuxer loses frames where it seeks.
 */
export function posterArgs(files: readonly string[], target: string): string[] {
  const input = ['-skip_frame', 'nokey', '-i', `concat:${files.join('|')}`];
  return [...input, '-an', '-vf', 'thumbnail=10', '-frames:v', '1', '-update', '1', '-q:v', '4', target];
}

/**
 * The MP4 of a quality: what was encoded already, put together with the sound and the subtitles as tracks, its index
 * in front so that it plays while it comes.
 */
export function downloadArgs(
  quality: string,
  sounds: readonly { language: string | null; file: string; isDescription: boolean }[],
  subtitles: readonly { language: string; file: string; isForced: boolean; isForDeaf: boolean }[],
  target: string,
): string[] {
  const inputs = [quality, ...sounds.map(({ file }) => file), ...subtitles.map(({ file }) => file)];
  const tag = (kind: 'a' | 's', at: number, language: string | null) =>
    language === null ? [] : [`-metadata:s:${kind}:${at}`, `language=${toThreeLetters(language)}`];
  return [
    ...inputs.flatMap((input) => ['-i', input]),
    ...['-map', '0:v', ...sounds.flatMap((_, at) => ['-map', `${at + 1}:a`])],
    ...subtitles.flatMap((_, at) => ['-map', `${at + 1 + sounds.length}:s`]),
    ...['-c', 'copy', '-c:s', 'mov_text', '-map_metadata', '-1'],
    ...sounds.flatMap(({ language, isDescription }, at) => [
      ...tag('a', at, language),
      ...[`-disposition:a:${at}`, isDescription ? 'visual_impaired' : at === 0 ? 'default' : '0'],
    ]),
    ...subtitles.flatMap(({ language, isForced, isForDeaf }, at) => [
      ...tag('s', at, language),
      ...[`-disposition:s:${at}`, isForced ? 'forced' : isForDeaf ? 'hearing_impaired' : '0'],
    ]),
    ...['-movflags', '+faststart', target],
  ];
}

/** The sheets of small pictures, made from the smallest quality: one picture every so many seconds. */
export function storyboardArgs(quality: string, board: Storyboard, folder: string): string[] {
  const { every, width, height, columns, rows } = board;
  // Key frames are a second off the whole multiples: the one before is shown.
  const filter = `fps=1/${every}:start_time=0:round=up,scale=${width}:${height}:flags=lanczos,tile=${columns}x${rows}`;
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
