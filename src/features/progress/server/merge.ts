import { and, eq, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { progressState } from '../contract.ts';
import { getLastChange, mergeProgress, resumeAt, type Progress } from '../progress.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { progress } from './schema.ts';

/** Another device may have written between reading and writing; so often it is tried again. */
const TRIES = 12;

const row = v.object({
  title_id: v.number(),
  version: v.number(),
  state: v.pipe(v.string(), v.parseJson(), progressState),
});

/** The kept states of these titles, and the versions that a write must find. */
async function read(db: Database, profile: string, ids: readonly number[]) {
  const [rows = []] = await batch(db, [
    sql`SELECT title_id, version, json_object('duration', duration, 'since', since, 'seen', seen,
        'points', json(points)) AS state
      FROM progress WHERE profile = ${profile} AND title_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  ]);
  return new Map(rows.map((raw) => v.parse(row, raw)).map((it) => [it.title_id, it]));
}

/** The query of a title's kept state, for a batch; `parseProgress` reads its rows. */
export function progressQuery(db: Database, profile: string, id: number | SQL) {
  const state = sql<string>`json_object('duration', duration, 'since', since, 'seen', seen, 'points', json(points))`;
  return db
    .select({ state: state.as('state') })
    .from(progress)
    .where(and(eq(progress.profile, profile), eq(progress.titleId, id)));
}

/** The state of a title from the rows of `progressQuery`; null for nothing. */
export function parseProgress([kept]: readonly { state: string }[]): Progress | null {
  return kept ? v.parse(row.entries.state, kept.state) : null;
}

/**
 * Merges states into what is kept, and answers what is kept then. A title that the catalogue does not have is passed
 * over. Each row is written only where it is still as it was read; else it is read and merged anew.
 */
export async function mergeAll(
  db: Database,
  profile: string,
  saves: ReadonlyMap<number, Progress>,
): Promise<Map<number, Progress>> {
  const done = new Map<number, Progress>();
  let open = [...saves.keys()];
  for (let tries = 0; open.length > 0 && tries < TRIES; tries += 1) {
    const kept = await read(db, profile, open);
    const changes = open.flatMap((id) => {
      const before = kept.get(id);
      const save = saves.get(id);
      if (!save) return [];
      const state = before ? mergeProgress(before.state, save) : save;
      return [{ id, state, version: before?.version ?? 0, furthest: getFurthest(state, save) }];
    });
    const written = await batch(
      db,
      changes.map((change) => write(profile, change)),
    );
    changes.forEach(({ id, state }, index) => {
      if ((written[index] ?? []).length > 0) done.set(id, state);
    });
    open = open.filter((id) => !done.has(id) && kept.has(id));
    // A first write that met another's is one to try again; without a row afterwards there is no such title.
    const missed = changes.filter(({ id, version }) => version === 0 && !done.has(id)).map(({ id }) => id);
    if (missed.length > 0) open.push(...(await read(db, profile, missed)).keys());
  }
  return done;
}

/** The farthest second that states hold, rewinds or not. */
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
  const at = Math.floor(resumeAt(state) ?? 0);
  return sql`INSERT INTO progress (profile, title_id, duration, since, seen, points, at, last, furthest)
    SELECT ${profile}, id, ${duration}, ${since}, ${seen}, ${JSON.stringify(points)}, ${at}, ${getLastChange(state)}, ${furthest}
      FROM titles WHERE id = ${id}
    ON CONFLICT (profile, title_id) DO UPDATE SET duration = excluded.duration, since = excluded.since,
      seen = excluded.seen, points = excluded.points, at = excluded.at, last = excluded.last,
      furthest = max(furthest, excluded.furthest), version = version + 1
      WHERE version = ${version}
    RETURNING title_id`;
}
