import { sql } from 'drizzle-orm';
import { resolveDebit, rehearseResolution } from '../../direct-debit/server/resolve-debit.ts';
import { getWalletUser } from '../../ledger/ledger.ts';
import {
  correctLedger,
  rehearseCorrection,
  type RehearsedCorrection,
} from '../../payments/server/refunds/correction.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../contract.ts';
import type * as moves from '../moves-contract.ts';
import { findAloneLimit } from './approvals.ts';
import { describeMove } from './describe-move.ts';

interface Money {
  accounts: readonly string[];
  paymentId: string | null;
}

/** Toman of 24 hours; null: any. None of the caller's own money. */
async function findMoveLimit(context: RequestContext, { accounts, paymentId }: Money): Promise<number | null> {
  const { db, user } = context;
  const limit = await findAloneLimit(context);
  if (limit === null || user === null) return limit;
  if (accounts.some((account) => getWalletUser(account) === user.id)) return 0;
  const payments = await db.all(sql`SELECT 1 FROM payments WHERE id = ${paymentId} AND user_id = ${user.id}`);
  return payments.length > 0 ? 0 : limit;
}

const readMoney = (input: { from: string; to: string; payment_id: string | null }): Money => ({
  accounts: [input.from, input.to],
  paymentId: input.payment_id,
});

export const correctByOperator: OperatorService<typeof calls.correctLedger> = async (
  context,
  input,
  operator,
  record,
) => {
  const maxAlone = await findMoveLimit(context, readMoney(input));
  const made = await correctLedger(context, input, operator, { maxAlone });
  if (!made.ok) return made;
  record(describeMove(made.value, input.reason));
  return ok({ data: made.value });
};

export const resolveByOperator: OperatorService<typeof calls.resolveDebit> = async (
  context,
  input,
  operator,
  record,
) => {
  const maxAlone = await findMoveLimit(context, { accounts: [], paymentId: input.payment_id });
  const made = await resolveDebit(context, input, operator, maxAlone);
  if (!made.ok) return made;
  record(describeMove(made.value.correction, input.reason));
  return ok({ data: made.value });
};

export const previewCorrection: OperatorService<typeof moves.rehearseCorrection> = async (context, input, operator) =>
  showMove(await rehearseCorrection(context, input, operator), await findMoveLimit(context, readMoney(input)));

export const previewDebit: OperatorService<typeof moves.rehearseDebit> = async (context, input, operator) =>
  showMove(
    await rehearseResolution(context, input, operator),
    await findMoveLimit(context, { accounts: [], paymentId: input.payment_id }),
  );

function showMove(
  act: Outcome<RehearsedCorrection, ErrorCode>,
  limit: number | null,
): Outcome<Output<typeof moves.rehearseCorrection>, ErrorCode> {
  if (!act.ok) return act;
  const { preview, aloneAfter } = act.value;
  return ok({ data: { ...preview, needs_approval: limit !== null && aloneAfter > limit } });
}
