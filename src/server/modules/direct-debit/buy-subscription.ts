import { and, eq } from 'drizzle-orm';
import { DEFAULT_BANK } from '../../../config/money.ts';
import type { buySubscription as call } from '../../../contract/direct-debit.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { parseMobile } from '../../../domain/mobile.ts';
import { toRial } from '../../../domain/money.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { mandates, payments } from '../../db/money-schema.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import { API_BASE } from '../../lib/api-base.ts';
import type { RequestContext } from '../../lib/context.ts';
import { randomId } from '../../lib/random-id.ts';
import type { Service } from '../../lib/serve.ts';
import { buyerOf, signedIn } from '../payments/signed-in.ts';
import { linesOf } from '../payments/read.ts';
import { returnPath } from '../payments/return-path.ts';
import { abandon } from '../payments/transitions.ts';
import { orderOf } from '../payments/order-of-payment.ts';
import { collectNow } from './collect-now.ts';
import { mandateFor } from './mandates.ts';
import { saveSettings } from './settings.ts';
import { newTerms } from './subscriptions.ts';

/** Saves settings, adds a bank, or pays an open payment by direct debit (spec 7.16, 4.16, 4.17). */
export const buySubscription: Service<typeof call> = async (context, input) => {
  const user = signedIn(context);
  const mandate = await mandateFor(context.db, user.id, context.now);
  const wantsAnything = input.subscription === true || input.pay_anything === true || (input.series ?? []).length > 0;
  // Without a saved bank adding one is forced on (spec 4.16).
  const adding = input.add_new_bank === true || (mandate === null && wantsAnything);
  const page = adding ? await addBank(context, input) : ok(null);
  if (!page.ok) return page;
  await saveSettings(context.db, user.id, input);
  const paid = page.value === null && input.payment_id ? await collectPayment(context, input.payment_id) : ok(null);
  return paid.ok ? ok({ data: { pay_url: page.value, payment_id: paid.value } }) : paid;
};

/** Begins a mandate and answers the bank's consent page. */
async function addBank(
  context: RequestContext,
  input: { bank?: string | undefined; mobile?: string | undefined; callback_url?: string | undefined },
): Promise<Outcome<string, ErrorCode>> {
  const provider = mandateProvider(context);
  if (!provider) return fail('bank_unknown', { fields: { bank: 'bank_unknown' } });
  const { db, now, origin } = context;
  const user = signedIn(context);
  // The account's own number, which need not be the one of the login.
  const mobile = input.mobile === undefined ? user.mobile : parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const bank = input.bank ?? DEFAULT_BANK;
  const banks = await provider.banks();
  if (!banks.ok) return banks;
  if (!banks.value.some(({ code }) => code === bank)) return fail('bank_unknown', { fields: { bank: 'bank_unknown' } });
  const id = randomId();
  const terms = newTerms(now);
  const created = await provider.create({
    bank,
    mobile,
    callbackUrl: `${origin}${API_BASE}/directdebit/return/${id}`,
    rialEach: toRial(terms.limit),
    countPerMonth: terms.count_per_month,
    endsOn: terms.ends_on,
  });
  if (!created.ok) return created;
  await db.insert(mandates).values({
    id,
    userId: user.id,
    provider: provider.id,
    bank,
    mobile,
    state: 'pending',
    token: created.value.token,
    limitToman: terms.limit,
    countPerMonth: terms.count_per_month,
    endsOn: terms.ends_on,
    createdAt: now,
    returnPath: returnPath(input.callback_url, origin),
  });
  return ok(created.value.payUrl);
}

/**
 * Collects an open payment of one's own, in place of its bank page. The id of the payment that did it. The open one is
 * ended first: of two clicks, one finds it open.
 */
async function collectPayment(context: RequestContext, id: string): Promise<Outcome<string, ErrorCode>> {
  const user = signedIn(context);
  const [row] = await context.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.userId, user.id)));
  if (!row || row.purpose === 'wallet') return fail('payment_unknown');
  if (row.state === 'settled' || row.method === 'direct_debit') return ok(id);
  const mandate = await mandateFor(context.db, user.id, context.now);
  if (!mandate) return fail('mandate_needed');
  if (row.total > mandate.limitToman) return fail('mandate_limit');
  if (!(await abandon(context.db, id, 'cancel'))) return fail('payment_in_progress');
  const lines = await linesOf(context.db, [id]);
  const paid = await collectNow(
    { ...buyerOf(context), userId: user.id },
    {
      order: orderOf(row, lines.get(id) ?? []),
      method: 'direct_debit',
      discountCode: row.discountCode,
      returnPath: row.returnPath,
      content: null,
    },
    true,
  );
  return paid.ok ? ok(paid.value.payment.id) : paid;
}
