import { getFrameHeight, getStandardHeight } from '@pardeh/hls/standard-height';

/** The qualities that a film is encoded in. Heights in pixels, rates in kilobits per second. */

/** Rates of a whole 16:9 frame. Low rates first of all: most viewers have a phone's slow line. */
const RUNGS = [
  { height: 240, kbps: 76 },
  { height: 360, kbps: 250 },
  { height: 480, kbps: 550 },
  { height: 720, kbps: 1200 },
  { height: 1080, kbps: 2600 },
] as const;
/** Bits grow slower than pixels. */
const PIXEL_EXPONENT = 0.75;
/** A source that is higher than a rung by less than this is not worth another. */
const WORTH_ANOTHER = 1.1;
/** Default price of a download: toman for each minute and line of height. */
const TOMAN_PER_MINUTE = 0.25;
const TOMAN_STEP = 1000;

export interface Rung {
  /** `480p`, or `480p-av1`: the name of its folder. */
  name: string;
  codec: 'h264' | 'av1';
  /** The standard height; that of the picture is smaller for a wide film. */
  standard: number;
  width: number;
  height: number;
  kbps: number;
  maxKbps: number;
  profile: 'main' | 'high';
}

interface Size {
  width: number;
  height: number;
}

/**
 * The rungs for a source as it is displayed: every standard height up to its own, and its own where that is well
 * between two. Rates follow pixels. Nothing is ever made larger; a source below all of ours has one rung.
 */
export function ladder(source: Size): Rung[] {
  const sourceSize = { width: toEven(source.width), height: toEven(source.height) };
  const sourceHeight = getStandardHeight(sourceSize);
  const heights: number[] = RUNGS.map(({ height }) => height).filter((height) => height <= sourceHeight);
  const top = heights.at(-1) ?? 0;
  const highest = RUNGS.at(-1)?.height ?? 0;
  if (top === 0 || (sourceHeight < highest && sourceHeight > top * WORTH_ANOTHER)) heights.push(sourceHeight);
  return heights.map((standard) => {
    const size = standard === sourceHeight ? sourceSize : shrink(source, standard / getFrameHeight(source));
    const kbps = computeBitrate(standard, size);
    return {
      ...{ name: `${standard}p`, codec: 'h264' as const, standard, ...size, kbps, maxKbps: Math.round(kbps * 1.3) },
      profile: standard <= 480 ? ('main' as const) : ('high' as const),
    };
  });
}

/** AV1 beside H.264 at the same sizes, with rates that are not higher than this share of those. */
const AV1_SHARE = 0.65;

export function addAv1(rungs: readonly Rung[]): Rung[] {
  const scale = (kbps: number) => Math.round(kbps * AV1_SHARE);
  const av1 = rungs.map((rung) => ({
    ...{ ...rung, name: `${rung.name}-av1`, codec: 'av1' as const },
    ...{ kbps: scale(rung.kbps), maxKbps: scale(rung.maxKbps) },
  }));
  return [...rungs, ...av1];
}

/** The default price of a download by its minutes and height, rounded up, in toman before VAT. */
export function computePrice(minutes: number, height: number): number {
  return Math.max(TOMAN_STEP, Math.ceil((minutes * height * TOMAN_PER_MINUTE) / TOMAN_STEP) * TOMAN_STEP);
}

function computeBitrate(standard: number, { width, height }: Size): number {
  const share = (width * height) / ((standard * standard * 16) / 9);
  return Math.max(1, Math.round(interpolateBitrate(standard) * share ** PIXEL_EXPONENT));
}

/** The rate of a 16:9 frame: that of its rung, or on the line between two. */
function interpolateBitrate(height: number): number {
  const above = RUNGS.findIndex((rung) => rung.height >= height);
  const [low, high] = [RUNGS[above - 1] ?? { height: 0, kbps: 0 }, RUNGS[above] ?? RUNGS[RUNGS.length - 1]];
  if (!high || height >= high.height) return high?.kbps ?? 0;
  return low.kbps + ((high.kbps - low.kbps) * (height - low.height)) / (high.height - low.height);
}

function shrink({ width, height }: Size, scale: number): Size {
  const round = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: Math.min(toEven(width), round(width)), height: Math.min(toEven(height), round(height)) };
}

/** H.264 with 4:2:0 colour has even sides. */
function toEven(side: number): number {
  return Math.max(2, Math.floor(side / 2) * 2);
}
