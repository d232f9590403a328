import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../config/constants.ts';
import { DEFAULT_BANK, MANDATE_COUNT_PER_MONTH, MANDATE_DAYS, MANDATE_LIMIT_TOMAN } from '../../../config/money.ts';
import type { getSubscriptions as call } from '../../../contract/direct-debit.ts';
import { isoDay } from '../../../domain/iso-day.ts';
import { ok } from '../../../domain/outcome.ts';
import { paths } from '../../../domain/paths.ts';
import { priceLine } from '../../../domain/pricing.ts';
import { titlePrices } from '../../db/money-schema.ts';
import { titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import type { Service } from '../../lib/serve.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import { userView } from '../auth/user-view.ts';
import { signedIn } from '../payments/signed-in.ts';
import { savedMandates } from './mandates.ts';
import { renewalPlan } from './renewal-plan.ts';

const POSTER_WIDTH = 180;
const DAY = 24 * 60 * 60;

/** The terms a new mandate would have now. */
export function newTerms(now: number) {
  return {
    limit: MANDATE_LIMIT_TOMAN,
    count_per_month: MANDATE_COUNT_PER_MONTH,
    ends_on: isoDay(now + MANDATE_DAYS * DAY),
  };
}

/** Saved banks, settings and series of the signed-in user (spec 7.15, 3.13). */
export const getSubscriptions: Service<typeof call> = async (context) => {
  const { db, now } = context;
  const user = signedIn(context);
  const [saved, settings, series, plan, stopped, names] = await Promise.all([
    savedMandates(db, user.id),
    settingsOf(context, user.id),
    seriesOf(context, user.id),
    renewalPlan(db, user.id),
    lastStopped(context, user.id),
    bankNames(context),
  ]);
  return ok({
    data: {
      subscriptions: saved.map((row) => ({
        id: row.id,
        bank: row.bank,
        bank_name: names.get(row.bank) ?? row.bank,
        mobile: row.mobile,
        state: row.state,
        limit: row.limitToman,
        count_per_month: row.countPerMonth,
        ends_on: row.endsOn,
      })),
      configs: settings,
      series,
      mobile: user.mobile,
      subscribe_fee: plan?.fee ?? 0,
      days_period_to_end: userView(context).days_period_to_end,
      terms: newTerms(now),
      stopped,
    },
  });
};

async function settingsOf({ db }: RequestContext, userId: number) {
  const [row] = await db.all<{ subscription: number; pay_anything: number; bank: string }>(
    sql`SELECT subscription, pay_anything, bank FROM direct_debit_settings WHERE user_id = ${userId}`,
  );
  return {
    subscription: row?.subscription === 1,
    pay_anything: row?.pay_anything === 1,
    bank: row?.bank ?? DEFAULT_BANK,
  };
}

/** The series whose episodes are sold one by one. */
async function seriesOf({ db }: RequestContext, userId: number) {
  const rows = await db
    .select({
      id: titles.id,
      art: titles.art,
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      fee: titlePrices.episodeToman,
      directdebit: sql<boolean>`EXISTS (SELECT 1 FROM direct_debit_series d
        WHERE d.user_id = ${userId} AND d.series_id = ${titles.id})`.mapWith(Boolean),
    })
    .from(titlePrices)
    .innerJoin(titles, eq(titles.id, titlePrices.titleId))
    .where(and(eq(titles.kind, 'series'), isNotNull(titlePrices.episodeToman)))
    .orderBy(asc(titles.nameFa));
  return rows.map(({ art, fee, ...row }) => ({
    ...row,
    poster: art === null ? null : paths.image(art, POSTER_WIDTH),
    subscribe_fee: priceLine(fee ?? 0, null, 0, VAT_PERCENT).total,
  }));
}

async function lastStopped({ db }: RequestContext, userId: number) {
  const [row] = await db.all<{ kind: 'renewal' | 'episode' | 'payment'; at: number }>(
    sql`SELECT kind, next_try_at AS at FROM direct_debit_charges
      WHERE user_id = ${userId} AND state = 'stopped' ORDER BY created_at DESC LIMIT 1`,
  );
  return row ?? null;
}

async function bankNames(context: RequestContext): Promise<Map<string, string>> {
  const banks = await mandateProvider(context)?.banks();
  return new Map(banks?.ok ? banks.value.map(({ code, name }) => [code, name]) : []);
}
