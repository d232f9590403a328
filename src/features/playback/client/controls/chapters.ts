export interface Chapter {
  /** Seconds of the video. */
  starts: number;
  ends: number;
  name_fa: string;
  name_en: string;
}

export function findChapter(chapters: readonly Chapter[], at: number): Chapter | null {
  return chapters.findLast(({ starts, ends }) => at >= starts && at < ends) ?? null;
}

/** Shares of the bar, 0 to 1, at which a chapter begins; not those at its ends, where a mark says nothing. */
export function listMarks(chapters: readonly Chapter[], duration: number): number[] {
  if (!(duration > 0)) return [];
  const shares = chapters.map(({ starts }) => starts / duration).filter((share) => share > 0.001 && share < 0.999);
  return [...new Set(shares)].sort((a, b) => a - b);
}
