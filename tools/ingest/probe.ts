import { existsSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { describeUnsupportedColor, type SourceColor } from './color.ts';
import { describeJoinedFile } from './joined-file.ts';
import { parseLanguage } from './languages.ts';
import { ffprobe, listFilters, toFileUrl } from './ffmpeg.ts';
import { problem } from '../lib/progress.ts';

export interface Source {
  /** The length that the container declares. */
  seconds: number;
  /** The file's first timestamp in seconds; may be negative. */
  start: number;
  /** As displayed: with the shape of its pixels, and turned as the camera says. */
  width: number;
  height: number;
  /** Frames a second on average, and the rate that the stream names. */
  frameRate: { average: number; nominal: number };
  video: Track;
  color: SourceColor;
  audio: AudioTrack[];
  texts: TextTrack[];
  chapters: Chapter[];
}

/** Seconds on the file's own clock; `end` is null where the container declares none for the track. */
export interface Track {
  start: number;
  end: number | null;
}

export interface AudioTrack extends Track {
  /** The audio streams of the file that it consists of, a stream for each channel where there are several. */
  streams: readonly number[];
  /** Null where the file does not say. */
  language: string | null;
  channels: number;
  /** Its name in the file; empty without one. */
  title: string;
  /** Describes the picture for viewers who do not see it. */
  isDescription: boolean;
}

/** Subtitles inside the file. */
export interface TextTrack {
  /** Counts among the subtitle streams. */
  stream: number;
  language: string | null;
  /** Only what has to be read to understand the film, such as signs. */
  isForced: boolean;
  /** For deaf viewers: with sounds and speakers. */
  isForDeaf: boolean;
  /** False for pictures of text, as discs have them. */
  isText: boolean;
  /** As it leaves the file: SRT and ASS as they are, all else as WebVTT. */
  format: 'srt' | 'ass' | 'webvtt';
}

/** Seconds of the file's own clock. */
export interface Chapter {
  start: number;
  end: number;
  title: string;
}

const text = v.optional(v.string());
const sideData = v.object({
  rotation: v.optional(v.number()),
  dv_profile: v.optional(v.number()),
  max_content: v.optional(v.number()),
  max_luminance: text,
});
const stream = v.object({
  codec_type: v.string(),
  width: v.optional(v.number()),
  height: v.optional(v.number()),
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  r_frame_rate: text,
  start_time: text,
  duration: text,
  disposition: v.optional(v.record(v.string(), v.number()), {}),
  tags: v.optional(v.record(v.string(), v.string()), {}),
  side_data_list: v.optional(v.array(sideData), []),
  codec_name: text,
  channels: v.optional(v.number(), 2),
  color_transfer: text,
  color_primaries: text,
  color_space: text,
  color_range: text,
});
const probed = v.object({
  streams: v.array(stream),
  format: v.object({ start_time: text, duration: text }),
  chapters: v.optional(
    v.array(
      v.object({ start_time: v.string(), end_time: v.string(), tags: v.optional(v.object({ title: text }), {}) }),
    ),
    [],
  ),
});
type Stream = v.InferOutput<typeof stream>;

/** Asks ffprobe about a file; a Problem that says what is wrong with it. */
export function probe(file: string): Source {
  if (!existsSync(file) || !statSync(file).isFile()) throw problem(`There is no file ${file}.`, 'original_missing');
  const joined = describeJoinedFile(file);
  if (joined !== null) throw problem(`${file} cannot be published: ${joined}`, 'unsupported');
  let answer: unknown;
  try {
    answer = ffprobe(['-show_streams', '-show_format', '-show_chapters', toFileUrl(file)]);
  } catch {
    throw problem(`${file} is not a video: ffprobe cannot read it.`, 'not_video');
  }
  const source = parseSource(answer, file);
  const reason = describeUnsupportedColor(source.color, listFilters());
  if (reason !== null) throw problem(`${file} cannot be published: ${reason}`, 'unsupported');
  return source;
}

/** A source from what ffprobe says. */
export function parseSource(answer: unknown, file: string): Source {
  const { streams, format, chapters } = v.parse(probed, answer);
  // A cover in a music file is a stream of video too.
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition['attached_pic'] !== 1);
  const sounds = streams.filter((one) => one.codec_type === 'audio');
  const seconds = Number(format.duration ?? 0);
  if (!video?.width || !video.height) throw problem(`${file} is not a video: it has no moving picture.`, 'not_video');
  if (!(seconds > 0)) {
    throw problem(
      `${file} declares no length, as after a recording that was broken off: ffmpeg -i FILE -c copy NEW.mkv`,
      'damaged',
    );
  }
  const displaySize = displayed(video, video.width, video.height);
  const average = ratio(video.avg_frame_rate) ?? ratio(video.r_frame_rate) ?? 25;
  const start = Number(format.start_time ?? 0);
  const fileEnd = start + seconds;
  return {
    ...displaySize,
    seconds,
    start,
    frameRate: { average, nominal: ratio(video.r_frame_rate) ?? average },
    video: toTrack(video, fileEnd),
    color: toColor(video),
    audio: sounds.map((one, at) => ({
      ...{ streams: [at], language: readLanguage(one), channels: one.channels, ...toTrack(one, fileEnd) },
      title: (one.tags['title'] ?? one.tags['TITLE'] ?? '').trim(),
      isDescription: isDisposed(one, 'visual_impaired', 'descriptions') || /\bdescri(?:ption|bes)/i.test(getName(one)),
    })),
    texts: streams.filter((one) => one.codec_type === 'subtitle').map(toTextTrack),
    chapters: chapters.map(({ start_time, end_time, tags }) => ({
      ...{ start: Number(start_time), end: Number(end_time), title: tags.title?.trim() ?? '' },
    })),
  };
}

