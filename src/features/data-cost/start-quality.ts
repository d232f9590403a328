export interface Rendition {
  /** Pixels. */
  height: number;
  /** Bits per second, with sound. */
  bandwidth: number;
}

/**
 * So much of what the network carried last may the first rendition ask for: then its first segment, of four seconds, is
 * there in six tenths of one. A higher one follows as soon as that is known to fit.
 */
const SHARE_AT_START = 0.15;
/** What a browser calls these networks carries a film no higher than a saver of data sees. */
const SLOW_TYPES = /(^|-)[23]g$/;

/**
 * Of renditions by height, lowest first, the index to start with: of the height to hold, where there is one, else of what
 * fits the network. `estimate` in bits per second; null for unknown: the lowest.
 */
export function startIndex(
  renditions: readonly Rendition[],
  estimate: number | null,
  held: number | null = null,
): number {
  if (held !== null) return Math.max(0, renditions.filter(({ height }) => height <= held).length - 1);
  if (estimate === null) return 0;
  const fitting = renditions.filter(({ bandwidth }) => bandwidth <= estimate * SHARE_AT_START);
  return Math.max(0, fitting.length - 1);
}

/** Whether a network is one to save data on: where the visitor says so, and on 2G and 3G. */
export function isSaving(connection: { saveData?: boolean; effectiveType?: string } | undefined): boolean {
  return connection?.saveData === true || SLOW_TYPES.test(connection?.effectiveType ?? '');
}

/** Megabytes (of a million bytes) that an hour takes at so many bits per second. */
export function megabytesAnHour(bandwidth: number): number {
  return Math.round((bandwidth * 3600) / 8 / 1_000_000);
}
