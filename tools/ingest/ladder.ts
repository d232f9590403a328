/** The qualities that a film is encoded in. Heights in pixels, rates in kilobits per second. */

/** Low rates first of all: most of those who watch do so over a phone's slow line. */
const RUNGS = [
  { height: 240, kbps: 100 },
  { height: 360, kbps: 250 },
  { height: 480, kbps: 550 },
  { height: 720, kbps: 1200 },
  { height: 1080, kbps: 2600 },
] as const;
/** A source that is higher than a rung by less than this is not worth another. */
const WORTH_ANOTHER = 1.1;
/** Default price of a download: toman for each minute and line of height. */
const TOMAN_PER_MINUTE = 0.25;
const TOMAN_STEP = 1000;

export const AUDIO_KBPS = 64;

export interface Rung {
  /** `480p`: the name of its folder, and of the quality of its download. */
  name: string;
  width: number;
  height: number;
  kbps: number;
  maxKbps: number;
  profile: 'main' | 'high';
}

/**
 * The rungs for a source as it is displayed: every height of ours up to its own, and its own where that lies well
 * between two. Nothing is ever made larger; a source below all of ours has one rung.
 */
export function ladder(source: { width: number; height: number }): Rung[] {
  const sourceHeight = even(source.height);
  const heights: number[] = RUNGS.map(({ height }) => height).filter((height) => height <= source.height);
  const top = heights.at(-1) ?? 0;
  const highest = RUNGS.at(-1)?.height ?? 0;
  if (top === 0 || (sourceHeight < highest && sourceHeight > top * WORTH_ANOTHER)) heights.push(sourceHeight);
  return heights.map((height) => {
    const kbps = computeBitrate(height);
    return {
      ...{ name: `${height}p`, height, kbps, maxKbps: Math.round(kbps * 1.5) },
      width: even((source.width * height) / source.height),
      profile: height <= 480 ? ('main' as const) : ('high' as const),
    };
  });
}

/** The default price of a download by its minutes and height, rounded up, in toman before VAT. */
export function computePrice(minutes: number, height: number): number {
  return Math.max(TOMAN_STEP, Math.ceil((minutes * height * TOMAN_PER_MINUTE) / TOMAN_STEP) * TOMAN_STEP);
}

/** The rate of a height: that of its rung, or on the line between two. */
function computeBitrate(height: number): number {
  const above = RUNGS.findIndex((rung) => rung.height >= height);
  const [low, high] = [RUNGS[above - 1] ?? { height: 0, kbps: 0 }, RUNGS[above] ?? RUNGS[RUNGS.length - 1]];
  if (!high || height >= high.height) return high?.kbps ?? 0;
  return Math.round(low.kbps + ((high.kbps - low.kbps) * (height - low.height)) / (high.height - low.height));
}

/** H.264 with 4:2:0 colour has even sides. */
function even(value: number): number {
  return Math.max(2, Math.floor(value / 2) * 2);
}
