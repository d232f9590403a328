import { buildInsertText, type Row } from '../support/database/rows.ts';

/** Goods and customers of a history. The demo catalogue is not needed for it. */

export const START = 1_800_000_000;
export const DAY = 24 * 60 * 60;
const VAT = 10;

/** Things to buy, with the price before VAT as the visitor is told it, in toman. */
export const PLANS = [
  { id: 1, toman: 100_000, price: 100_000, days: 30 },
  { id: 2, toman: 250_000, price: 200_000, days: 100 },
] as const;
export const FILMS = [
  { id: 10, price: 40_000, hours: null },
  { id: 11, price: 50_000, hours: 48 },
  // VAT of it ends in a half.
  { id: 12, price: 1_005, hours: null },
] as const;
export const SERIES = { id: 20, price: 90_000, episode: 10_000 };
export const SCREENING = { titleId: 30, id: 5, price: 70_000, hours: 24 };
export const CHANNEL = 50;
export const DOWNLOADS = [
  { id: 901, price: 5_005 },
  { id: 902, price: 15_000 },
] as const;
/** Discount codes, whose limits are small so that they are met. */
export const CODES = [
  { code: 'ONCE', percent: 50, bonusDays: 0, maxUses: 1, perUser: 1 },
  { code: 'TEN', percent: 10, bonusDays: 0, maxUses: 100, perUser: 1 },
  { code: 'TWO', percent: 25, bonusDays: 3, maxUses: 2, perUser: 2 },
  { code: 'FREE', percent: 100, bonusDays: 0, maxUses: 2, perUser: 1 },
] as const;
export type Code = (typeof CODES)[number];
export const USERS = [
  { id: 1, mobile: '09120000001', token: 'token-1' },
  { id: 2, mobile: '09120000002', token: 'token-2' },
  // Without a bank, and with days that are given alone.
  { id: 3, mobile: '09120000003', token: 'token-3' },
] as const;

/** A price with VAT after a code's percentage. */
export function withVat(price: number, percent = 0): number {
  const net = price - Math.floor((price * percent + 50) / 100);
  return net + Math.floor((net * VAT + 50) / 100);
}

/** The statements that stock the shop and sign its users in. */
export function shopStatements(hashToken: (token: string) => string): string[] {
  const title = (id: number, more: Row = {}) => buildInsertText('titles', { id, media: 'clip-1', ...more });
  const price = (title_id: number, toman: number, owned_hours: number | null = null, episode: number | null = null) =>
    buildInsertText('title_prices', { title_id, toman, sale: 'only', owned_hours, episode_toman: episode });
  return [
    ...PLANS.map(({ id, toman, price, days }) =>
      price === toman
        ? buildInsertText('plans', { id, toman, days })
        : buildInsertText('plans', {
            ...{ id, toman, days: days - 10, discount_percent: 20, discount_price: price, discount_day: 10 },
          }),
    ),
    ...FILMS.flatMap((film) => [title(film.id), price(film.id, film.price, film.hours)]),
    title(SERIES.id, { kind: 'series' }),
    price(SERIES.id, SERIES.price, null, SERIES.episode),
    episodeStatement(1),
    title(SCREENING.titleId, { release: 'not_released' }),
    buildInsertText('screenings', {
      ...{ id: SCREENING.id, title_id: SCREENING.titleId, starts_at: START - DAY, ends_at: START + 5 * DAY },
      ...{ hours: SCREENING.hours, toman: SCREENING.price },
    }),
    title(40, { access: 'download_only' }),
    ...DOWNLOADS.map(({ id, price: toman }) =>
      buildInsertText('downloads', { id, title_id: 40, quality: `${String(id)}p`, bytes: 9, toman }),
    ),
    ...CODES.map(({ code, percent, bonusDays, maxUses, perUser }) =>
      buildInsertText('discount_codes', {
        ...{ code, percent, bonus_days: bonusDays, ends_at: START + 400 * DAY },
        ...{ max_uses: maxUses, uses_per_user: perUser },
      }),
    ),
    ...USERS.flatMap(({ id, mobile, token }) => [
      buildInsertText('users', { id, mobile, created_at: START }),
      // They watch all the time: no renewal asks.
      buildInsertText('last_plays', { user_id: id, at: START + 400 * DAY }),
      buildInsertText('sessions', {
        ...{ token_hash: hashToken(token), user_id: id, created_at: START, expires_at: START + 300 * DAY },
        ...{ used_at: START, stepped_up_at: START },
      }),
    ]),
  ];
}

/** A new episode of the series comes out. */
export function episodeStatement(number: number): string {
  const id = SERIES.id + number;
  const place = { kind: 'episode', series_id: SERIES.id, season: 1, number };
  return buildInsertText('titles', { id, ...place, minutes: 40, media: 'clip-1' }, 'INSERT OR IGNORE');
}