const SRT_CODECS = ['subrip', 'srt'];
const ASS_CODECS = ['ass', 'ssa'];
const TEXT_CODECS = [...SRT_CODECS, ...ASS_CODECS, 'mov_text', 'webvtt', 'text'];

function toTextTrack(one: Stream, at: number): TextTrack {
  const codec = one.codec_name ?? '';
  return {
    ...{ stream: at, language: readLanguage(one), isText: TEXT_CODECS.includes(codec) },
    format: SRT_CODECS.includes(codec) ? 'srt' : ASS_CODECS.includes(codec) ? 'ass' : 'webvtt',
    isForced: isDisposed(one, 'forced') || /\bforced\b/i.test(getName(one)),
    isForDeaf: isDisposed(one, 'hearing_impaired') || /\b(?:SDH|CC)\b|hearing/i.test(getName(one)),
  };
}

const isDisposed = ({ disposition }: Stream, ...names: string[]): boolean =>
  names.some((name) => disposition[name] === 1);
const getName = ({ tags }: Stream): string => tags['title'] ?? tags['TITLE'] ?? tags['handler_name'] ?? '';

function toColor({ color_transfer, color_primaries, color_space, color_range, side_data_list }: Stream): SourceColor {
  const toKnown = (name: string | undefined) => (name === undefined || /^unknown|^reserved/.test(name) ? null : name);
  const peaks = side_data_list.map(({ max_content, max_luminance }) => max_content ?? ratio(max_luminance) ?? 0);
  const dolby = side_data_list.find(({ dv_profile }) => dv_profile !== undefined);
  return {
    ...{ transfer: toKnown(color_transfer), primaries: toKnown(color_primaries), matrix: toKnown(color_space) },
    isFullRange: color_range === 'pc',
    peakNits: peaks.find((peak) => peak > 0) ?? null,
    isDolbyOnly: dolby?.dv_profile === 5,
  };
}

/** TS declares no lengths: ffprobe gives a late track the length of the file. */
function toTrack({ start_time, duration, tags }: Stream, fileEnd: number): Track {
  const start = Number(start_time ?? 0);
  if (duration !== undefined) return { start, end: Math.min(fileEnd, start + Number(duration)) };
  return { start, end: parseDuration(tags['DURATION'] ?? tags['DURATION-eng']) };
}

/** `00:01:40.040000000`, as Matroska tags a track's end. */
function parseDuration(value: string | undefined): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(value ?? '') ?? [];
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function displayed(video: Stream, width: number, height: number): { width: number; height: number } {
  const stretched = width * (ratio(video.sample_aspect_ratio?.replace(':', '/')) ?? 1);
  const turned = video.side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return turned ? { width: height, height: Math.round(stretched) } : { width: Math.round(stretched), height };
}

/** `30000/1001`; undefined for `0/0` and nonsense. */
function ratio(value: string | undefined): number | undefined {
  const [, above, below] = /^(\d+)\/(\d+)$/.exec(value ?? '') ?? [];
  const match = Number(above) / Number(below);
  return Number.isFinite(match) && match > 0 ? match : undefined;
}

const readLanguage = ({ tags }: Stream): string | null => parseLanguage(tags['language'] ?? tags['LANGUAGE'] ?? '');
