/** A title that a viewer has begun or seen, as a row of their progress; `at` is where to go on, 0 for nowhere. */
export interface ProgressRow {
  titleId: number;
  at: number;
  seen: number;
  last: number;
  hiddenAt: number;
  /** For an episode. */
  seriesId: number | null;
}

/** What to go on with: the title itself, or (`next`) the episode that comes after it. */
export interface ToContinue {
  titleId: number;
  next: boolean;
}

/**
 * What to go on with, from all that was watched, the newest first. Of a series only what was watched last counts: an
 * episode in its middle is gone on with, one seen to its end is followed by the next. What was hidden after it was
 * watched last is left out, and its series with it.
 */
export function toContinue(rows: readonly ProgressRow[], limit: number): ToContinue[] {
  const groups = new Set<number>();
  const matches: ToContinue[] = [];
  for (const { titleId, at, seen, last, hiddenAt, seriesId } of rows) {
    const group = seriesId ?? titleId;
    // A glance at a title says nothing; what came before it does.
    if (groups.has(group) || (at === 0 && seen === 0)) continue;
    groups.add(group);
    if (hiddenAt >= last) continue;
    if (at > 0) matches.push({ titleId, next: false });
    else if (seriesId !== null) matches.push({ titleId, next: true });
  }
  return matches.slice(0, limit);
}
