import { beforeEach, describe, expect, it } from 'vitest';
import { setTitlePrice, setTitlePrices } from '../../../src/features/catalogue/price-contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, read, refuse, getVersion } = await openDeskTitles();
const reason = 'قرارداد تازه';
const NONE = 987_654;
const old = { toman: 40_000, sale: 'beside', owned_hours: null } as const;
const dear = { toman: 90_000, sale: 'only', owned_hours: 48 } as const;
const films = await site
  .sql(
    "SELECT id FROM titles WHERE kind = 'movie' AND id NOT IN (SELECT title_id FROM title_prices) ORDER BY id LIMIT 12",
  )
  .all<{ id: number }>();
const episode = (await site.sql("SELECT id FROM titles WHERE kind = 'episode' LIMIT 1").first<number>('id')) ?? 0;
const take = () => films.results.shift()?.id ?? 0;
const setOne = (id: number, price: typeof old | typeof dear) =>
  site.call(setTitlePrice, { id, seen: null, price, reason }, as('finance'));
const rehearse = async (ids: number[], at?: number) => {
  const titles = ids.map((id) => ({ id }));
  const input = { titles, price: dear, ...(at !== undefined && { starts_at: at }), reason, rehearse: true };
  return (await site.call(setTitlePrices, input, as('finance'))).data.results;
};
const write = async (seen: Awaited<ReturnType<typeof rehearse>>, at?: number) => {
  const titles = seen.map(({ id, seen: price, rev }) => ({ id, seen: price, rev }));
  const input = { titles, price: dear, ...(at !== undefined && { starts_at: at }), reason };
  return (await site.call(setTitlePrices, input, as('finance'))).data.results;
};
const countRows = () =>
  site
    .sql('SELECT (SELECT count(*) FROM title_changes) + (SELECT count(*) FROM title_price_plans) AS n')
    .first<number>('n');

beforeEach(() => {
  site.clock.now += 600;
});

describe('one price of many titles', () => {
  it('is shown before it is set, passes where it may, says why it leaves one out, and is one act', async () => {
    const [plain, sold, has, moved] = [take(), take(), take(), take()];
    await setOne(sold, old);
    await setOne(has, dear);
    const [version, rows] = [await getVersion(), await countRows()];
    const preview = await rehearse([plain, sold, has, moved, episode, NONE]);
    expect(preview.map(({ before, after, error }) => [before, after, error])).toEqual([
      [null, dear, null],
      [old, dear, null],
      [dear, dear, null],
      [null, dear, null],
      [null, null, 'title_field'],
      [null, null, 'title_not_found'],
    ]);
    expect([await getVersion(), await countRows()]).toEqual([version, rows]);
    await setOne(moved, old);
    const second = await getVersion();
    const results = await write(preview);
    expect(results.map(({ error }) => error)).toEqual([
      ...[null, null, null, 'title_changed', 'title_field', 'title_not_found'],
    ]);
    expect(await getVersion()).not.toBe(second);
    const { price, changes } = await read(sold);
    expect(price).toEqual(dear);
    expect(changes[0]).toMatchObject({ field: 'price', before: '40000,beside,', operator: 'finance', reason });
    expect((await read(moved)).price).toEqual(old);
    const after = await countRows();
    await write(preview);
    expect(await countRows()).toBe(after);
    const ofTitle = await site.call(listAudit, { subject: `title:${String(sold)}` }, as('owner'));
    expect(ofTitle.data.find(({ action }) => action === 'setTitlePrices')).toMatchObject({ operator: 'finance' });
  });

  it('is planned for a later second, beside the plans that a title has', async () => {
    const [first, second] = [take(), take()];
    const at = site.clock.now + 86_400;
    await write(await rehearse([first], at), at);
    const results = await rehearse([first, second, episode], at + 60);
    expect(results.map(({ before, after, error }) => [before, after, error])).toEqual([
      [null, null, 'plan_price_same'],
      [null, dear, null],
      [null, null, 'title_field'],
    ]);
    await write(results, at + 60);
    expect((await read(second)).price_plans).toMatchObject([{ starts_at: at + 60, price: dear, operator: 'finance' }]);
    expect((await read(first)).price_plans).toHaveLength(1);
    expect(await site.env.CONFIG.get('next_publication')).toBe(`at:${String(at)}`);
    expect(
      await refuse(
        setTitlePrices,
        { titles: [{ id: first, rev: 0 }], price: dear, starts_at: 1, reason },
        as('finance'),
      ),
    ).toContain('422');
  });

  it('is for finance alone, and never written without what was seen', async () => {
    const titles = [{ id: take() }];
    expect(await refuse(setTitlePrices, { titles, price: dear, reason, rehearse: true }, as('editor'))).toContain(
      'operator_role',
    );
    expect(await refuse(setTitlePrices, { titles, price: dear, reason }, as('finance'))).toContain('invalid_input');
  });
});
