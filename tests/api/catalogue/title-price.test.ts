import { beforeEach, describe, expect, it } from 'vitest';
import { setTitlePrice } from '../../../src/features/catalogue/price-contract.ts';
import { undoTitleChange } from '../../../src/features/catalogue/contract.ts';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { topUp } from '../../support/money/shop.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, refuse, getVersion } = await openDeskTitles();
const reason = 'قرارداد تازه';
const unsold = async (skip: number) =>
  (await site
    .sql(
      `SELECT id FROM titles WHERE kind = 'movie' AND access = 'subscription' AND release = 'released' AND media IS NOT NULL
       AND id NOT IN (SELECT title_id FROM title_prices) ORDER BY id LIMIT 1 OFFSET ?`,
      skip,
    )
    .first<number>('id')) ?? 0;
const rent = { toman: 40_000, sale: 'beside', owned_hours: 48 } as const;
const set = (id: number, seen: object | null, price: object | null, who = as('finance')) =>
  site.call(setTitlePrice, { id, seen, price, reason }, who);

beforeEach(() => {
  site.clock.now += 10 * 60;
});

describe('the price of a title', () => {
  it('counts at once on its page and for who buys, and never for who has bought', async () => {
    const id = await unsold(0);
    const version = await getVersion();
    await set(id, null, rent);
    expect(await getVersion()).not.toBe(version);
    expect((await read(id)).price).toEqual(rent);
    const page = (await site.call(getTitle, { kind: 'movie', id })).data;
    expect(JSON.stringify(page.offer)).toContain('40000');
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    await site.call(buyTitle, { id, payment_method: 'wallet' }, who);
    const purchase = () => site.sql('SELECT * FROM purchases WHERE user_id = ?', who.id).all();
    const before = await purchase();
    expect(before.results).toHaveLength(1);
    await set(id, rent, { toman: 90_000, sale: 'only', owned_hours: null });
    await set(id, { toman: 90_000, sale: 'only', owned_hours: null }, null);
    expect((await purchase()).results).toEqual(before.results);
    expect((await read(id)).price).toBeNull();
    const other = await site.visitor();
    await topUp(site, other, 200_000);
    expect(await refuse(buyTitle, { id, payment_method: 'wallet' }, other)).toBe('409 not_for_sale id');
    const { changes } = await read(id);
    expect(
      changes
        .filter(({ field }) => field === 'price')
        .map(({ after, reason: why, may_undo: may }) => [after, why, may]),
    ).toEqual([
      [null, reason, false],
      ['90000,only,', reason, false],
      ['40000,beside,48', reason, false],
    ]);
    expect(await refuse(undoTitleChange, { id, change: changes[0]?.id }, as('editor'))).toBe('409 title_change_stays');
  });

  it('is refused where another price is there by now, and one of two at one moment wins', async () => {
    const id = await unsold(1);
    const prices = [10_000, 20_000, 30_000].map((toman) => ({ ...rent, toman }));
    const statuses = await Promise.all(
      prices.map(
        async (price) => (await site.ask(setTitlePrice, { id, seen: null, price, reason }, as('finance'))).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect(await refuse(setTitlePrice, { id, seen: null, price: null, reason }, as('owner'))).toBe(
      '409 title_changed price',
    );
  });

  it('of a series whose episodes a debit collects stays, and its episodes cost as before', async () => {
    const series = await site
      .sql('SELECT title_id, toman, sale, owned_hours, episode_toman FROM title_prices WHERE episode_toman IS NOT NULL')
      .first<{ title_id: number; toman: number; sale: string; owned_hours: number | null; episode_toman: number }>();
    const { title_id: id = 0, episode_toman: episode = 0, ...seen } = series ?? {};
    expect(await refuse(setTitlePrice, { id, seen, price: null, reason }, as('finance'))).toBe('409 title_price_debit');
    await set(id, seen, rent);
    expect(await site.sql('SELECT episode_toman FROM title_prices WHERE title_id = ?', id).first('episode_toman')).toBe(
      episode,
    );
  });

  it('stays after a seed', async () => {
    const id = await unsold(2);
    await set(id, null, rent);
    await loadCatalogue(site.env.DB, readCatalogue(), readAppDetails());
    expect((await read(id)).price).toEqual(rent);
  });

  it('is refused of an episode, of another form, and without the permission', async () => {
    const id = await unsold(3);
    const episode = await site.sql("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1").first<number>('id');
    const input = { id, seen: null, price: rent, reason };
    expect(await refuse(setTitlePrice, { ...input, id: episode }, as('finance'))).toBe('422 title_field price');
    expect(await refuse(setTitlePrice, { ...input, id: 999_999_999 }, as('finance'))).toBe('404 title_not_found');
    for (const wrong of [
      { toman: 999 },
      { toman: 1e9 },
      { toman: 1000.5 },
      { toman: '40000' },
      { sale: 'none' },
      { owned_hours: 0 },
    ])
      expect(
        await refuse(setTitlePrice, { ...input, price: { ...rent, ...wrong } }, as('finance')),
        JSON.stringify(wrong),
      ).toMatch(/^422 invalid_input price/);
    expect(await refuse(setTitlePrice, { ...input, reason: '' }, as('finance'))).toBe('422 invalid_input reason');
    for (const role of ['editor', 'viewer', 'support', 'moderator'] as const)
      expect(await refuse(setTitlePrice, input, as(role)), role).toBe('403 operator_role');
  });
});
