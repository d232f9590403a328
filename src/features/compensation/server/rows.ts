import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { compensationCase, type CompensationCase } from '../desk-contract.ts';

const selectName = (column: 'name_fa' | 'name_en') => sql`CASE c.kind
  WHEN 'channel' THEN (SELECT ${sql.raw(column)} FROM channels h WHERE h.id = c.subject)
  WHEN 'title' THEN (SELECT ${sql.raw(column)} FROM titles t WHERE t.id = c.subject)
  WHEN 'screening' THEN (SELECT ${sql.raw(column)} FROM titles t JOIN screenings s ON s.title_id = t.id WHERE s.id = c.subject)
  END AS ${sql.raw(column)}`;

/** Of `compensation_cases c`. */
export const FAULT = sql`c.kind, ${selectName('name_fa')}, ${selectName('name_en')}, c.starts_at, c.ends_at, c.days`;

export const CASE = sql`${FAULT}, c.id, c.subject, c.state, c.people, c.given,
  CASE c.state WHEN 'done' THEN 1000 ELSE c.cursor * 1000 / coalesce(nullif((SELECT max(id) FROM users), 0), 1) END AS progress,
  c.reason, c.proposer, c.decider, c.decision_reason, c.created_at, c.decided_at, c.finished_at`;

export const caseRows = v.array(compensationCase);

export async function findCase(db: Database, id: number): Promise<CompensationCase | null> {
  const rows = await db.all(sql`SELECT ${CASE} FROM compensation_cases c WHERE c.id = ${id}`);
  return v.parse(caseRows, rows)[0] ?? null;
}
