interface ProgressRow {
  titleId: number;
  at: number;
  seen: number;
  last: number;
  hiddenAt: number;
  seriesId: number | null;
}

/** `next`: the episode after the watched one. */
interface ContinueEntry {
  titleId: number;
  next: boolean;
}

/** Newest first. A series counts by its episode watched last; hidden titles and their series are left out. */
export function chooseContinue(rows: readonly ProgressRow[], limit: number): ContinueEntry[] {
  const groups = new Set<number>();
  const entries: ContinueEntry[] = [];
  for (const { titleId, at, seen, last, hiddenAt, seriesId } of rows) {
    const group = seriesId ?? titleId;
    // A glance counts for nothing; the earlier progress decides.
    if (groups.has(group) || (at === 0 && seen === 0)) continue;
    groups.add(group);
    if (hiddenAt >= last) continue;
    if (at > 0) entries.push({ titleId, next: false });
    else if (seriesId !== null) entries.push({ titleId, next: true });
  }
  return entries.slice(0, limit);
}
