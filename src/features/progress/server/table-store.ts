import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Progress } from '../progress.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { KIDS_TITLES_MAX } from '../../../platform/http/session/kids.ts';
import { isKidsProfile } from './profile.ts';
import type { ProgressStore } from './progress-store.ts';
import { mergeRow, STORED_SQL, storedRow, type MergedRow } from './progress-row.ts';

const TRIES = 12;

const progressRow = v.object({
  ...storedRow.entries,
  title_id: v.number(),
  version: v.number(),
});

async function read(db: Database, profile: string, ids: readonly number[]) {
  const [rows = []] = await batch(db, [
    sql`SELECT title_id, version, ${sql.raw(STORED_SQL)} FROM progress WHERE profile = ${profile} AND title_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  ]);
  return new Map(rows.map((raw) => v.parse(progressRow, raw)).map((parsed) => [parsed.title_id, parsed]));
}

/** One table for all profiles: the Node host's, and Cloudflare's without `PROGRESS`. */
export function openTableStore(db: Database): ProgressStore {
  const run = async (statement: SQL) => (await batch(db, [statement]))[0] ?? [];
  const of = (profile: string, titleId: number) => sql`profile = ${profile} AND title_id = ${titleId}`;
  return {
    table: () => Promise.resolve(sql`progress`),
    merge: async (profile, saves, now) => {
      const merged = await mergeAll(db, profile, saves, now);
      if (isKidsProfile(profile))
        await run(sql`DELETE FROM progress WHERE profile = ${profile} AND title_id IN (
          SELECT title_id FROM progress WHERE profile = ${profile} ORDER BY last DESC LIMIT -1 OFFSET ${KIDS_TITLES_MAX})`);
      return merged;
    },
    setHidden: async (profile, titleId, at) => {
      await run(sql`UPDATE progress SET hidden_at = ${at} WHERE ${of(profile, titleId)}`);
    },
    forgetSeen: async (profile, titleId) => {
      await run(sql`UPDATE progress SET seen = 0, version = version + 1 WHERE ${of(profile, titleId)}`);
    },
    list: (profile) => run(sql`SELECT * FROM progress WHERE profile = ${profile}`),
    peek: () => Promise.resolve(null),
    erase: async (profile) => {
      await run(sql`DELETE FROM progress WHERE profile = ${profile}`);
    },
  };
}

/** Optimistic: each row is written only at its read version, else read and merged again. Skips unknown titles. */
async function mergeAll(
  db: Database,
  profile: string,
  saves: ReadonlyMap<number, Progress>,
  now: number,
): Promise<Map<number, Progress>> {
  const merged = new Map<number, Progress>();
  let pendingIds = [...saves.keys()];
  for (let tries = 0; pendingIds.length > 0 && tries < TRIES; tries += 1) {
    const stored = await read(db, profile, pendingIds);
    const changes = pendingIds.flatMap((id) => {
      const row = stored.get(id);
      const save = saves.get(id);
      if (!save) return [];
      return [{ id, merge: mergeRow(row ?? null, save, now), version: row?.version ?? 0 }];
    });
    const written = await batch(
      db,
      changes.map((change) => write(profile, change)),
    );
    changes.forEach(({ id, merge }, index) => {
      if ((written[index] ?? []).length > 0) merged.set(id, merge.state);
    });
    pendingIds = pendingIds.filter((id) => !merged.has(id) && stored.has(id));
    // A conflicting first write is retried; without a row afterwards the title does not exist.
    const conflictIds = changes.filter(({ id, version }) => version === 0 && !merged.has(id)).map(({ id }) => id);
    if (conflictIds.length > 0) pendingIds.push(...(await read(db, profile, conflictIds)).keys());
  }
  return merged;
}

interface Change {
  id: number;
  merge: MergedRow;
  version: number;
}

function write(profile: string, { id, merge: { row }, version }: Change) {
  const { duration, since, seen, points, at, last, furthest, watched, measuredAt } = row;
  return sql`INSERT INTO progress (profile, title_id, duration, since, seen, points, at, last, furthest, watched, measured_at)
    SELECT ${profile}, id, ${duration}, ${since}, ${seen}, ${points}, ${at}, ${last}, ${furthest}, ${watched}, ${measuredAt}
      FROM titles WHERE id = ${id}
    ON CONFLICT (profile, title_id) DO UPDATE SET duration = excluded.duration, since = excluded.since,
      seen = excluded.seen, points = excluded.points, at = excluded.at, last = excluded.last,
      furthest = max(furthest, excluded.furthest), watched = excluded.watched,
      measured_at = excluded.measured_at, version = version + 1
      WHERE version = ${version}
    RETURNING title_id`;
}
