import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { splitKeys } from '../art-fields.ts';
import { parseCredits } from '../credits.ts';

const rows = v.array(v.object({ id: v.number(), person: v.number() }));

/** Finds the people whom a value of `credits` names: who was merged into somebody is that person. */
export async function readPeople(db: Database, credits: string | undefined) {
  const ids = (parseCredits(credits ?? null) ?? []).map(([, id]) => id);
  if (ids.length === 0) return () => undefined;
  const list = await db.all(sql`SELECT j.value AS id, p.id AS person FROM json_each(${JSON.stringify(ids)}) j
    LEFT JOIN person_merges m ON m.old_id = j.value AND m.undone_at IS NULL
    JOIN people p ON p.id = coalesce(m.person_id, j.value)`);
  const people = new Map(v.parse(rows, list).map(({ id, person }) => [id, person]));
  return (id: number) => people.get(id);
}

const idRows = v.array(v.object({ id: v.number() }));

/** Finds the titles that a value of `related` names: films, series and videos, hidden ones too, except the title itself. */
export async function readTitles(db: Database, title: number, related: string | undefined) {
  const ids = splitKeys(related ?? '')
    .map(Number)
    .filter(Number.isSafeInteger);
  if (ids.length === 0) return () => false;
  const list = await db.all(sql`SELECT t.id FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN all_titles t
    ON t.id = j.value AND t.kind <> 'episode' WHERE t.id <> ${title}`);
  const titles = new Set(v.parse(idRows, list).map((row) => row.id));
  return (id: number) => titles.has(id);
}
