import { and, eq } from 'drizzle-orm';
import { DEFAULT_BANK } from '../../payments/config.ts';
import type { buySubscription as call } from '../contract.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { toRial } from '../../../platform/text/money.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { mandates } from './schema.ts';
import { payments } from '../../payments/server/schema.ts';
import { createMandateProvider } from './gateways/choose.ts';
import { buildMandateReturnUrl } from './mandate-return.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { isSteppedUp, requireStepUp } from '../../accounts/server/is-stepped-up.ts';
import { findSuccessor } from '../../payments/server/successor.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { toBuyer } from '../../payments/server/buyer.ts';
import { readLines } from '../../payments/server/read.ts';
import { readReturnPath } from '../../payments/server/return-path.ts';
import { approveMandates } from './approval.ts';
import { collectNow } from './collect-now.ts';
import { findMandate } from './mandates.ts';
import { saveSettings } from './settings.ts';
import { buildTerms } from './subscriptions.ts';

/** Saves settings, adds a bank, or pays an open payment by direct debit (spec 7.16, 4.16, 4.17). */
export const buySubscription: Service<typeof call> = async (context, input) => {
  const user = requireUser(context);
  const mandate = await findMandate(context.db, user.id, context.now);
  const wantsAnything = input.subscription === true || input.pay_anything === true || (input.series ?? []).length > 0;
  // Without a saved bank adding one is forced on (spec 4.16), unless the caller only saves settings (4.17).
  const isAdding = input.add_new_bank ?? (mandate === null && wantsAnything);
  const isCollecting = wantsAnything || input.bank !== undefined || input.payment_id != null;
  const confirmed = isAdding
    ? requireStepUp(context)
    : isCollecting
      ? await approveMandates(context.db, user.id, isSteppedUp(context), context.now)
      : ok(null);
  if (!confirmed.ok) return confirmed;
  const consentUrl = isAdding ? await addBank(context, input) : ok(null);
  if (!consentUrl.ok) return consentUrl;
  await saveSettings(context.db, user.id, input, context.now);
  const paid =
    consentUrl.value === null && input.payment_id ? await collectPayment(context, input.payment_id) : ok(null);
  return paid.ok ? ok({ data: { pay_url: consentUrl.value, payment_id: paid.value } }) : paid;
};

async function addBank(
  context: RequestContext,
  input: { bank?: string | undefined; mobile?: string | undefined; callback_url?: string | undefined },
): Promise<Outcome<string, ErrorCode>> {
  const provider = createMandateProvider(context);
  if (!provider) return fail('bank_unknown', { fields: { bank: 'bank_unknown' } });
  const { db, now, origin } = context;
  const user = requireUser(context);
  // The account's own number may differ from the login's.
  const mobile = input.mobile === undefined ? user.mobile : parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const budget = await takeBudget(context, [{ limit: 'bank_page', subject: `user:${String(user.id)}` }]);
  if (!budget.ok) return budget;
  const bank = input.bank ?? DEFAULT_BANK;
  const banks = await provider.banks();
  if (!banks.ok) return banks;
  if (!banks.value.some(({ code }) => code === bank)) return fail('bank_unknown', { fields: { bank: 'bank_unknown' } });
  const id = randomId();
  const terms = buildTerms(now);
  const created = await provider.create({
    bank,
    mobile,
    callbackUrl: buildMandateReturnUrl(origin, id),
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
    returnPath: readReturnPath(input.callback_url, origin),
  });
  return ok(created.value.payUrl);
}

/** Replaces the bank page of an open payment: the same purchase by another method. Answers the new payment's id. */
async function collectPayment(context: RequestContext, id: string): Promise<Outcome<string, ErrorCode>> {
  const user = requireUser(context);
  const [row] = await context.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.userId, user.id)));
  if (!row || row.purpose === 'wallet') return fail('payment_unknown');
  if (row.supersededBy !== null) return ok((await findSuccessor(context, row)).id);
  if (row.state === 'settled' || row.method === 'direct_debit') return ok(id);
  const mandate = await findMandate(context.db, user.id, context.now);
  if (!mandate) return fail('mandate_needed');
  if (row.total > mandate.limitToman) return fail('mandate_limit');
  if (row.state !== 'initiated' && row.state !== 'pending') return fail('payment_in_progress');
  const lines = await readLines(context.db, [id]);
  if (lines.get(id)?.some(({ gift }) => gift === 1)) return fail('payment_unknown');
  const paid = await collectNow(
    { ...toBuyer(context), userId: user.id },
    {
      order: { purpose: row.purpose, lines: lines.get(id) ?? [] },
      method: 'direct_debit',
      discountCode: row.discountCode,
      returnPath: row.returnPath,
      content: null,
    },
    true,
  );
  return paid.ok ? ok(paid.value.payment.id) : paid;
}
