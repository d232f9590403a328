import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { rehearse } from '../../../platform/db/rehearse.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { countSecondsLeft } from '../../accounts/server/user-view.ts';
import { buildRenewalEnd, selectCollection } from '../../direct-debit/server/end-renewal.ts';
import { revokeNow } from '../../direct-debit/server/revocations.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type { endRenewal as call } from '../renewals-contract.ts';
import { isNotErased } from './account-conditions.ts';
import { findNextRenewal } from './next-renewal.ts';
import { isOwnMoney } from './own-money.ts';

const DAY = 24 * 60 * 60;
const MAX_REVOCATIONS_NOW = 5;

const bit = v.pipe(
  v.picklist([0, 1]),
  v.transform((value) => value === 1),
);
const state = v.object({ renews: bit, pay_anything: bit, series: v.number(), banks: v.array(v.string()) });
const stateText = v.pipe(v.string(), v.parseJson(), state);
const accountRow = v.object({
  state: stateText,
  subscribed_until: v.number(),
  paused_until: v.number(),
  open_debits: v.number(),
});

/** The statements are the visitor's own; a withdrawal that was sent is not called back. */
export const endRenewal: OperatorService<typeof call> = async (
  context,
  { id, revoke, reason, rehearse: isRehearsal },
  _operator,
  record,
) => {
  const { db, now } = context;
  if (await isOwnMoney(context, { users: [id] })) return fail('own_account');
  const [row] = await db.all(sql`SELECT ${selectCollection(id)} AS state, subscribed_until, paused_until,
    (SELECT count(*) FROM payments p WHERE p.user_id = ${id} AND p.method = 'direct_debit'
      AND p.state IN ('initiated', 'pending', 'verifying')) AS open_debits
    FROM users WHERE id = ${id} AND ${isNotErased}`);
  if (row === undefined) return fail('person_unknown');
  const account = v.parse(accountRow, row);
  const statements = buildRenewalEnd(id, { revoke, now });
  const result = selectCollection(id);
  const text = isRehearsal
    ? await rehearse(db, statements, result)
    : (await retryWrite(() => batch(db, [...statements, sql`SELECT ${result} AS state`]))).at(-1)?.[0]?.['state'];
  const [before, after] = [account.state, v.parse(stateText, text)];
  if (!isRehearsal) {
    record({ before, after: { ...after, reason } });
    if (revoke) await revokeAll(context, id);
  }
  const willRenew = before.renews && before.banks.length > 0;
  const user = { subscribedUntil: account.subscribed_until, pausedUntil: account.paused_until };
  return ok({
    data: {
      ...{ before, after, next: willRenew ? await findNextRenewal(context, id, user) : null },
      until: user.subscribedUntil > now ? user.subscribedUntil : 0,
      days_left: Math.ceil(countSecondsLeft(user, now) / DAY),
      open_debits: account.open_debits,
    },
  });
};

/** At once where the bank answers; the schedule repeats the others. */
async function revokeAll(context: RequestContext, id: number): Promise<void> {
  const rows = await context.db.all<{ authorization_id: string }>(sql`SELECT m.authorization_id FROM mandates m
    JOIN mandate_revocations r ON r.provider = m.provider AND r.authorization_id = m.authorization_id
    WHERE m.user_id = ${id} LIMIT ${MAX_REVOCATIONS_NOW}`);
  for (const { authorization_id: authorization } of rows) {
    await revokeNow(context, authorization).catch((cause: unknown) => {
      console.error(`revoke at the wish of account ${String(id)}: ${describeError(cause)}`);
    });
  }
}
