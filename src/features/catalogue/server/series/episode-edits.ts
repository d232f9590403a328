import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../../platform/db/client.ts';
import type { Statement } from '../../../../platform/db/json-statements.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { isChanged } from '../intake/batch.ts';
import { runStatements } from '../intake/row-store.ts';
import { takeSeasonYear } from '../../../titles/facts/title-statements.ts';
import { EPISODE_FIELDS } from '../../title-fields.ts';

export type EpisodeField = (typeof EPISODE_FIELDS)[number];
type EpisodeValues = Record<EpisodeField, string | null>;

/** An episode with its fields as texts, as the changes of the desk store them. */
export interface StoredEpisode {
  id: number;
  rev: number;
  /** As in migration 0096. */
  field_revs: Record<string, number>;
  values: EpisodeValues;
}

export interface EpisodeEdit {
  episode: StoredEpisode;
  changes: { field: EpisodeField; before: string | null; after: string | null }[];
}

const NUMBERS: readonly EpisodeField[] = ['minutes', 'season', 'number'];
const CHANGED = 'import:changed';

const value = v.nullable(v.string());
const values = v.object(
  Object.fromEntries(EPISODE_FIELDS.map((field) => [field, value])) as Record<EpisodeField, typeof value>,
);
const rows = v.array(
  v.object({
    ...{ id: v.number(), rev: v.number(), values: v.pipe(v.string(), v.parseJson(), values) },
    field_revs: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
  }),
);
const valuesSql = sql.raw(
  `json_object(${EPISODE_FIELDS.map((field) => `'${field}', CAST(t.${field} AS TEXT)`).join(', ')}) AS "values"`,
);

/** The episodes of a series among the ids. */
export async function readEpisodes(db: Database, series: number, ids: readonly number[]): Promise<StoredEpisode[]> {
  const list = await db.all(sql`SELECT t.id, t.rev, t.field_revs, ${valuesSql} FROM json_each(${JSON.stringify(ids)}) j
    CROSS JOIN all_titles t ON t.id = j.value WHERE t.series_id = ${series}`);
  return v.parse(rows, list);
}

/** Those that have one of the places. */
export async function readEpisodesAt(
  db: Database,
  series: number,
  places: readonly (readonly [season: number, number: number])[],
): Promise<StoredEpisode[]> {
  const list =
    await db.all(sql`SELECT t.id, t.rev, t.field_revs, ${valuesSql} FROM json_each(${JSON.stringify(places)}) j
    CROSS JOIN all_titles t ON t.series_id = ${series} AND t.season = j.value ->> 0 AND t.number = j.value ->> 1`);
  return v.parse(rows, list);
}

const changeRows = v.array(v.object({ title_id: v.number(), field: v.string() }));

/** The fields that somebody changed after the revs that were read, by episode: in the desk, by an import, or with the series. */
export async function findConflicts(
  db: Database,
  edits: readonly (EpisodeEdit & { rev: number })[],
): Promise<{ id: number; field: EpisodeField }[]> {
  const late = edits.filter(({ rev, episode }) => rev !== episode.rev);
  if (late.length === 0) return [];
  const pairs = late.map(({ rev, episode }) => [episode.id, rev]);
  const since = v.parse(
    changeRows,
    await db.all(sql`SELECT DISTINCT c.title_id, c.field FROM json_each(${JSON.stringify(pairs)}) j
      CROSS JOIN title_changes c ON c.title_id = j.value ->> 0 AND c.rev > j.value ->> 1`),
  );
  const keys = new Set(since.map(({ title_id: id, field }) => `${String(id)} ${field}`));
  return late.flatMap(({ rev, episode, changes }) =>
    changes
      .map(({ field }) => ({ id: episode.id, field }))
      .filter(
        ({ id, field }) =>
          // Nobody has read this revision.
          rev > episode.rev ||
          keys.has(`${String(id)} ${field}`) ||
          [field, 'all'].some((mark) => (episode.field_revs[mark] ?? 0) > rev),
      ),
  );
}

/** False where somebody has written one of the episodes meanwhile: nothing is written then. */
export async function writeOnce(db: Database, statements: readonly Statement[], save: string): Promise<boolean> {
  try {
    await retryWrite(() => runStatements(db, statements));
    return true;
  } catch (error) {
    if (!isChanged(error)) throw error;
    // The answer of the first try may have been lost.
    return (await db.all(sql`SELECT 1 FROM title_changes WHERE save = ${save} LIMIT 1`)).length > 0;
  }
}

/** Statements of one transaction, which fails as `isChanged` where one of the episodes is another than the edit's. */
export function editStatements(
  edits: readonly EpisodeEdit[],
  { operator, now, save }: { operator: string; now: number; save: string },
): Statement[] {
  if (edits.length === 0) return [];
  const changes = edits.flatMap(({ episode, changes: list }) =>
    list.map(({ field, before, after }) => ({ id: episode.id, rev: episode.rev + 1, field, before, after })),
  );
  const sets = EPISODE_FIELDS.map((field, at) => `${field} = j.value ->> ${String(at + 3)}`).join(', ');
  const cells = edits.map(({ episode, changes: list }) => {
    const after = new Map(list.map((change) => [change.field, change.after]));
    return EPISODE_FIELDS.map((field) => {
      const text = after.has(field) ? (after.get(field) ?? null) : episode.values[field];
      return text !== null && NUMBERS.includes(field) ? Number(text) : text;
    });
  });
  const moved = changes.flatMap(({ id, field }) => (field === 'season' ? [id] : []));
  return [
    {
      sql: `SELECT json_extract('{}', '${CHANGED}') FROM json_each(?) j LEFT JOIN all_titles t ON t.id = j.value ->> 0
        WHERE t.rev IS NOT j.value ->> 1`,
      values: edits.map(({ episode }) => [episode.id, episode.rev]),
    },
    {
      sql: `INSERT INTO title_changes (title_id, rev, field, before, after, save, operator, created_at)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
        FROM json_each(?)`,
      values: changes.map(({ id, rev, field, before, after }) => [id, rev, field, before, after, save, operator, now]),
    },
    // With the revision in the same statement: the trigger of migration 0096 counts the writers that do not.
    {
      sql: `UPDATE all_titles SET rev = j.value ->> 1, updated_at = j.value ->> 2, ${sets} FROM json_each(?) j
        WHERE all_titles.id = j.value ->> 0`,
      values: edits.map(({ episode }, at) => [episode.id, episode.rev + 1, now, ...(cells[at] ?? [])]),
    },
    takeSeasonYear(moved),
  ];
}
