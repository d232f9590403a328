import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { ok } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import { MAX_EXPORT_ROWS, type exportAudit as exportCall, type listAudit as listCall } from '../contract.ts';
import { operatorAudit } from './schema.ts';
import type { OperatorService } from './serve-operator.ts';

const PER_PAGE = 100;

type Filter = v.InferOutput<typeof listCall.input>;

const selectActs = (db: Database, { operator, subject, before }: Filter, limit: number) =>
  db
    .select()
    .from(operatorAudit)
    .where(
      and(
        operator === undefined ? undefined : matchOperator(operator),
        subject === undefined ? undefined : eq(operatorAudit.subject, subject),
        before === undefined ? undefined : lt(operatorAudit.id, before),
      ),
    )
    .orderBy(desc(operatorAudit.id))
    .limit(limit);

export const listAudit: OperatorService<typeof listCall> = async ({ db }, filter) => {
  const data = await selectActs(db, filter, PER_PAGE);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

export const exportAudit: OperatorService<typeof exportCall> = async ({ db }, filter, _operator, record) => {
  const data = await selectActs(db, filter, MAX_EXPORT_ROWS);
  record({ after: { rows: data.length } });
  return ok({ data });
};

/** Alone, or one of two: `person:A + person:B`. */
function matchOperator(operator: string) {
  return sql`${operatorAudit.id} IN (SELECT id FROM operator_audit WHERE operator = ${operator}
    UNION ALL SELECT id FROM operator_audit WHERE instr(operator, ' + ') > 0
      AND instr(' + ' || operator || ' + ', ' + ' || ${operator} || ' + ') > 0)`;
}
