import { existsSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { ffprobe } from './ffmpeg.ts';
import { problem } from '../../scripts/lib/progress.ts';

export interface Source {
  seconds: number;
  /** As displayed: with the shape of its pixels, and turned as the camera says. */
  width: number;
  height: number;
  frameRate: number;
  /** `stream` counts among the audio streams; `language` is null where the file does not say. */
  audio: { stream: number; language: string | null }[];
}

const text = v.optional(v.string());
const stream = v.object({
  codec_type: v.string(),
  width: v.optional(v.number()),
  height: v.optional(v.number()),
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  r_frame_rate: text,
  disposition: v.optional(v.object({ attached_pic: v.optional(v.number(), 0) })),
  tags: v.optional(v.record(v.string(), v.string()), {}),
  side_data_list: v.optional(v.array(v.object({ rotation: v.optional(v.number()) })), []),
});
const probed = v.object({ streams: v.array(stream), format: v.object({ duration: text }) });
type Stream = v.InferOutput<typeof stream>;

/** Asks ffprobe about a file; a Problem that says what is wrong with it. */
export function probe(file: string): Source {
  if (!existsSync(file) || !statSync(file).isFile()) throw problem(`There is no file ${file}.`);
  let answer: unknown;
  try {
    answer = ffprobe(['-show_streams', '-show_format', file]);
  } catch {
    throw problem(`${file} is not a video: ffprobe cannot read it.`);
  }
  return parseSource(answer, file);
}

/** A source from what ffprobe says. */
export function parseSource(answer: unknown, file: string): Source {
  const { streams, format } = v.parse(probed, answer);
  // A cover in a music file is a stream of video too.
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  const sounds = streams.filter((one) => one.codec_type === 'audio');
  const seconds = Number(format.duration ?? 0);
  if (!video?.width || !video.height || !(seconds > 0))
    throw problem(`${file} is not a video: it has no moving picture.`);
  if (sounds.length === 0) throw problem(`${file} has no sound. A title needs an audio track, be it silence.`);
  const shown = displayed(video, video.width, video.height);
  return {
    ...shown,
    seconds,
    frameRate: ratio(video.avg_frame_rate) ?? ratio(video.r_frame_rate) ?? 25,
    audio: sounds.map((one, at) => ({ stream: at, language: parseLanguage(one.tags) })),
  };
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

/** Files name languages by three letters, Persian by either of two. */
const TWO_LETTERS: Record<string, string> = {
  per: 'fa',
  fas: 'fa',
  eng: 'en',
  ara: 'ar',
  fre: 'fr',
  fra: 'fr',
  tur: 'tr',
};

function parseLanguage(tags: Record<string, string>): string | null {
  const code = (tags['language'] ?? tags['LANGUAGE'] ?? '').toLowerCase();
  return code === '' || code === 'und' || !/^[a-z]{2,3}$/.test(code) ? null : (TWO_LETTERS[code] ?? code);
}
