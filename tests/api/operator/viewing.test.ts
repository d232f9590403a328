import { describe, expect, it } from 'vitest';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { getAccountViewing } from '../../../src/features/operator/viewing-contract.ts';
import { startTimes } from '../../../src/features/qoe/report.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { holdLease } from '../../../src/features/streams/server/lease.ts';
import { createStreamId } from '../../../src/features/streams/stream-id.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { tehranDate } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { FILM, openMoney, OTHER_FILM, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const EYE = 'e'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT},eye/viewer:${EYE}` });
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const IRANCELL = 44_244;
const DAY = 24 * 60 * 60;

const view = async (who: Visitor) => (await site.call(getAccountViewing, { id: who.id }, root)).data;
const hold = (who: Visitor, id: number, asn: number | null, kind: 'title' | 'channel' = 'title') => {
  const stream = createStreamId(who.id, { kind, id });
  const holder = { stream, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
  return holdLease(openDatabase(platform.env.DB), platform.env, { ...holder, now: site.clock.now, asn });
};

describe('what an account watches', () => {
  it('is its plays of a day, with title, times, device and network, and of no other account', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    await addRow(site.env.DB, 'channels', { id: 3, slug: 'c3', name_fa: 'شبکه', name_en: 'Channel' });
    await hold(who, FILM.id, IRANCELL);
    await hold(other, OTHER_FILM.id, IRANCELL);
    const beganAt = site.clock.now;
    site.clock.now += 1800;
    await hold(who, 3, 64_512, 'channel');
    await addRow(site.env.DB, 'streams', {
      ...{ id: 'gone', user_id: who.id, item: 't987654', began_at: beganAt - 60, ends_at: beganAt, stopped: 1 },
    });
    const { plays } = await view(who);
    expect(plays).toMatchObject([
      { kind: 'channel', item_id: 3, name_fa: 'شبکه', state: 'running', network: 0 },
      { kind: 'title', item_id: FILM.id, began_at: beganAt, state: 'over', network: IRANCELL, system: 'Linux' },
      { kind: 'title', item_id: 987_654, name_fa: null, state: 'stopped' },
    ]);
    expect(plays[0]?.browser).toContain('Firefox');
    site.clock.now += DAY + 121;
    expect((await view(who)).plays).toEqual([]);
  });

  it('has the figures of its networks beside it, from today and yesterday, and none of other networks', async () => {
    const who = await site.visitor();
    const [today, before, older] = [0, 1, 2].map((days) => tehranDate(site.clock.now - days * DAY));
    const counts = { height: 720, exits: 0, failures: 0, stalls: 2, stall_ms: 10_000, played_ms: 90_000 };
    for (const day of [today, before, older])
      await addRow(site.env.DB, 'qoe_days', { ...counts, day: day ?? '', network: IRANCELL });
    await addRow(site.env.DB, 'qoe_days', { ...counts, day: today ?? '', network: 197_207, stalls: 99 });
    const bucket = startTimes.findBucket(2000);
    const starts = { height: 720, network: IRANCELL, bucket, starts: 5 };
    await addRow(site.env.DB, 'qoe_starts', { ...starts, day: today ?? '' });
    await hold(who, FILM.id, IRANCELL);
    const { networks } = await view(who);
    expect(networks).toMatchObject([
      { network: IRANCELL, starts: 5, stalls: 4, stall_share: 0.1, played_seconds: 180 },
    ]);
    expect(networks[0]?.start_p50).toBeGreaterThanOrEqual(2000);
    expect(networks[0]?.start_p50).toBeLessThan(2300);
  });

  it('follows a stream to another network, and a lease of before the column has none', async () => {
    const who = await site.visitor();
    const stream = createStreamId(who.id, { kind: 'title', id: FILM.id });
    for (const asn of [IRANCELL, 197_207, null]) {
      const lease = { stream, userAgent: null, now: site.clock.now, asn };
      expect(await holdLease(openDatabase(platform.env.DB), platform.env, lease)).toBe('held');
      expect((await view(who)).plays).toMatchObject([{ network: asn ?? 0 }]);
      site.clock.now += 60;
    }
  });

  it('has lists with their counts, and purchases', async () => {
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
    for (let title = 0; title < 23; title += 1)
      await addRow(site.env.DB, 'user_lists', {
        user_id: who.id,
        list: 'later',
        title_id: 100 + title,
        added_at: title,
      });
    await addRow(site.env.DB, 'user_lists', { user_id: who.id, list: 'watched', title_id: FILM.id, added_at: 1 });
    const { lists, purchases } = await view(who);
    expect(lists.map(({ list, count, titles }) => [list, count, titles.length])).toEqual([
      ['later', 23, 20],
      ['watching', 0, 0],
      ['watched', 1, 1],
    ]);
    expect(lists[0]?.titles[0]?.title_id).toBe(122);
    expect(purchases).toMatchObject([
      {
        kind: 'title',
        title_id: FILM.id,
        payment_id: data.payment.id,
        name_en: `Film ${String(FILM.id)}`,
        ends_at: null,
      },
    ]);
  });

  it('is read by who may, under the account’s name, and is unknown of nobody', async () => {
    const who = await site.visitor();
    const eye = { ...root, token: EYE };
    expect((await parseFailure(await site.ask(getAccountViewing, { id: who.id }, eye))).code).toBe('operator_role');
    expect((await parseFailure(await site.ask(getAccountViewing, { id: 987_654 }, root))).code).toBe('person_unknown');
    await view(who);
    expect((await site.call(listAccess, {}, who)).data).toMatchObject([{ action: 'getAccountViewing' }]);
  });
});
