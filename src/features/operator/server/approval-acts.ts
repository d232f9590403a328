import type { SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { rehearseResolution } from '../../direct-debit/server/resolve-debit.ts';
import { rehearseCorrection, type CorrectionRequest } from '../../payments/server/refunds/correction.ts';
import { rehearseRefund } from '../../payments/server/refunds/refund.ts';
import { rehearseGiftBatch } from '../../gifts/server/batches.ts';
import { ownerPreview, type OwnerPreview } from '../../staff/owner-preview.ts';
import { prepareOwner } from '../../staff/server/members.ts';
import type { Change } from '../../staff/server/trail.ts';
import { prepareErasure } from '../../personal-data/server/prepare-erasure.ts';
import { requestDebit, requestErasure, requestMobileChange, requestOwner } from '../approvals-contract.ts';
import { correctLedger, refundPayment } from '../contract.ts';
import { refundPreview, type RefundPreview } from '../../payments/refund-preview.ts';
import { makeGiftBatch } from '../gift-batches-contract.ts';
import { erasurePreview, type ErasurePreview } from '../erasures-contract.ts';
import { describeBatch, describeMove, describeRefund } from './describe-move.ts';
import { prepareMobileChange } from './finish-mobile.ts';

export type Kind = 'refund' | 'owner' | 'correction' | 'debit' | 'erasure' | 'mobile' | 'gifts';

/** `result` is an expression over what the statements did, and `text` its value now. */
export interface PreparedAct {
  userId: number | null;
  subject: string;
  /** As it is stored: an account by its number, which a changed mobile does not move. */
  request: unknown;
  preview: unknown;
  statements: readonly SQL[];
  result: SQL;
  text: string;
  /** For the trail. */
  change?: Change;
  /** Tells if a stored preview would happen now. `elapsed`: seconds since it was stored. */
  matches: (stored: unknown, elapsed: number) => boolean;
  /** After the batch, which alone decides. */
  afterwards?: () => void;
}

interface Request {
  kind: Kind;
  key: string;
  request: unknown;
  reason: string;
  /** Of a stored request. */
  user_id?: number | null;
}

/** By the code of the act itself, rolled back. Fails as the act does. */
export async function prepareAct(
  context: RequestContext,
  { kind, key, request, reason, user_id: userId }: Request,
  operator: string,
): Promise<Outcome<PreparedAct, ErrorCode>> {
  const isErased = userId !== undefined && reason === '';
  if (isErased) return fail('approval_stale');
  const fields = { ...(request as Record<string, unknown>), key, reason };
  if (kind === 'owner') {
    const { name } = v.parse(v.pick(requestOwner.input, ['name']), fields);
    const account = userId ?? v.parse(requestOwner.input, fields).mobile;
    const act = await prepareOwner(context, { account, name }, operator);
    if (!act.ok) return act;
    const pickPlace = (place: OwnerPreview) => JSON.stringify([place.name, place.role]);
    const matches = (stored: unknown) => pickPlace(v.parse(ownerPreview, stored)) === pickPlace(act.value.preview);
    return ok({ ...act.value, request: { name }, matches });
  }
  if (kind === 'erasure')
    return prepareEnd(
      context,
      v.parse(requestErasure.input, { ...fields, ...(userId != null && { user_id: userId }) }),
    );
  if (kind === 'mobile')
    return prepareMobileChange(context, v.parse(v.pick(requestMobileChange.input, ['change']), fields).change, reason);
  if (kind === 'gifts') return prepareBatch(context, v.parse(makeGiftBatch.input, fields), { request, operator });
  if (kind !== 'refund') return prepareMove(context, { kind, request, fields }, operator);
  const input = v.parse(refundPayment.input, fields);
  const act = await rehearseRefund(context, { ...input, lines: input.lines ?? null }, operator);
  if (!act.ok) return act;
  const { preview } = act.value;
  const matches = (stored: unknown, elapsed: number) => isSameRefund(v.parse(refundPreview, stored), preview, elapsed);
  const change = describeRefund({ ...input, lines: preview.lines }, preview.until, reason);
  return ok({ ...act.value, request, subject: input.payment_id, change, matches });
}

async function prepareEnd(
  context: RequestContext,
  { user_id: userId, reason }: v.InferOutput<typeof requestErasure.input>,
): Promise<Outcome<PreparedAct, ErrorCode>> {
  const act = await prepareErasure(context, userId);
  if (!act.ok) return act;
  const { preview } = act.value;
  const omitTime = ({ wallet, until, mandates, purchases, gift_cards: cards }: ErasurePreview) =>
    JSON.stringify([wallet, until, mandates, purchases, cards]);
  return ok({
    ...act.value,
    ...{ userId, request: {}, subject: `account:${String(userId)}`, change: { after: { ...preview, reason } } },
    matches: (stored) => omitTime(v.parse(erasurePreview, stored)) === omitTime(preview),
  });
}

async function prepareBatch(
  context: RequestContext,
  input: v.InferOutput<typeof makeGiftBatch.input>,
  { request, operator }: { request: unknown; operator: string },
): Promise<Outcome<PreparedAct, ErrorCode>> {
  const act = await rehearseGiftBatch(context, input, operator);
  if (!act.ok) return act;
  const { preview } = act.value;
  const change = describeBatch(preview, input.reason);
  return ok({ ...act.value, userId: null, request, subject: input.key, change, matches: isEqualTo(preview) });
}

const moveFields = v.object({
  payment_id: v.optional(v.nullable(v.string())),
  tracking: v.optional(v.nullable(v.string())),
});

async function prepareMove(
  context: RequestContext,
  { kind, request, fields }: { kind: 'correction' | 'debit'; request: unknown; fields: Record<string, unknown> },
  operator: string,
): Promise<Outcome<PreparedAct, ErrorCode>> {
  const [subject, act] =
    kind === 'debit'
      ? await rehearseDebit(context, v.parse(requestDebit.input, fields), operator)
      : await rehearseMove(context, v.parse(correctLedger.input, fields), operator);
  if (!act.ok) return act;
  const { preview } = act.value;
  const [from, to] = preview.entries;
  const { payment_id = null, tracking = null } = v.parse(moveFields, request);
  const leg = { from: from?.account ?? '', to: to?.account ?? '', toman: to?.amount ?? 0, payment_id, tracking };
  const change = describeMove(leg, preview.wallets, String(fields['reason']));
  return ok({ ...act.value, request, subject, change, matches: isEqualTo(preview) });
}

const isEqualTo = (preview: unknown) => (stored: unknown) => JSON.stringify(stored) === JSON.stringify(preview);

const rehearseDebit = async (
  context: RequestContext,
  input: v.InferOutput<typeof requestDebit.input>,
  operator: string,
) => [input.payment_id, await rehearseResolution(context, input, operator)] as const;
const rehearseMove = async (context: RequestContext, input: CorrectionRequest, operator: string) =>
  [input.key, await rehearseCorrection(context, input, operator)] as const;

/** A running plan has fewer unused seconds each second: by so many the refund may take back less. */
function isSameRefund(stored: RefundPreview, preview: RefundPreview, elapsed: number): boolean {
  const sumSeconds = ({ lines }: RefundPreview) => lines.reduce((sum, { seconds }) => sum + seconds, 0);
  const omitSeconds = ({ entries, lines, wallet, until, renews, purchases, cards }: RefundPreview) =>
    JSON.stringify([
      entries.map(({ account, amount }) => [account, amount]),
      lines.map(({ line, toman, vat }) => [line, toman, vat]),
      [wallet.before, wallet.after, until.before, renews.before, renews.after],
      [purchases.map(({ name_en: name }) => name), cards],
    ]);
  const less = sumSeconds(stored) - sumSeconds(preview);
  const isUntilSame = preview.until.after - stored.until.after === less;
  return omitSeconds(stored) === omitSeconds(preview) && isUntilSame && less >= 0 && less <= elapsed;
}
