/** Shares of the estimate that a rendition may take: at a short buffer, and at a long one. */
const SHARE_SHORT = 0.5;
const SHARE_LONG = 0.8;
/** With it, a segment of 4 s is here after a second. */
const SHARE_AFTER_SEEK = 0.25;
/** Seconds buffered ahead. */
const LONG_AHEAD = 12;
/** Below this the next lower rendition is taken as soon as the present one does not fit. */
const SAFE_AHEAD = 20;
/** A higher rendition replaces none that was chosen for less than this share. */
const SHARE_TO_STAY = 0.95;

export interface Ladder {
  /** Bits per second with sound, ascending. */
  bandwidths: readonly number[];
  /** Index of the highest that the player's size or the device needs. */
  cap: number;
}

/** The rendition of the next segment. `estimate` is in bits per second, `ahead` in seconds. */
export function chooseRendition(
  { bandwidths, cap }: Ladder,
  current: number,
  estimate: number | null,
  ahead: number,
): number {
  const present = Math.min(current, cap);
  if (estimate === null) return present;
  const fitting = (share: number) =>
    Math.max(0, bandwidths.filter((bandwidth, at) => at <= cap && bandwidth <= estimate * share).length - 1);
  const best = fitting(ahead >= LONG_AHEAD ? SHARE_LONG : SHARE_SHORT);
  if (best >= present) return best;
  const fits = (bandwidths[present] ?? 0) <= estimate * SHARE_TO_STAY;
  return fits || ahead >= SAFE_AHEAD ? present : best;
}

/** The rendition of the first segment after a jump: never a higher one than before. */
export function chooseAfterSeek(bandwidths: readonly number[], current: number, estimate: number | null): number {
  if (estimate === null) return 0;
  const quick = bandwidths.filter((bandwidth) => bandwidth <= estimate * SHARE_AFTER_SEEK).length - 1;
  return Math.min(current, Math.max(0, quick));
}

export function findCap(heights: readonly number[], pixels: number): number {
  const at = heights.findIndex((height) => height >= pixels);
  return at < 0 ? heights.length - 1 : at;
}

/** True if a segment that is on its way will come too late: seconds since its request, bytes, seconds buffered. */
export function isTooSlow(elapsed: number, loaded: number, total: number | null, ahead: number): boolean {
  if (elapsed < 1 || loaded === 0 || total === null) return false;
  const remaining = ((total - loaded) / loaded) * elapsed;
  return remaining > Math.max(ahead, 1) && remaining > elapsed;
}
