export interface Rendition {
  /** Pixels. */
  height: number;
  /** Bits per second, with sound. */
  bandwidth: number;
}

/** So much of what the network carried last may the first segment ask for: the rest is for what else is loading. */
const SHARE_AT_START = 0.5;
/** What a browser calls these networks carries a film no higher than a saver of data sees. */
const SLOW_TYPES = /(^|-)[23]g$/;

/** Of renditions by height, lowest first, the index to start with. `estimate` in bits per second; null for unknown: the lowest. */
export function startIndex(renditions: readonly Rendition[], estimate: number | null): number {
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
