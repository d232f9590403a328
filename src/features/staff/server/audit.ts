import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { ok } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { MAX_EXPORT_ROWS, type exportAudit as exportCall, listAudit as listCall } from '../contract.ts';
import { selectActsAbout } from './acts-about.ts';
import type { OperatorService } from './serve-operator.ts';

const PER_PAGE = 100;

type Filter = v.InferOutput<typeof listCall.input>;
const rows = listCall.output.entries.data;

async function readActs(db: Database, { operator, subject, before }: Filter, limit: number) {
  const conditions = [
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(subject === undefined ? [] : [sql`a.id IN (${selectActsAbout(subject)})`]),
    ...(operator === undefined ? [] : [sql`a.id IN (${selectActsBy(operator)})`]),
  ];
  const answer = await db.all(sql`SELECT a.id, a.operator, a.action, a.permission, a.subject, a.origin, a.status,
      a.before, a.after, a.created_at
    FROM operator_audit a WHERE ${conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `)}
    ORDER BY a.id DESC LIMIT ${limit}`);
  return v.parse(rows, answer);
}

export const listAudit: OperatorService<typeof listCall> = async ({ db }, filter) => {
  const data = await readActs(db, filter, PER_PAGE);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

export const exportAudit: OperatorService<typeof exportCall> = async ({ db }, filter, _operator, record) => {
  const data = await readActs(db, filter, MAX_EXPORT_ROWS);
  record({ after: { rows: data.length } });
  return ok({ data });
};

/** Alone, or one of two: `person:A + person:B`. */
const selectActsBy = (operator: string): SQL => sql`SELECT id FROM operator_audit WHERE operator = ${operator}
  UNION ALL SELECT id FROM operator_audit WHERE instr(operator, ' + ') > 0
    AND instr(' + ' || operator || ' + ', ' + ' || ${operator} || ' + ') > 0`;
