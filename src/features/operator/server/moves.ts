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
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../contract.ts';
import type * as moves from '../moves-contract.ts';
import { findAloneLimit } from './approvals.ts';
import { describeCorrection } from './describe-move.ts';
import { isOwnMoney } from './own-money.ts';

const readMoney = ({ from, to, payment_id }: { from: string; to: string; payment_id: string | null }) => ({
  users: [from, to].map(getWalletUser),
  paymentId: payment_id,
});

export const correctByOperator: OperatorService<typeof calls.correctLedger> = async (
  context,
  input,
  operator,
  record,
) => {
  if (await isOwnMoney(context, readMoney(input))) return fail('own_account');
  const maxAlone = await findAloneLimit(context);
  const made = await correctLedger(context, input, operator, { maxAlone });
  if (!made.ok) return made;
  record(await describeCorrection(context.db, made.value, input.reason));
  return ok({ data: made.value });
};

export const resolveByOperator: OperatorService<typeof calls.resolveDebit> = async (
  context,
  input,
  operator,
  record,
) => {
  if (await isOwnMoney(context, { paymentId: input.payment_id })) return fail('own_account');
  const maxAlone = await findAloneLimit(context);
  const made = await resolveDebit(context, input, operator, maxAlone);
  if (!made.ok) return made;
  record(await describeCorrection(context.db, made.value.correction, input.reason));
  return ok({ data: made.value });
};

export const previewCorrection: OperatorService<typeof moves.rehearseCorrection> = async (context, input, operator) =>
  showMove(context, await rehearseCorrection(context, input, operator), await isOwnMoney(context, readMoney(input)));

export const previewDebit: OperatorService<typeof moves.rehearseDebit> = async (context, input, operator) =>
  showMove(
    context,
    await rehearseResolution(context, input, operator),
    await isOwnMoney(context, { paymentId: input.payment_id }),
  );

async function showMove(
  context: RequestContext,
  act: Outcome<RehearsedCorrection, ErrorCode>,
  isOwn: boolean,
): Promise<Outcome<Output<typeof moves.rehearseCorrection>, ErrorCode>> {
  if (!act.ok) return act;
  const { preview, aloneAfter } = act.value;
  const limit = await findAloneLimit(context);
  return ok({ data: { ...preview, needs_approval: isOwn || (limit !== null && aloneAfter > limit) } });
}
