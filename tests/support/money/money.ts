import type { Env } from '../../../src/platform/config/env.ts';
import type { Call, Output } from '../../../src/platform/http/calls/call.ts';
import { answerSandboxBill, type SANDBOX_ACTIONS } from '../../../src/features/sandbox/contract.ts';
import { getPayment, type Payment } from '../../../src/features/payments/contract.ts';
import { runCron } from '../../../src/app/cron.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { parseAnswer, openApi, ORIGIN } from '../site/api.ts';
import type { Platform } from '../site/platform.ts';
import { addRow, prepareRow, prepareRows, type Row } from '../database/rows.ts';

/** Goods of these tests; the demo catalogue is not needed for it. */
export const PLAN = { id: 1, toman: 100_000, days: 30, total: 110_000 };
export const BONUS_PLAN = { id: 2, days: 90 + 10, total: 220_000 };
export const FILM = { id: 10, toman: 40_000, total: 44_000 };
export const OTHER_FILM = { id: 11, total: 55_000 };
export const FREE_FILM = { id: 12 };
export const SERIES = { id: 20, episodeTotal: 11_000 };
export const SCREENED = { id: 30, toman: 70_000, total: 77_000, screening: 5, hours: 24 };
export const CHEAP = Array.from({ length: 20 }, (_, at) => ({ id: 100 + at, total: 1100 + at * 11 }));
export const DOWNLOADS = [
  { id: 901, toman: 5000 },
  { id: 902, toman: 15_000 },
];
const DAY = 24 * 60 * 60;

const buildTitle = (id: number, kind: string, access: string, more: Row = {}): Row => ({
  ...{ id, kind, name_fa: `فیلم ${String(id)}`, name_en: `Film ${String(id)}`, year: 1400, access, media: 'clip-1' },
  ...{ release: 'released', series_id: null, season: null, number: null, ...more },
});

/** An episode of the series that is sold. */
export function buildEpisode(id: number, more: Row = {}): Row {
  return buildTitle(id, 'episode', 'subscription', { series_id: SERIES.id, season: 1, number: id, ...more });
}

const buildPrice = (title_id: number, toman: number, more: Row = {}): Row => ({
  ...{ title_id, toman, sale: 'beside', owned_hours: null, episode_toman: null, ...more },
});

/** Plans, titles with prices, a screening that is open around `now`, downloads and discount codes. */
export async function sell(db: D1Database, now: number): Promise<void> {
  const ends_at = now + 30 * DAY;
  await db.batch([
    prepareRow(db, 'plans', { id: PLAN.id, name_fa: 'یک‌ماهه', name_en: 'Month' }),
    prepareRow(db, 'plans', {
      ...{ id: BONUS_PLAN.id, name_fa: 'سه‌ماهه', name_en: 'Season', toman: 250_000, days: 90 },
      ...{ discount_percent: 20, discount_price: 200_000, discount_day: 10 },
    }),
    prepareRows(db, 'titles', [
      buildTitle(FILM.id, 'movie', 'subscription'),
      buildTitle(OTHER_FILM.id, 'movie', 'subscription'),
      buildTitle(FREE_FILM.id, 'movie', 'free'),
      buildTitle(SERIES.id, 'series', 'subscription'),
      buildEpisode(21, { number: 1 }),
      buildTitle(SCREENED.id, 'movie', 'subscription', { release: 'not_released' }),
      buildTitle(40, 'movie', 'download_only'),
      ...CHEAP.map(({ id }) => buildTitle(id, 'video', 'subscription')),
    ]),
    prepareRows(db, 'title_prices', [
      buildPrice(FILM.id, FILM.toman),
      buildPrice(OTHER_FILM.id, 50_000, { sale: 'only', owned_hours: 48 }),
      buildPrice(SERIES.id, 90_000, { episode_toman: 10_000 }),
      ...CHEAP.map(({ id }, at) => buildPrice(id, 1000 + at * 10)),
    ]),
    prepareRow(db, 'screenings', {
      ...{ id: SCREENED.screening, title_id: SCREENED.id, starts_at: now - DAY, ends_at: now + 5 * DAY },
      ...{ hours: SCREENED.hours, toman: SCREENED.toman },
    }),
    prepareRows(
      db,
      'downloads',
      DOWNLOADS.map(({ id, toman }, at) => ({
        ...{ id, title_id: 40, quality: `${String(480 + at)}p`, bytes: 1000 + at, toman },
      })),
    ),
    prepareRow(db, 'discount_codes', { code: 'TEN', ends_at }),
    prepareRow(db, 'discount_codes', {
      ...{ code: 'ALL', percent: 100, bonus_days: 3, plan_id: PLAN.id, ends_at, uses_per_user: 5 },
    }),
    prepareRow(db, 'discount_codes', { code: 'ONCE', percent: 50, ends_at, max_uses: 1 }),
    prepareRow(db, 'discount_codes', { code: 'OVER', percent: 50, ends_at: now - 1, uses_per_user: 1000 }),
  ]);
}

export interface Visitor {
  id: number;
  token: string;
  mobile: string;
}

let users = 0;

