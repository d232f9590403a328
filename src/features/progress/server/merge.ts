import { and, eq, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { progressState } from '../contract.ts';
import { getLastChange, mergeProgress, getResumePosition, type Progress } from '../progress.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { progress } from './schema.ts';

const TRIES = 12;

const progressRow = v.object({
  title_id: v.number(),
  version: v.number(),
  state: v.pipe(v.string(), v.parseJson(), progressState),
});

async function read(db: Database, profile: string, ids: readonly number[]) {
  const [rows = []] = await batch(db, [
    sql`SELECT title_id, version, json_object('duration', duration, 'since', since, 'seen', seen,
        'points', json(points)) AS state
      FROM progress WHERE profile = ${profile} AND title_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  ]);
  return new Map(rows.map((raw) => v.parse(progressRow, raw)).map((parsed) => [parsed.title_id, parsed]));
}

/** For a batch; `parseProgress` reads its rows. */
export function progressQuery(db: Database, profile: string, id: number | SQL) {
  const state = sql<string>`json_object('duration', duration, 'since', since, 'seen', seen, 'points', json(points))`;
  return db
    .select({ state: state.as('state') })
    .from(progress)
    .where(and(eq(progress.profile, profile), eq(progress.titleId, id)));
}

export function parseProgress([stored]: readonly { state: string }[]): Progress | null {
  return stored ? v.parse(progressRow.entries.state, stored.state) : null;
}

/** Optimistic: each row is written only at its read version, else read and merged again. Skips unknown titles. */
export async function mergeAll(
  db: Database,
  profile: string,
  saves: ReadonlyMap<number, Progress>,
): Promise<Map<number, Progress>> {
  const merged = new Map<number, Progress>();
  let pendingIds = [...saves.keys()];
  for (let tries = 0; pendingIds.length > 0 && tries < TRIES; tries += 1) {
    const stored = await read(db, profile, pendingIds);
    const changes = pendingIds.flatMap((id) => {
      const storedRow = stored.get(id);
      const save = saves.get(id);
      if (!save) return [];
      const state = storedRow ? mergeProgress(storedRow.state, save) : save;
      return [{ id, state, version: storedRow?.version ?? 0, furthest: getFurthest(state, save) }];
    });
    const written = await batch(
      db,
      changes.map((change) => write(profile, change)),
    );
    changes.forEach(({ id, state }, index) => {
      if ((written[index] ?? []).length > 0) merged.set(id, state);
    });
    pendingIds = pendingIds.filter((id) => !merged.has(id) && stored.has(id));
    // A conflicting first write is retried; without a row afterwards the title does not exist.
    const conflictIds = changes.filter(({ id, version }) => version === 0 && !merged.has(id)).map(({ id }) => id);
    if (conflictIds.length > 0) pendingIds.push(...(await read(db, profile, conflictIds)).keys());
  }
  return merged;
}

function getFurthest(...states: Progress[]): number {
  return Math.floor(Math.max(0, ...states.flatMap(({ points }) => points.map(({ at }) => at))));
}

interface Change {
  id: number;
  state: Progress;
  version: number;
  furthest: number;
}

function write(profile: string, { id, state, version, furthest }: Change) {
  const { duration, since, seen, points } = state;
  const at = Math.floor(getResumePosition(state) ?? 0);
  return sql`INSERT INTO progress (profile, title_id, duration, since, seen, points, at, last, furthest)
    SELECT ${profile}, id, ${duration}, ${since}, ${seen}, ${JSON.stringify(points)}, ${at}, ${getLastChange(state)}, ${furthest}
      FROM titles WHERE id = ${id}
    ON CONFLICT (profile, title_id) DO UPDATE SET duration = excluded.duration, since = excluded.since,
      seen = excluded.seen, points = excluded.points, at = excluded.at, last = excluded.last,
      furthest = max(furthest, excluded.furthest), version = version + 1
      WHERE version = ${version}
    RETURNING title_id`;
}
