import { eq } from 'drizzle-orm';
import { NO_REFERRER, VAT_PERCENT } from '../../../config/constants.ts';
import { RECONCILE_BATCH, RENEW_BEFORE_SECONDS } from '../../../config/money.ts';
import { priceLine } from '../../../domain/pricing.ts';
import { titlePrices } from '../../db/money-schema.ts';
import { titles, users } from '../../db/schema.ts';
import type { BankContext } from '../../gateways/payment/choose.ts';
import { chooseSms } from '../../gateways/sms/choose.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import type { Buyer } from '../payments/buyer.ts';
import { createPayment } from '../payments/create.ts';
import { PLAIN_LINE, type Order } from '../payments/order.ts';
import { resolveOrder } from '../payments/resolve-order.ts';
import {
  dropCharge,
  followCharges,
  linkPayment,
  noteCharges,
  takeCharge,
  trackIdOf,
  turnOff,
  type Charge,
} from './charges.ts';
import { mandateFor } from './mandates.ts';
import { renewalPlan } from './renewal-plan.ts';
import { STOPPED_NOTICE } from './texts.ts';
import { withdraw } from './withdraw.ts';

/** Collects by direct debit what is due (cron, every two minutes), each thing once. */
export async function collect(context: BankContext): Promise<void> {
  if (!mandateProvider(context)) return;
  const { db, now } = context;
  await settleUp(context);
  await noteCharges(db, now);
  for (let taken = 0; taken < RECONCILE_BATCH; taken += 1) {
    const charge = await takeCharge(db, now);
    if (!charge) break;
    try {
      await attempt(context, charge);
    } catch (error) {
      // It is taken again later; the others must not wait for it.
      console.error(`direct debit ${charge.key}:`, error);
    }
  }
  await settleUp(context);
}

/** One attempt, as a payment of its own under a track id of its own. */
async function attempt(context: BankContext, charge: Charge): Promise<void> {
  const { db, now } = context;
  const buyer = await buyerOfCharge(context, charge);
  const order = buyer && (await orderFor(buyer, charge));
  const mandate = buyer && (await mandateFor(db, charge.userId, now));
  if (!buyer || !order || !mandate) {
    await dropCharge(db, charge.key);
    return;
  }
  const trackId = trackIdOf(charge);
  const created = await createPayment(db, {
    userId: charge.userId,
    order,
    method: 'direct_debit',
    discountCode: null,
    ref: buyer.ref,
    returnPath: null,
    content: null,
    token: trackId,
    now,
  });
  if (!created) return;
  await linkPayment(db, charge.key, created.payment.id);
  await withdraw(context, mandate, created.payment, trackId);
}

async function buyerOfCharge(context: BankContext, { userId, kind }: Charge): Promise<Buyer | null> {
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  // Cancelled, or renewed by hand meanwhile.
  if (
    !user ||
    user.cancelledAt !== null ||
    (kind === 'renewal' && user.subscribedUntil > context.now + RENEW_BEFORE_SECONDS)
  )
    return null;
  const subscribed = user.subscribedUntil > context.now;
  return { ...context, userId, mobile: user.mobile, subscribed, ref: NO_REFERRER };
}

/** What is bought; null where there is nothing to buy any more. */
async function orderFor(buyer: Buyer, { kind, itemId, userId }: Charge): Promise<Order | null> {
  if (kind === 'episode') return episodeOrder(buyer, itemId);
  const plan = await renewalPlan(buyer.db, userId);
  const order = plan && (await resolveOrder(buyer, { purpose: 'plan', id: plan.id }, undefined));
  return order?.ok === true ? order.value : null;
}

async function episodeOrder({ db }: Buyer, id: number): Promise<Order | null> {
  const [episode] = await db
    .select({ name_fa: titles.nameFa, name_en: titles.nameEn, toman: titlePrices.episodeToman })
    .from(titles)
    .innerJoin(titlePrices, eq(titlePrices.titleId, titles.seriesId))
    .where(eq(titles.id, id));
  if (episode?.toman == null) return null;
  const { toman, ...names } = episode;
  const what = { ...PLAIN_LINE, kind: 'title', item_id: id, title_id: id, title_kind: 'episode', ...names } as const;
  return { purpose: 'title', lines: [{ ...what, ...priceLine(toman, null, 0, VAT_PERCENT) }] };
}

/** Follows attempts to their end; what has failed too often is turned off, and its user told. */
async function settleUp(context: BankContext): Promise<void> {
  const { db, now } = context;
  for (const charge of await followCharges(db, now)) {
    await turnOff(db, charge);
    const [user] = await db.select({ mobile: users.mobile }).from(users).where(eq(users.id, charge.userId));
    if (user) await chooseSms(context).notice({ mobile: user.mobile, text: STOPPED_NOTICE[charge.kind] });
  }
}
