import type {
  buyCart as cartCall,
  buyGift as giftCall,
  buyPlan as planCall,
  buyTitle as titleCall,
} from '../contract.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { sumLines } from '../../payments/pricing.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import { limitDiscountGuesses } from '../../payments/server/limit-discount.ts';
import type { PurchaseRequest } from '../../payments/server/order.ts';
import { addGiftCards } from '../../payments/server/gift-order.ts';
import { pay } from './pay.ts';
import type { PayOutcome } from '../../payments/server/pay-input.ts';
import { findRecentDuplicate, toBought } from '../../payments/server/find-recent-duplicate.ts';
import { findDelivered, toPurchaseKey } from '../../payments/server/purchase-keys.ts';
import { resolveOrder } from './resolve-order.ts';
import { readReturnPath } from '../../payments/server/return-path.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { toBuyer } from '../../payments/server/buyer.ts';

interface PaymentOptions {
  payment_method?: string | undefined;
  discount_code?: string | undefined;
  max_total?: number | undefined;
  callback_url?: string | undefined;
  ref?: number | string | undefined;
  idempotency_key?: string | undefined;
}

/** Spec 2.34; `content_id` is the title that it is bought for. */
export const buyPlan: Service<typeof planCall> = async (context, input) => {
  const { content_id: id, content_type: kind } = input;
  const content = id !== undefined && kind !== undefined ? { kind, id } : null;
  return toData(await buy(toPayer(context, input), { purpose: 'plan', id: input.plan_id }, input, content));
};

export const buyGift: Service<typeof giftCall> = async (context, input) => {
  if (input.payment_method === 'direct_debit')
    return fail('gateway_unknown', { fields: { payment_method: 'gateway_unknown' } });
  const request = { purpose: 'gift', id: input.plan_id, count: input.count } as const;
  return toData(await buy(toPayer(context, input), request, input, null));
};

export const buyTitle: Service<typeof titleCall> = async (context, input) =>
  toData(await buy(toPayer(context, input), { purpose: 'title', id: input.id }, input, null));

export const buyCart: Service<typeof cartCall> = async (context, input) =>
  toData(await buy(toPayer(context, input), { purpose: 'cart', items: input.items }, input, null));

function toPayer(context: RequestContext, { ref }: PaymentOptions) {
  const user = requireUser(context);
  return { ...toBuyer(context), userId: user.id, ref: chooseReferrer(user.ref, ref) };
}

async function buy(
  buyer: ReturnType<typeof toPayer>,
  request: PurchaseRequest,
  options: PaymentOptions,
  content: { kind: string; id: number } | null,
): Promise<PayOutcome> {
  const key = toPurchaseKey(options.idempotency_key, request);
  const delivered = await findDelivered(buyer.db, buyer.userId, key);
  if (!delivered.ok) return delivered;
  if (delivered.value) return ok(await toBought(buyer, delivered.value));
  const code = foldCode(options.discount_code ?? '');
  const order = await limitDiscountGuesses(buyer, code, () => resolveOrder(buyer, request, code));
  if (!order.ok) {
    const isOwned = order.code === 'already_owned' || (order.code === 'cart_empty' && request.purpose === 'cart');
    const duplicate = isOwned ? await findRecentDuplicate(buyer, request) : null;
    return duplicate ? ok(duplicate) : order;
  }
  if ((order.value.unavailable ?? []).length > 0) {
    const { unavailableCode = 'not_for_sale' } = order.value;
    return fail(unavailableCode, { fields: { items: unavailableCode } });
  }
  if (sumLines(order.value.lines).total > (options.max_total ?? Infinity)) return fail('price_changed');
  const ready = request.purpose === 'gift' ? await addGiftCards(buyer, order.value) : order;
  if (!ready.ok) return ready;
  return pay(buyer, {
    order: ready.value,
    method: options.payment_method,
    discountCode: code === '' ? null : code,
    returnPath: readReturnPath(options.callback_url, buyer.origin),
    content,
    key,
  });
}

/** The visit's referrer, else the account's (spec 5.02). */
function chooseReferrer(accountReferrer: Referrer, visitReferrer: number | string | undefined): Referrer {
  const referrer = numericReferrer(visitReferrer);
  return referrer === 0 ? accountReferrer : referrer;
}

function toData(paid: PayOutcome): Outcome<{ data: Extract<PayOutcome, { ok: true }>['value'] }, ErrorCode> {
  return paid.ok ? ok({ data: paid.value }) : paid;
}
