import type { Env } from '../../src/platform/config/env.ts';
import type { Call, Output } from '../../src/platform/http/call.ts';
import { answerSandboxBill, type SANDBOX_ACTIONS } from '../../src/features/sandbox/contract.ts';
import { getPayment, type Payment } from '../../src/features/payments/contract.ts';
import { runCron } from '../../src/app/cron.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { parseAnswer, openApi, ORIGIN } from './api.ts';
import type { Platform } from './platform.ts';

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

/** Plans, titles with prices, a screening that is open around `now`, downloads and discount codes. */
export async function sell(db: D1Database, now: number): Promise<void> {
  const title = `INSERT INTO titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, views, access, release,
    synopsis_fa, synopsis_en, iranian, series_id, season, number, media, updated_at)
    VALUES (?, ?, 'فیلم ' || ?, 'Film ' || ?, '', 1400, 90, 0, 0, ?, ?, '', '', 1, ?, ?, ?, 'clip-1', 0)`;
  const add = (
    id: number,
    kind: string,
    access: string,
    release = 'released',
    at: (number | null)[] = [null, null, null],
  ) => db.prepare(title).bind(id, kind, id, id, access, release, ...at);
  const price = (
    id: number,
    toman: number,
    sale = 'beside',
    hours: number | null = null,
    episode: number | null = null,
  ) => db.prepare('INSERT INTO title_prices VALUES (?, ?, ?, ?, ?)').bind(id, toman, sale, hours, episode);
  const plan = 'INSERT INTO plans VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
  const code = 'INSERT INTO discount_codes VALUES (?, ?, ?, ?, ?, ?, ?)';
  await db.batch([
    db.prepare(plan).bind(PLAN.id, 'یک‌ماهه', 'Month', PLAN.toman, PLAN.days, '', '', null, null, null),
    db.prepare(plan).bind(BONUS_PLAN.id, 'سه‌ماهه', 'Season', 250_000, 90, '', '', 20, 200_000, 10),
    add(FILM.id, 'movie', 'subscription'),
    price(FILM.id, FILM.toman),
    add(OTHER_FILM.id, 'movie', 'subscription'),
    price(OTHER_FILM.id, 50_000, 'only', 48),
    add(FREE_FILM.id, 'movie', 'free'),
    add(SERIES.id, 'series', 'subscription'),
    price(SERIES.id, 90_000, 'beside', null, 10_000),
    add(21, 'episode', 'subscription', 'released', [SERIES.id, 1, 1]),
    add(SCREENED.id, 'movie', 'subscription', 'not_released'),
    db
      .prepare('INSERT INTO screenings (id, title_id, starts_at, ends_at, hours, toman) VALUES (?, ?, ?, ?, ?, ?)')
      .bind(...[SCREENED.screening, SCREENED.id, now - DAY, now + 5 * DAY, SCREENED.hours, SCREENED.toman]),
    add(40, 'movie', 'download_only'),
    ...DOWNLOADS.map(({ id, toman }, at) =>
      db
        .prepare('INSERT INTO downloads (id, title_id, quality, bytes, toman) VALUES (?, 40, ?, ?, ?)')
        .bind(id, `${String(480 + at)}p`, 1000 + at, toman),
    ),
    ...CHEAP.flatMap(({ id }, at) => [add(id, 'video', 'subscription'), price(id, 1000 + at * 10)]),
    db.prepare(code).bind('TEN', 10, 0, null, now + 30 * DAY, 1000, 1),
    db.prepare(code).bind('ALL', 100, 3, PLAN.id, now + 30 * DAY, 1000, 5),
    db.prepare(code).bind('ONCE', 50, 0, null, now + 30 * DAY, 1, 1),
    db.prepare(code).bind('OVER', 50, 0, null, now - 1, 1000, 1000),
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

  /** `confirms`: may do what asks for a code, however long the test lasts. */
  async function visitor({ subscribedUntil = 0, ref = 4, confirms = true } = {}): Promise<Visitor> {
    users += 1;
    const mobile = `0912${String(users).padStart(7, '0')}`;
    const token = `token-${mobile}`;
    await sql(
      'INSERT INTO users (mobile, subscribed_until, ref, created_at) VALUES (?, ?, ?, ?)',
      ...[mobile, subscribedUntil, ref, site.clock.now],
    ).run();
    const id = (await sql('SELECT id FROM users WHERE mobile = ?', mobile).first<number>('id')) ?? 0;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
    const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    await sql(
      'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, used_at, stepped_up_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[hex, id, site.clock.now, site.clock.now + 400 * DAY, site.clock.now, confirms ? site.clock.now : 0],
    ).run();
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
  const call = async <C extends Call>(what: C, input: Record<string, unknown>, who?: Visitor): Promise<Output<C>> =>
    parseAnswer(what, await ask(what, input, who));

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
