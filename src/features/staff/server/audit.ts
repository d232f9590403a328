import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { ok } from '../../../platform/outcome.ts';
import type * as calls from '../contract.ts';
import { operatorAudit } from './schema.ts';
import type { OperatorService } from './serve-operator.ts';

const PER_PAGE = 100;

export const listAudit: OperatorService<typeof calls.listAudit> = async ({ db }, { operator, subject, before }) => {
  const data = await db
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
    .limit(PER_PAGE);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

/** Alone, or one of two: `person:A + person:B`. */
function matchOperator(operator: string) {
  return sql`${operatorAudit.id} IN (SELECT id FROM operator_audit WHERE operator = ${operator}
    UNION ALL SELECT id FROM operator_audit WHERE instr(operator, ' + ') > 0
      AND instr(' + ' || operator || ' + ', ' + ' || ${operator} || ' + ') > 0)`;
}
