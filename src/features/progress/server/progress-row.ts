import { and, eq, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { progressState } from '../contract.ts';
import { getLastChange, getResumePosition, type Progress } from '../progress.ts';
import { progress } from './schema.ts';

export const STATE_SQL = "json_object('duration', duration, 'since', since, 'seen', seen, 'points', json(points))";
export const storedState = v.pipe(v.string(), v.parseJson(), progressState);

/** The columns that follow from a state. `furthest` counts a save that a rewind has voided, too. */
export function toRow(merged: Progress, save: Progress) {
  const { duration, since, seen, points } = merged;
  const at = Math.floor(getResumePosition(merged) ?? 0);
  const places = [merged, save].flatMap((each) => each.points.map((point) => point.at));
  const furthest = Math.floor(Math.max(0, ...places));
  return { duration, since, seen, points: JSON.stringify(points), at, last: getLastChange(merged), furthest };
}

/** For a batch, on a store's table; `parseProgress` reads its rows. */
export function progressQuery(db: Database, table: SQL, profile: string, id: number | SQL) {
  return db
    .select({ state: sql<string>`${sql.raw(STATE_SQL)}`.as('state') })
    .from(table)
    .where(and(eq(progress.profile, profile), eq(progress.titleId, id)));
}

export function parseProgress([stored]: readonly { state: string }[]): Progress | null {
  return stored ? parseState(stored.state) : null;
}

export function parseState(text: unknown): Progress {
  return v.parse(storedState, text);
}
