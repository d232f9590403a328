import type { buyCart as cartCall, buyPlan as planCall, buyTitle as titleCall } from '../../payments/contract.ts';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { normalCode } from '../../payments/server/discount.ts';
import { limitDiscountGuesses } from '../../payments/server/limit-discount.ts';
import type { PurchaseRequest } from '../../payments/server/order.ts';
import { pay } from './pay.ts';
import type { Paid } from '../../payments/server/pay-input.ts';
import { findRecentDuplicate } from '../../payments/server/find-recent-duplicate.ts';
import { resolveOrder } from './resolve-order.ts';
import { returnPath } from '../../payments/server/return-path.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { toBuyer } from '../../payments/server/buyer.ts';

interface How {
  payment_method?: string | undefined;
  discount_code?: string | undefined;
  callback_url?: string | undefined;
  ref?: number | string | undefined;
}

/** Buys a plan (spec 2.34): `content_id` is what it was wanted for. */
export const buyPlan: Service<typeof planCall> = async (context, input) => {
  const { content_id: id, content_type: kind } = input;
  const content = id !== undefined && kind !== undefined ? { kind, id } : null;
  return wrapped(await buy(context, { purpose: 'plan', id: input.plan_id }, input, content));
};

/** Buys a title, or a ticket to its screening. */
export const buyTitle: Service<typeof titleCall> = async (context, input) =>
  wrapped(await buy(context, { purpose: 'title', id: input.id }, input, null));

/** Buys the download cart. */
export const buyCart: Service<typeof cartCall> = async (context, input) =>
  wrapped(await buy(context, { purpose: 'cart', items: input.items }, input, null));

async function buy(
  context: RequestContext,
  request: PurchaseRequest,
  how: How,
  content: { kind: string; id: number } | null,
): Promise<Paid> {
  const user = requireUser(context);
  const buyer = { ...toBuyer(context), userId: user.id, ref: chooseReferrer(user.ref, how.ref) };
  const code = normalCode(how.discount_code ?? '');
  const order = await limitDiscountGuesses(context, code, () => resolveOrder(buyer, request, code));
  if (!order.ok) {
    const owned = order.code === 'already_owned' || (order.code === 'cart_empty' && request.purpose === 'cart');
    const same = owned ? await findRecentDuplicate(buyer, request) : null;
    return same ? ok(same) : order;
  }
  if ((order.value.unavailable ?? []).length > 0) return fail('not_for_sale', { fields: { items: 'not_for_sale' } });
  return pay(buyer, {
    order: order.value,
    method: how.payment_method,
    discountCode: code === '' ? null : code,
    returnPath: returnPath(how.callback_url, context.origin),
    content,
  });
}

/** The referrer of a sale: the one the visitor came with now, else the one of the account (spec 5.02). */
function chooseReferrer(own: Referrer, given: number | string | undefined): Referrer {
  const referrer = numericReferrer(given);
  return referrer === 0 ? own : referrer;
}

function wrapped(paid: Paid): Outcome<{ data: Extract<Paid, { ok: true }>['value'] }, ErrorCode> {
  return paid.ok ? ok({ data: paid.value }) : paid;
}
