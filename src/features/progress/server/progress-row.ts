import { and, eq, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { progressState } from '../contract.ts';
import { getLastChange, getResumePosition, mergeProgress, type Progress } from '../progress.ts';
import { measureWatched } from '../watched.ts';
import { progress } from './schema.ts';

const STATE_SQL = "json_object('duration', duration, 'since', since, 'seen', seen, 'points', json(points))";
const storedState = v.pipe(v.string(), v.parseJson(), progressState);

/** The columns of a row that a merge reads. */
export const STORED_SQL = `${STATE_SQL} AS state, watched, measured_at AS measuredAt`;
export const storedRow = v.object({ state: storedState, watched: v.number(), measuredAt: v.number() });

export type MergedRow = ReturnType<typeof mergeRow>;

/** The columns that a save changes. `furthest` counts a save that a rewind has voided, too. */
export function mergeRow(stored: v.InferOutput<typeof storedRow> | null, save: Progress, now: number) {
  const state = stored ? mergeProgress(stored.state, save) : save;
  const { duration, since, seen, points } = state;
  const at = Math.floor(getResumePosition(state) ?? 0);
  const places = [state, save].flatMap((each) => each.points.map((point) => point.at));
  const furthest = Math.floor(Math.max(0, ...places));
  const row = { duration, since, seen, points: JSON.stringify(points), at, last: getLastChange(state), furthest };
  return { state, row: { ...row, ...measureWatched(stored, save, now) } };
}

/** For a batch, on a store's table; `parseProgress` reads its rows. */
export function progressQuery(db: Database, table: SQL, profile: string, id: number | SQL) {
  return db
    .select({ state: sql<string>`${sql.raw(STATE_SQL)}`.as('state') })
    .from(table)
    .where(and(eq(progress.profile, profile), eq(progress.titleId, id)));
}

export function parseProgress([stored]: readonly { state: string }[]): Progress | null {
  return stored ? v.parse(storedState, stored.state) : null;
}
