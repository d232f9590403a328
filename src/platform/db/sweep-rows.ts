import { sql, type SQL } from 'drizzle-orm';
import { startBudget } from '../budget.ts';
import { batch } from './batch.ts';
import type { Database } from './client.ts';

/** Rows that one statement of a sweep may delete: the writers behind it wait for some milliseconds. */
export const SWEEP_ROWS = 1000;
/** 333 rows a second for each table, and below D1's 1,000 queries in one run of a Worker (docs/scale.md). */
const MAX_ROUNDS = 40;
const SWEEP_BUDGET_MS = 20_000;

/** Each DELETE ends in `LIMIT ${SWEEP_ROWS}`; it is repeated until it finds fewer, or time is over. */
export async function sweepRows(
  db: Database,
  deletions: readonly SQL[],
  hasTime = startBudget(SWEEP_BUDGET_MS),
): Promise<number> {
  let [swept, remaining] = [0, deletions];
  for (let round = 0; round < MAX_ROUNDS && remaining.length > 0 && (round === 0 || hasTime()); round += 1) {
    const results = await batch(
      db,
      remaining.map((deletion) => sql`${deletion} RETURNING 1`),
    );
    swept += results.reduce((sum, rows) => sum + rows.length, 0);
    remaining = remaining.filter((_, index) => results[index]?.length === SWEEP_ROWS);
  }
  return swept;
}
