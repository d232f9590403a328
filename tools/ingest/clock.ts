import type { Source } from './probe.ts';

/**
 * One clock for all tracks. Zero is the first picture or, where sound starts earlier, a whole number of frames before
 * it; every track begins there, filled with the first picture or silence, and ends at the film's end. Pure.
 */

/** A frame rate as a fraction: frames per `den` seconds. */
export interface FrameRate {
  num: number;
  den: number;
}

export interface Clock {
  rate: FrameRate;
  /** Seconds to add to a timestamp of the file. */
  shift: number;
  /** Frames of the whole film. */
  frames: number;
}

export const AUDIO_RATE = 48_000;

/** In samples of the published rate. */
export interface SoundTiming {
  /** Samples of a frame. */
  frame: number;
  /** From the first sample that the encoder gets to the first that a decoder returns of it. */
  delay: number;
}

/** `aac` is AAC-LC by ffmpeg's encoder, `he-aac` HE-AAC v1 by libfdk_aac, as both were measured. */
export type SoundCodec = 'aac' | 'he-aac';
const TIMINGS: Record<SoundCodec, SoundTiming> = {
  aac: { frame: 1024, delay: 1024 },
  'he-aac': { frame: 2048, delay: 5058 },
};
export const getSoundTiming = (codec: SoundCodec): SoundTiming => TIMINGS[codec];

/** So many frames last 8 or 16 s, a whole number of fragments: sound can be continued there. */
const ALIGN_FRAMES = 375;

/** Key frames come at 0, 1, 3, 5 … seconds; segments begin at 0, 1, 3, 7, 11 … (Apple's authoring rules: short first ones). */
const getFragmentStart = (index: number): number => (index === 0 ? 0 : 2 * index - 1);
const getSegmentStart = (index: number): number => (index < 2 ? index : 4 * index - 5);

const STANDARD: readonly FrameRate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
];
const MAX_FRAME_RATE = 30;
/** Every fragment of a second needs a picture, and browsers seek by pictures: slides are repeated. */
const MIN_FRAME_RATE = 12;
/** A measured average this close to a standard rate is that rate. */
const CLOSE = 0.0005;

/** The published frame rate: the source's, halved while above 30; of a variable one the next standard rate. */
export function chooseFrameRate({ average, nominal }: { average: number; nominal: number }): FrameRate {
  const isSteady = Math.abs(average - nominal) / nominal < 0.02;
  const halve = (rate: number): number => (rate > MAX_FRAME_RATE * (1 + CLOSE) ? halve(rate / 2) : rate);
  const rate = halve(isSteady ? nominal : average);
  if (rate < MIN_FRAME_RATE * (1 - CLOSE)) return chooseRepeatingRate(rate);
  const standard = STANDARD.find(({ num, den }) => Math.abs(rate - num / den) / rate < CLOSE);
  if (standard) return standard;
  if (isSteady) return { num: Math.round(rate * 1000), den: 1000 };
  return STANDARD.find(({ num, den }) => num / den >= rate) ?? { num: 30, den: 1 };
}

/** The first standard rate that shows each picture equally long; 24 where there is none. */
function chooseRepeatingRate(rate: number): FrameRate {
  const isMultiple = ({ num, den }: FrameRate) => {
    const times = num / den / rate;
    return Math.abs(times - Math.round(times)) / times < CLOSE;
  };
  return STANDARD.find(isMultiple) ?? { num: 24, den: 1 };
}

/** The shift that puts the first picture on a frame of the clock and no sound before zero, but for less than a frame. */
export function computeShift(source: Pick<Source, 'video' | 'audio'>, rate: FrameRate): number {
  const picture = source.video.start;
  const lead = picture - Math.min(picture, ...source.audio.map(({ start }) => start));
  return Math.floor((lead * rate.num) / rate.den) * (rate.den / rate.num) - picture;
}

/** `ends` in seconds of the clock. */
export function countFrames(rate: FrameRate, ends: readonly number[]): number {
  return Math.max(1, Math.round((Math.max(...ends) * rate.num) / rate.den));
}

export const toSeconds = ({ num, den }: FrameRate, frames: number): number => (frames * den) / num;

/** The first frame of picture or sound at or after a moment. */
const getFrameAt = ({ num, den }: FrameRate, seconds: number): number => Math.ceil((seconds * num) / den);

/** The start of each segment in whole seconds; every segment has at least one frame. */
export function listSegmentStarts({ rate, frames }: Pick<Clock, 'rate' | 'frames'>): number[] {
  const starts = [0];
  for (let at = getSegmentStart(1); getFrameAt(rate, at) < frames; at = getSegmentStart(starts.length)) starts.push(at);
  return starts;
}

/** The cut of a track into fragments. A sample is a picture or a frame of sound. */
export interface Grid {
  /** Samples per second. */
  rate: FrameRate;
  /** Samples of the whole film. */
  total: number;
  /** Units of the media time scale (`timescale` per second) in a sample. */
  ticks: number;
  timescale: number;
  /** The start of a fragment in whole seconds. */
  getStart: (fragment: number) => number;
  /** Encoding can be continued at fragments that are a multiple of this. */
  align: number;
}

/** A time scale below this makes players round. */
const MIN_TIMESCALE = 10_000;

export function getPictureGrid({ rate, frames }: Pick<Clock, 'rate' | 'frames'>): Grid {
  const factor = Math.ceil(MIN_TIMESCALE / rate.num);
  const times = { ticks: rate.den * factor, timescale: rate.num * factor };
  return { rate, total: frames, ...times, getStart: getFragmentStart, align: 1 };
}

/** The frames of sound that cover the film. */
export function getSoundGrid({ rate, frames }: Pick<Clock, 'rate' | 'frames'>, codec: SoundCodec): Grid {
  const { frame } = getSoundTiming(codec);
  const soundRate = { num: AUDIO_RATE, den: frame };
  return {
    ...{ rate: soundRate, total: getFrameAt(soundRate, toSeconds(rate, frames)), ticks: frame, timescale: AUDIO_RATE },
    getStart: (fragment) => fragment,
    align: (ALIGN_FRAMES * frame) / AUDIO_RATE,
  };
}

/** The first sample of a fragment; that behind the last fragment is the film's end. */
export function getFirstSample({ rate, total, getStart }: Grid, fragment: number): number {
  return Math.min(total, getFrameAt(rate, getStart(fragment)));
}

export function countFragments(grid: Grid): number {
  let count = 0;
  while (getFirstSample(grid, count) < grid.total) count += 1;
  return count;
}