/** For a process that shares its database with others. */
export function countVisitorsFrom(count: number): void {
  users = count;
}

/** Each visitor has an address of their own for the limits, and guests have one together. */
function from(who: Visitor | undefined): Record<string, string> {
  const id = who?.id ?? 0;
  return { 'cf-connecting-ip': `10.${String(id >> 8)}.${String(id & 255)}.1` };
}

/** The site with its money: visitors, the sandbox bank as a person uses it, the cron, and the books. */
export function openMoney(platform: Platform, vars: Partial<Env> = {}) {
  const site = openApi(platform, { SITE_URL: ORIGIN, ...vars });
  const { env } = site;
  const sql = (text: string, ...values: (string | number | null)[]) => env.DB.prepare(text).bind(...values);
  const confirmations = new Map<number, { at: number; written: Promise<unknown> }>();

  /** `confirms`: may do what asks for a code, however long the test lasts. `watches`: no renewal asks first. */
  async function visitor({ subscribedUntil = 0, ref = 4, confirms = true, watches = true } = {}): Promise<Visitor> {
    users += 1;
    const mobile = `0912${String(users).padStart(7, '0')}`;
    const token = `token-${mobile}`;
    await addRow(env.DB, 'users', { mobile, subscribed_until: subscribedUntil, ref, created_at: site.clock.now });
    const id = (await sql('SELECT id FROM users WHERE mobile = ?', mobile).first<number>('id')) ?? 0;
    if (watches) await addRow(env.DB, 'last_plays', { user_id: id, at: site.clock.now + 1000 * DAY });
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
    const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const { now } = site.clock;
    await addRow(env.DB, 'sessions', {
      ...{ token_hash: hex, user_id: id, created_at: now, expires_at: now + 400 * DAY },
      ...{ used_at: now, stepped_up_at: confirms ? now : 0 },
    });
    if (confirms) confirmations.set(id, { at: site.clock.now, written: Promise.resolve() });
    return { id, token, mobile };
  }

  /** Confirms a code in the background each time the clock was turned. */
  async function keepConfirmed({ id }: Visitor): Promise<void> {
    const last = confirmations.get(id);
    if (last && last.at !== site.clock.now) {
      const text = 'UPDATE sessions SET stepped_up_at = ? WHERE user_id = ?';
      const written = platform.env.DB.prepare(text).bind(site.clock.now, id).run();
      confirmations.set(id, { at: site.clock.now, written });
    }
    await confirmations.get(id)?.written;
  }

  /** A call as this visitor, from an address of their own unless `more` says otherwise; the raw answer. */
  async function ask(
    call: Call,
    input: Record<string, unknown>,
    who?: Visitor,
    more: Record<string, string> = {},
  ): Promise<Response> {
    if (who) await keepConfirmed(who);
    const rest = { ...input };
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name]);
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a path parameter is not sent twice
      delete rest[name];
      return encodeURIComponent(value);
    });
    const headers = { ...from(who), ...(who && { authorization: `Bearer ${who.token}` }), ...more };
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString();
    return call.method === 'GET'
      ? site.send(query === '' ? path : `${path}?${query}`, { headers })
      : site.send(path, { body: rest, headers });
  }
  /** The same, for a call that must succeed. */
  const call = async <C extends Call>(target: C, input: Record<string, unknown>, who?: Visitor): Promise<Output<C>> =>
    parseAnswer(target, await ask(target, input, who));

  /** Presses a button of the sandbox bank; the address the browser is sent back to, or null. */
  async function payAtGateway(payUrl: string | null, action: (typeof SANDBOX_ACTIONS)[number]): Promise<string | null> {
    const token = decodeURIComponent((payUrl ?? '').split('/').at(-1) ?? '');
    return (await call(answerSandboxBill, { token, action })).data.back;
  }
  /** The browser comes back from the bank, without cookies; the 303's target. */
  async function comeBack(address: string | null, init: RequestInit = {}): Promise<string> {
    const response = await site.api(new Request(address ?? '', init), env, platform.ctx);
    if (response.status !== 303) throw new Error(`the return answered ${String(response.status)}`);
    return response.headers.get('location') ?? '';
  }

  return {
    ...site,
    sql,
    visitor,
    ask,
    call,
    payAtGateway,
    comeBack,
    /** Time passes, and the cron ticks at its end. */
    tick: async (seconds = 120, cron = '*/2 * * * *') => {
      site.clock.now += seconds;
      await runCron(env, cron, () => site.clock.now);
    },
    payment: async (id: string, who: Visitor): Promise<Payment> => (await call(getPayment, { id }, who)).data,
    /** Faults of the books; a test wants none. */
    books: () => verifyLedger(env.DB),
    count: async (from: string, ...values: (string | number | null)[]) =>
      (await sql(`SELECT count(*) AS n FROM ${from}`, ...values).first<number>('n')) ?? 0,
    wallet: async ({ id }: Visitor) =>
      (await sql(
        'SELECT coalesce(sum(amount), 0) AS credit FROM ledger_entries WHERE account = ?',
        `wallet:${String(id)}`,
      ).first<number>('credit')) ?? 0,
  };
}
export type MoneySite = ReturnType<typeof openMoney>;
