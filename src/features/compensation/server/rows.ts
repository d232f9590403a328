import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { compensationCase, type CompensationCase } from '../desk-contract.ts';

const selectName = (column: 'name_fa' | 'name_en') => sql`CASE c.kind
  WHEN 'channel' THEN (SELECT ${sql.raw(column)} FROM channels h WHERE h.id = c.subject)
  WHEN 'title' THEN (SELECT ${sql.raw(column)} FROM titles t WHERE t.id = c.subject)
  WHEN 'subscription' THEN iif(c.plan_id > 0, (SELECT coalesce((SELECT w.${sql.raw(column)} FROM plan_texts w
      WHERE w.plan_id = l.id AND w.withdrawn_at IS NULL AND w.starts_at <= c.starts_at ORDER BY w.starts_at DESC LIMIT 1), l.${sql.raw(column)})
      FROM plans l WHERE l.id = c.plan_id),
    (SELECT ${sql.raw(column)} FROM titles t WHERE t.id = c.subject))
  WHEN 'screening' THEN (SELECT ${sql.raw(column)} FROM titles t JOIN screenings s ON s.title_id = t.id WHERE s.id = c.subject)
  END AS ${sql.raw(column)}`;

/** Of `compensation_cases c`. */
export const FAULT = sql`c.kind, c.plan_id, ${selectName('name_fa')}, ${selectName('name_en')}, c.starts_at, c.ends_at, c.days`;

export const CASE = sql`${FAULT}, c.id, c.subject, c.state, c.people, c.given,
  CASE c.state WHEN 'done' THEN 1000 ELSE c.cursor * 1000 / coalesce(nullif((SELECT max(id) FROM users), 0), 1) END AS progress,
  c.reason, c.proposer, c.decider, c.decision_reason, c.created_at, c.decided_at, c.finished_at`;

export const caseRows = v.array(compensationCase);

export async function findCases(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, CompensationCase>> {
  const rows = await db.all(sql`SELECT ${CASE} FROM compensation_cases c WHERE ${matchIds(ids)}`);
  return new Map(v.parse(caseRows, rows).map((row) => [row.id, row]));
}

export const findCase = async (db: Database, id: number): Promise<CompensationCase | null> =>
  (await findCases(db, [id])).get(id) ?? null;

export const matchIds = (ids: readonly number[]) => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
