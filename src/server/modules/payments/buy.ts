import type { buyCart as cartCall, buyPlan as planCall, buyTitle as titleCall } from '../../../contract/payments.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { numericReferrer } from '../../../domain/referral-code.ts';
import type { RequestContext } from '../../lib/context.ts';
import type { Service } from '../../lib/serve.ts';
import { normalCode } from './discount.ts';
import type { Wish } from './order.ts';
import { pay } from './pay.ts';
import type { Paid } from './pay-input.ts';
import { samePurchase } from './same-purchase.ts';
import { resolveOrder } from './resolve-order.ts';
import { returnPath } from './return-path.ts';
import { buyerOf, signedIn } from './signed-in.ts';

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
  wish: Wish,
  how: How,
  content: { kind: string; id: number } | null,
): Promise<Paid> {
  const user = signedIn(context);
  const buyer = { ...buyerOf(context), userId: user.id, ref: referrerOf(user.ref, how.ref) };
  const order = await resolveOrder(buyer, wish, how.discount_code);
  if (!order.ok) {
    const owned = order.code === 'already_owned' || (order.code === 'cart_empty' && wish.purpose === 'cart');
    const same = owned ? await samePurchase(buyer, wish) : null;
    return same ? ok(same) : order;
  }
  if ((order.value.unavailable ?? []).length > 0) return fail('not_for_sale', { fields: { items: 'not_for_sale' } });
  const code = normalCode(how.discount_code ?? '');
  return pay(buyer, {
    order: order.value,
    method: how.payment_method,
    discountCode: code === '' ? null : code,
    returnPath: returnPath(how.callback_url, context.origin),
    content,
  });
}

/** The referrer of a sale: the one the visitor came with now, else the one of the account (spec 5.02). */
function referrerOf(own: number, given: number | string | undefined): number {
  const referrer = numericReferrer(given);
  return referrer === 0 ? own : referrer;
}

function wrapped(paid: Paid): Outcome<{ data: Extract<Paid, { ok: true }>['value'] }, ErrorCode> {
  return paid.ok ? ok({ data: paid.value }) : paid;
}
