import { beforeEach, describe, expect, it } from 'vitest';
import { planTitlePrice, setTitlePrice, withdrawTitlePrice } from '../../../src/features/catalogue/price-contract.ts';
import { openPreviewDatabase } from '../../../src/features/catalogue/server/preview-database.ts';
import { publishDue } from '../../../src/features/catalogue/server/publish-due.ts';
import { buyTitle, getQuote } from '../../../src/features/checkout/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, refuse, getVersion } = await openDeskTitles();
const reason = 'قرارداد تازه';
const DAY = 24 * 60 * 60;
const old = { toman: 40_000, sale: 'beside', owned_hours: null } as const;
const dear = { toman: 90_000, sale: 'only', owned_hours: 48 } as const;
let films = 0;
/** A film of its own for each test, sold at the old price. */
async function openFilm(): Promise<number> {
  films += 1;
  const id =
    (await site
      .sql(
        `SELECT id FROM titles WHERE kind = 'movie' AND access = 'subscription' AND release = 'released' AND media IS NOT NULL
         ORDER BY id LIMIT 1 OFFSET ?`,
        films,
      )
      .first<number>('id')) ?? 0;
  const seen = (await read(id)).price;
  if (JSON.stringify(seen) !== JSON.stringify(old))
    await site.call(setTitlePrice, { id, seen, price: old, reason }, as('finance'));
  return id;
}
const plan = async (id: number, at: number, price: object = dear, who = as('finance')) =>
  (await site.call(planTitlePrice, { id, rev: (await read(id)).price_rev, price, starts_at: at, reason }, who)).data;
/** A process does so before an answer, by its own clock. */
const arrive = (now: number) => publishDue({ db: openDatabase(site.env.DB), env: site.env, now });
const readOffer = async (id: number) => JSON.stringify((await site.call(getTitle, { kind: 'movie', id })).data.offer);
const ask = async (id: number) => {
  const who = await site.visitor();
  return (await site.call(getQuote, { purpose: 'title', id }, who)).data.total;
};

beforeEach(() => {
  site.clock.now += 600;
});

