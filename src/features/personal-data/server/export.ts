import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { exportAccount as call } from '../contract.ts';
import { buildExportDisposition } from '../export-file.ts';
import { ok } from '../../../platform/outcome.ts';
import { numericReferrer } from '../../../platform/text/referral-code.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireStepUp } from '../../accounts/server/is-stepped-up.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';

export const buildExportHeaders = () => ({
  'content-disposition': buildExportDisposition(),
  'cache-control': 'private, no-store',
});

/** Needs a code confirmed on this session. */
export const exportAccount: Service<typeof call> = async (context) => {
  const confirmed = requireStepUp(context);
  if (!confirmed.ok) return confirmed;
  const { id } = requireUser(context);
  const budget = await takeBudget(context, [{ limit: 'export', subject: `user:${String(id)}` }]);
  if (!budget.ok) return budget;
  return ok(await collectPersonalData(context, id));
};

/** Every table about an account, without secrets, in one transaction. */
export async function collectPersonalData(
  context: Pick<RequestContext, 'db' | 'env' | 'now'>,
  id: number,
): Promise<Output<typeof call>> {
  const { db, now } = context;
  const userIds = sql`(SELECT ${id} AS id)`;
  const answers = await batch(
    db,
    PERSONAL_TABLES.map(({ table, matchRows, exact }) => {
      const text = exact === undefined ? '' : `, CAST(${exact} AS TEXT) AS exact`;
      return sql`SELECT *${sql.raw(text)} FROM ${sql.raw(table)} WHERE ${matchRows(userIds)}`;
    }),
  );
  const progress = await openProgress(context).list(toAccountProfile(id));
  const tables: Record<string, unknown> = {};
  for (const [index, { table, hidden, exact }] of PERSONAL_TABLES.entries()) {
    const rows = table === 'progress' ? progress : (answers[index] ?? []);
    tables[table] = rows.map(({ exact: number, ...row }) => {
      const exactRow = exact === undefined ? row : { ...row, [exact]: numericReferrer(number as string) };
      return Object.fromEntries(Object.entries(exactRow).filter(([name]) => !hidden.includes(name)));
    });
  }
  return v.parse(call.output, { exported_at: now, tables });
}
