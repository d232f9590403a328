import { sql } from 'drizzle-orm';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { collectPersonalData } from '../../personal-data/server/export.ts';
import { prepareErasure } from '../../personal-data/server/prepare-erasure.ts';
import { mayGive } from '../../staff/server/find-operator.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../erasures-contract.ts';

export const showErasure: OperatorService<typeof calls.rehearseErasure> = async (context, { id }) => {
  const act = await prepareErasure(context, id);
  return act.ok ? ok({ data: act.value.preview }) : act;
};

/** The file has the mobile, whole. */
export const exportPerson: OperatorService<typeof calls.exportPerson> = async (
  context,
  { id, reason },
  operator,
  record,
) => {
  if (!(await mayGive(context, ['people.contact']))) return fail('operator_role');
  const budget = await takeBudget(context, [{ limit: 'export', subject: `operator:${operator}`, byNetwork: false }]);
  if (!budget.ok) return budget;
  const rows = await context.db.all(sql`SELECT 1 FROM users WHERE id = ${id}`);
  if (rows.length === 0) return fail('person_unknown');
  const file = await collectPersonalData(context, id);
  record({ after: { tables: Object.keys(file.tables).length, reason } });
  return ok(file);
};
