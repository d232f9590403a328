import { artIn } from '../../../platform/text/locale.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { DEFAULT_BANK, MANDATE_COUNT_PER_MONTH, MANDATE_DAYS, MANDATE_LIMIT_TOMAN } from '../../payments/config.ts';
import type { getSubscriptions as call } from '../contract.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { ok } from '../../../platform/outcome.ts';
import { paths } from '../../../platform/paths.ts';
import { priceLine, sumLines } from '../../payments/pricing.ts';
import { titlePrices } from '../../entitlement/server/schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { createMandateProvider } from './gateways/choose.ts';
import { toUserView } from '../../accounts/server/user-view.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { listMandates } from './mandates.ts';
import { buildRenewalOrder, getRenewalTime } from './renewal-plan.ts';

const POSTER_WIDTH = 180;
const DAY = 24 * 60 * 60;

export function buildTerms(now: number) {
  return {
    limit: MANDATE_LIMIT_TOMAN,
    count_per_month: MANDATE_COUNT_PER_MONTH,
    ends_on: isoDay(now + MANDATE_DAYS * DAY),
  };
}

/** Spec 7.15, 3.13. */
export const getSubscriptions: Service<typeof call> = async (context) => {
  const { db, now } = context;
  const user = requireUser(context);
  const [mandateRows, settings, series, renewal, stopped, names] = await Promise.all([
    listMandates(db, user.id),
    readDebitSettings(context, user.id),
    listFollowedSeries(context, user.id),
    buildRenewalOrder(db, user.id, getRenewalTime(user, now)),
    findLastStopped(context, user.id),
    readBankNames(context),
  ]);
  return ok({
    data: {
      subscriptions: mandateRows.map((row) => ({
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
      subscribe_fee: renewal === null ? 0 : sumLines(renewal.lines).total,
      days_period_to_end: toUserView(context).days_period_to_end,
      terms: buildTerms(now),
      stopped,
    },
  });
};

async function readDebitSettings({ db }: RequestContext, userId: number) {
  const [row] = await db.all<{ subscription: number; pay_anything: number; bank: string }>(
    sql`SELECT subscription, pay_anything, bank FROM direct_debit_settings WHERE user_id = ${userId}`,
  );
  return {
    subscription: row?.subscription === 1,
    pay_anything: row?.pay_anything === 1,
    bank: row?.bank ?? DEFAULT_BANK,
  };
}

async function listFollowedSeries({ db, locale }: RequestContext, userId: number) {
  const rows = await db
    .select({
      id: titles.id,
      art: titles.art,
      art_en: titles.artEn,
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
  return rows.map(({ art: artFa, art_en, fee, ...row }) => {
    const art = artIn(locale, { art: artFa, art_en });
    return {
      ...row,
      poster: art === null ? null : paths.image(art, POSTER_WIDTH),
      subscribe_fee: priceLine(fee ?? 0, null, 0, VAT_PERCENT).total,
    };
  });
}

async function findLastStopped({ db }: RequestContext, userId: number) {
  const [row] = await db.all<{ kind: 'renewal' | 'episode' | 'payment'; at: number }>(
    sql`SELECT kind, next_try_at AS at FROM direct_debit_charges
      WHERE user_id = ${userId} AND state = 'stopped' ORDER BY created_at DESC LIMIT 1`,
  );
  return row ?? null;
}

async function readBankNames(context: RequestContext): Promise<Map<string, string>> {
  const banks = await createMandateProvider(context)?.banks();
  return new Map(banks?.ok ? banks.value.map(({ code, name }) => [code, name]) : []);
}
