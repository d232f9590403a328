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
] as const;

/** A price with VAT after a code's percentage. */
export function withVat(price: number, percent = 0): number {
  const net = price - Math.floor((price * percent + 50) / 100);
  return net + Math.floor((net * VAT + 50) / 100);
}

/** The statements that stock the shop and sign its users in. */
export function shopStatements(hashToken: (token: string) => string): string[] {
  const title = (id: number, kind: string, access: string, release = 'released', series = 'NULL, NULL, NULL') =>
    `INSERT INTO titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, views, access, release,
      synopsis_fa, synopsis_en, iranian, series_id, season, number, media, updated_at)
      VALUES (${String(id)}, '${kind}', 'f', 'f', '', 1400, 90, 0, 0, '${access}', '${release}', '', '', 1, ${series},
      'clip-1', 0)`;
  const price = (id: number, toman: number, hours: number | null = null, episode: number | null = null) =>
    `INSERT INTO title_prices VALUES (${String(id)}, ${String(toman)}, 'only', ${String(hours)}, ${String(episode)})`;
  return [
    ...PLANS.map(({ id, toman, price: own, days }) => {
      const discount = own === toman ? 'NULL, NULL, NULL' : `20, ${String(own)}, 10`;
      const plain = own === toman ? days : days - 10;
      return `INSERT INTO plans VALUES (${String(id)}, 'p', 'p', ${String(toman)}, ${String(plain)}, '', '', ${discount})`;
    }),
    ...FILMS.flatMap((film) => [title(film.id, 'movie', 'subscription'), price(film.id, film.price, film.hours)]),
    title(SERIES.id, 'series', 'subscription'),
    price(SERIES.id, SERIES.price, null, SERIES.episode),
    episodeStatement(1),
    title(SCREENING.titleId, 'movie', 'subscription', 'not_released'),
    `INSERT INTO screenings (id, title_id, starts_at, ends_at, hours, toman) VALUES (${String(SCREENING.id)},
      ${String(SCREENING.titleId)}, ${String(START - DAY)}, ${String(START + 5 * DAY)}, ${String(SCREENING.hours)},
      ${String(SCREENING.price)})`,
    title(40, 'movie', 'download_only'),
    ...DOWNLOADS.map(
      ({ id, price: toman }) =>
        `INSERT INTO downloads (id, title_id, quality, bytes, toman) VALUES (${String(id)}, 40, '${String(id)}p', 9,
          ${String(toman)})`,
    ),
    ...CODES.map(
      ({ code, percent, bonusDays, maxUses, perUser }) =>
        `INSERT INTO discount_codes VALUES ('${code}', ${String(percent)}, ${String(bonusDays)}, NULL,
          ${String(START + 400 * DAY)}, ${String(maxUses)}, ${String(perUser)})`,
    ),
    ...USERS.flatMap(({ id, mobile, token }) => [
      `INSERT INTO users (id, mobile, subscribed_until, ref, created_at) VALUES (${String(id)}, '${mobile}', 0, 4,
        ${String(START)})`,
      `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, used_at, stepped_up_at)
        VALUES ('${hashToken(token)}', ${String(id)}, ${String(START)}, ${String(START + 300 * DAY)}, ${String(START)},
        ${String(START)})`,
    ]),
  ];
}

/** A new episode of the series comes out. */
export function episodeStatement(number: number): string {
  const id = String(SERIES.id + number);
  return `INSERT OR IGNORE INTO titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, views, access,
    release, synopsis_fa, synopsis_en, iranian, series_id, season, number, media, updated_at)
    VALUES (${id}, 'episode', 'e', 'e', '', 1400, 40, 0, 0, 'subscription', 'released', '', '', 1,
    ${String(SERIES.id)}, 1, ${String(number)}, 'clip-1', 0)`;
}
