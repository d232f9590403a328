export interface Rendition {
  height: number;
  bandwidth: number; // With sound
}

/** Share of the measured bandwidth for the first rendition: its first segment of 4 s then loads in 0.6 s. */
const SHARE_AT_START = 0.15;

/** Index of the first rendition: of the chosen height, else the best for `estimate` (bit/s; null: the lowest). */
export function findStartIndex(
  renditions: readonly Rendition[],
  estimate: number | null,
  maxHeight: number | null = null,
): number {
  if (maxHeight !== null) return Math.max(0, renditions.filter(({ height }) => height <= maxHeight).length - 1);
  if (estimate === null) return 0;
  const fitting = renditions.filter(({ bandwidth }) => bandwidth <= estimate * SHARE_AT_START);
  return Math.max(0, fitting.length - 1);
}

/** Megabytes (10^6 bytes) per hour, from bits per second. */
export function computeMegabytesPerHour(bandwidth: number): number {
  return Math.round((bandwidth * 3600) / 8 / 1_000_000);
}