describe('a price of a title that begins later', () => {
  it('begins by itself at its second, on the page and for who buys, with a change under its maker’s name', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    const { price_plans: plans } = await plan(id, at);
    expect(plans).toMatchObject([{ starts_at: at, price: dear, operator: 'finance', reason }]);
    expect(await site.env.CONFIG.get('next_publication')).toBe(`at:${String(at)}`);
    expect((await read(id)).price).toEqual(old);
    expect(await readOffer(id)).toContain('40000');
    const total = await ask(id);
    site.clock.now = at - 1;
    await arrive(site.clock.now);
    expect(await ask(id)).toBe(total);
    const version = await getVersion();
    site.clock.now = at;
    await arrive(at);
    expect(await getVersion()).not.toBe(version);
    expect(await readOffer(id)).toContain('90000');
    expect(await ask(id)).toBeGreaterThan(total);
    const title = await read(id);
    expect(title).toMatchObject({ price: dear, price_plans: [] });
    expect(title.changes[0]).toMatchObject({
      field: 'price',
      before: '40000,beside,',
      after: '90000,only,48',
      operator: 'finance',
      reason,
      may_undo: false,
    });
    expect(await site.env.CONFIG.get('next_publication')).not.toBe(`at:${String(at)}`);
    const row = await site
      .sql("SELECT subject, after FROM operator_audit WHERE action = 'planTitlePrice' ORDER BY id DESC")
      .first<{ subject: string; after: string }>();
    expect(row?.subject).toBe(`title:${String(id)}`);
    expect(JSON.parse(row?.after ?? '')).toEqual({ price: '90000,only,48', starts_at: at, reason });
  });

  it('takes nothing from a payment that has begun, and tells who saw the old one before paying', async () => {
    const id = await openFilm();
    const at = site.clock.now + 60;
    await plan(id, at);
    const [payer, reader] = [await site.visitor(), await site.visitor()];
    const total = (await site.call(getQuote, { purpose: 'title', id }, payer)).data.total;
    const buy = { id, payment_method: 'sandbox', max_total: total };
    const { payment, pay_url: payUrl } = (await site.call(buyTitle, buy, payer)).data;
    site.clock.now = at + 1;
    await arrive(site.clock.now);
    await site.comeBack(await site.payAtGateway(payUrl, 'pay'));
    const bought = () => site.sql('SELECT * FROM purchases WHERE user_id = ?', payer.id).all();
    const { results } = await bought();
    expect(results).toMatchObject([{ title_id: id, ends_at: null }]);
    expect((await site.payment(payment.id, payer)).total).toBe(total);
    expect(await refuse(buyTitle, buy, reader)).toBe('409 price_changed');
    await site.call(setTitlePrice, { id, seen: dear, price: { ...dear, toman: 95_000 }, reason }, as('finance'));
    expect((await bought()).results).toEqual(results);
    expect(await site.books()).toEqual([]);
  });

  it('begins once where the clocks of two hosts are 90 seconds apart, and is not withdrawn then', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    const { price_plans: plans } = await plan(id, at);
    const withdraw = { id, plan: plans[0]?.id ?? 0, reason };
    await arrive(at - 90);
    expect((await read(id)).price).toEqual(old);
    await Promise.all([arrive(at), arrive(at), arrive(at + 90)]);
    await arrive(at - 90);
    const { changes, price } = await read(id);
    expect(price).toEqual(dear);
    expect(changes.filter(({ after }) => after === '90000,only,48')).toHaveLength(1);
    // By the clock of the slow host it has not begun yet.
    site.clock.now = at - 90;
    expect(await refuse(withdrawTitlePrice, withdraw, as('finance'))).toBe('409 plan_price_begun');
    site.clock.now = at;
  });

  it('is withdrawn before, twice the same, and its second is free again', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    const { price_plans: plans } = await plan(id, at);
    const withdraw = { id, plan: plans[0]?.id ?? 0, reason };
    for (let press = 0; press < 2; press += 1)
      expect((await site.call(withdrawTitlePrice, withdraw, as('owner'))).data.price_plans).toEqual([]);
    expect(
      await site.count("operator_audit WHERE action = 'withdrawTitlePrice' AND status = 200 AND before IS NOT NULL"),
    ).toBe(1);
    await plan(id, at, { ...dear, toman: 70_000 });
    expect(await refuse(withdrawTitlePrice, { ...withdraw, plan: 999_999 }, as('finance'))).toBe(
      '404 plan_price_unknown',
    );
    const other = await openFilm();
    expect(await refuse(withdrawTitlePrice, { ...withdraw, id: other }, as('finance'))).toBe('404 plan_price_unknown');
    site.clock.now = at;
    await arrive(at);
    expect((await read(id)).price).toEqual({ ...dear, toman: 70_000 });
  });

  it('of several the last that has begun counts, in whatever order they come', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    await plan(id, at + 10, { ...dear, toman: 70_000 });
    await plan(id, at, dear);
    expect((await read(id)).price_plans.map(({ starts_at: start }) => start)).toEqual([at, at + 10]);
    // A price that is set at once meanwhile holds until then.
    await site.call(setTitlePrice, { id, seen: old, price: { ...old, toman: 45_000 }, reason }, as('finance'));
    site.clock.now = at + 60;
    await arrive(site.clock.now);
    const { price, changes } = await read(id);
    expect(price).toEqual({ ...dear, toman: 70_000 });
    expect(changes.slice(0, 3).map(({ after }) => after)).toEqual(['70000,only,48', '90000,only,48', '45000,beside,']);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect((await read(id)).price).toEqual({ ...dear, toman: 70_000 });
  });

  it('of two members at one moment one wins, and a repeat is the same plan', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    const input = { id, rev: (await read(id)).price_rev, starts_at: at, reason };
    const two = [dear, { ...dear, toman: 80_000 }].map((price, index) =>
      site.ask(planTitlePrice, { ...input, price, starts_at: at + index }, as('finance')),
    );
    expect((await Promise.all(two)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [one] = (await read(id)).price_plans;
    const repeat = { ...input, price: one?.price, starts_at: one?.starts_at };
    expect((await site.call(planTitlePrice, repeat as never, as('finance'))).data.price_plans).toHaveLength(1);
    expect(await refuse(planTitlePrice, { ...repeat, starts_at: at + 99 }, as('owner'))).toBe(
      '409 title_changed price',
    );
  });

  it('is on a preview of its time, and on none before', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    await plan(id, at);
    const price = (second: number) =>
      openPreviewDatabase(site.env.DB, { id, at: second })
        .prepare('SELECT toman, sale, owned_hours FROM title_prices WHERE title_id = ?')
        .bind(id)
        .all();
    expect((await price(at - 1)).results).toEqual([old]);
    expect((await price(at)).results).toEqual([dear]);
  });

  it('is refused in the past, twice at a second, unchanged, of an episode, in another form and without the permission', async () => {
    const id = await openFilm();
    const at = site.clock.now + DAY;
    const { price_rev: rev } = await plan(id, at);
    const input = { id, rev, price: { ...dear, toman: 60_000 }, starts_at: at + 60, reason };
    const episode = await site.sql("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1").first<number>('id');
    for (const [more, answer] of [
      [{ starts_at: site.clock.now - 1 }, '422 starts_past starts_at'],
      [{ starts_at: site.clock.now + 4000 * DAY }, '422 starts_far starts_at'],
      [{ starts_at: at }, '409 plan_price_date starts_at'],
      [{ price: dear }, '422 plan_price_same toman'],
      [{ rev: rev + 1 }, '409 title_changed price'],
      [{ id: episode }, '422 title_field price'],
      [{ id: 999_999_999 }, '404 title_not_found'],
      [{ price: null }, '422 invalid_input price'],
      [{ starts_at: '2026' }, '422 invalid_input starts_at'],
      [{ reason: ' ' }, '422 invalid_input reason'],
    ] as const)
      expect(await refuse(planTitlePrice, { ...input, ...more }, as('finance')), JSON.stringify(more)).toBe(answer);
    for (const role of ['editor', 'viewer', 'support', 'moderator'] as const)
      expect(await refuse(planTitlePrice, input, as(role)), role).toBe('403 operator_role');
    expect((await read(id)).price_plans).toHaveLength(1);
  });
});
