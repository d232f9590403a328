import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { listTermsAcceptances as listCall } from '../texts-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';

const PER_PAGE = 50;

const acceptanceRows = v.array(
  v.object({
    ...listCall.output.entries.data.item.entries,
    asked: v.pipe(
      v.number(),
      v.transform((flag) => flag === 1),
    ),
  }),
);

export const listTermsAcceptances: OperatorService<typeof listCall> = async (
  { db },
  { version, user, before = '' },
  _operator,
  record,
) => {
  const [at = Number.MAX_SAFE_INTEGER, id = 0] = before === '' ? [] : before.split('.').map(Number);
  const whose =
    user === undefined
      ? sql`version = ${version ?? 0} AND (accepted_at, user_id) < (${at}, ${id})`
      : sql`user_id = ${user}`;
  const [rows = []] = await batch(db, [
    sql`SELECT user_id, version, accepted_at, asked FROM terms_acceptances WHERE ${whose}
      ORDER BY accepted_at DESC, user_id DESC LIMIT ${PER_PAGE}`,
  ]);
  const data = v.parse(acceptanceRows, rows);
  record({ accounts: data.map(({ user_id: account }) => account) });
  const last = data.length === PER_PAGE && user === undefined ? data.at(-1) : undefined;
  return ok({ data, next: last ? `${String(last.accepted_at)}.${String(last.user_id)}` : null });
};
