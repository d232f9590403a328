import { sql } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { restoreStatement } from '../../personal-data/server/cancel.ts';
import { collectPersonalData } from '../../personal-data/server/export.ts';
import { prepareErasure } from '../../personal-data/server/prepare-erasure.ts';
import { mayGive } from '../../staff/server/find-operator.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../erasures-contract.ts';

export const showErasure: OperatorService<typeof calls.rehearseErasure> = async (context, { id }) => {
  const act = await prepareErasure(context, id);
  return act.ok ? ok({ data: act.value.preview }) : act;
};

/** Errors: `person_unknown`, `erasure_none` also from the day of erasing on. */
export const cancelErasure: OperatorService<typeof calls.cancelErasure> = async (
  { db, now },
  { id, reason },
  _operator,
  record,
) => {
  const [[before] = [], restored = []] = await batch(db, [
    sql`SELECT cancelled_at, erase_at FROM users WHERE id = ${id}`,
    restoreStatement(id, now),
  ]);
  if (before === undefined) return fail('person_unknown');
  if (restored.length === 0) return fail('erasure_none');
  record({ before, after: { cancelled_at: null, erase_at: null, reason } });
  return ok({ data: { id } });
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
