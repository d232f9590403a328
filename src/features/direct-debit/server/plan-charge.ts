import { eq, sql } from 'drizzle-orm';
import { NO_REFERRER, VAT_PERCENT } from '../../../platform/config/constants.ts';
import { COLLECT_RETRY_SECONDS, COLLECT_WAIT_SECONDS } from '../../payments/config.ts';
import { priceLine, sumLines } from '../../payments/pricing.ts';
import type { Referrer } from '../../../platform/text/referral-code.ts';
import { titlePrices } from '../../entitlement/server/schema.ts';
import { type MandateRow } from './schema.ts';
import { selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import { users } from '../../accounts/server/schema.ts';
import { isPaused } from '../../accounts/server/user-view.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import { PLAIN_LINE, type Order } from '../../payments/server/order.ts';
import { isBuyingByHand, ownsEpisode, type Charge } from './charges.ts';
import { findMandate } from './mandates.ts';
import { decideRenewal } from './renewal-questions.ts';
import { buildRenewalOrder } from './renewal-plan.ts';
import { hasWithdrawalLeft } from './withdraw.ts';

export type ChargePlan =
  | { kind: 'collect'; order: Order; mandate: MandateRow; ref: Referrer }
  | { kind: 'end'; state: 'done' | 'dropped' | 'stopped' }
  | { kind: 'wait'; seconds: number };

const OVER: ChargePlan = { kind: 'end', state: 'done' };
const DROPPED: ChargePlan = { kind: 'end', state: 'dropped' };
const LATER: ChargePlan = { kind: 'wait', seconds: COLLECT_RETRY_SECONDS };

/** `drop`: reopened later. `stop`: above the cap. `wait`: paused, blocked, not released, count used up, being bought by hand, or asked about. */
export async function planCharge(context: BankContext, charge: Charge): Promise<ChargePlan> {
  const { db, now } = context;
  const [user] = await db.select().from(users).where(eq(users.id, charge.userId));
  if (!user || user.cancelledAt !== null) return DROPPED;
  if (isPaused(user, now) || user.blockedAt !== null) return LATER;
  const subscribed = user.subscribedUntil > now;
  const buyer: Buyer = { ...context, userId: user.id, mobile: user.mobile, subscribed, ref: NO_REFERRER };
  const order =
    charge.kind === 'renewal'
      ? await planRenewal(buyer, charge, user.subscribedUntil)
      : await planEpisode(buyer, charge);
  if ('kind' in order) return order;
  const mandate = await findMandate(db, user.id, now);
  if (!mandate) return DROPPED;
  const { total } = sumLines(order.lines);
  if (total > mandate.limitToman) return { kind: 'end', state: 'stopped' };
  if (!(await hasWithdrawalLeft(db, mandate, now))) return LATER;
  const [ownPurchase] = await db.all<{ busy: number }>(sql`SELECT ${isBuyingByHand(charge, now)} AS busy`);
  if (ownPurchase?.busy === 1) return { kind: 'wait', seconds: COLLECT_WAIT_SECONDS };
  if (charge.kind === 'renewal') {
    const decision = await decideRenewal(context, charge, user.subscribedUntil, total);
    if (decision !== 'collect') return decision === 'drop' ? DROPPED : { kind: 'wait', seconds: COLLECT_WAIT_SECONDS };
  }
  return { kind: 'collect', order, mandate, ref: buyer.ref };
}

async function planRenewal(buyer: Buyer, { key, userId }: Charge, end: number): Promise<Order | ChargePlan> {
  if (key !== `renewal:${String(userId)}:${String(end)}`) return DROPPED;
  const [settings] = await buyer.db.all<{ subscription: number }>(
    sql`SELECT subscription FROM direct_debit_settings WHERE user_id = ${userId}`,
  );
  if (settings?.subscription !== 1) return DROPPED;
  return (await buildRenewalOrder(buyer.db, userId, buyer.now)) ?? DROPPED;
}

async function planEpisode({ db, now }: Buyer, { itemId, userId }: Charge): Promise<Order | ChargePlan> {
  const [episode] = await db
    .select({
      nameFa: titles.nameFa,
      nameEn: titles.nameEn,
      release: selectRelease(now),
      toman: titlePrices.episodeToman,
      follows: sql<boolean>`EXISTS (SELECT 1 FROM direct_debit_series d
        WHERE d.user_id = ${userId} AND d.series_id = ${titles.seriesId})`.mapWith(Boolean),
      owns: sql<boolean>`${ownsEpisode(sql`${userId}`, sql`${itemId}`, now)}`.mapWith(Boolean),
    })
    .from(titles)
    .innerJoin(titlePrices, eq(titlePrices.titleId, titles.seriesId))
    .where(eq(titles.id, itemId));
  if (episode?.toman == null || !episode.follows || episode.owns) return OVER;
  if (episode.release !== 'released') return LATER;
  const { toman, nameFa, nameEn } = episode;
  const item = { kind: 'title', itemId, titleId: itemId, titleKind: 'episode', nameFa, nameEn } as const;
  return { purpose: 'title', lines: [{ ...PLAIN_LINE, ...item, ...priceLine(toman, null, 0, VAT_PERCENT) }] };
}
