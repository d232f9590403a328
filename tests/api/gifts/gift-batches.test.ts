import { beforeEach, describe, expect, it } from 'vitest';
import { buyGift, buyPlan } from '../../../src/features/checkout/contract.ts';
import { listGiftCards } from '../../../src/features/gifts/desk-contract.ts';
import { getGift } from '../../../src/features/gifts/contract.ts';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import { getDayBook } from '../../../src/features/operator/books-contract.ts';
import { refundPayment } from '../../../src/features/operator/contract.ts';
import { getDeskPayment, rehearseRefund } from '../../../src/features/operator/desk-payments-contract.ts';
import * as gifts from '../../../src/features/operator/gift-batches-contract.ts';
import type { Input } from '../../../src/platform/http/calls/call.ts';
import { isoDay } from '../../../src/platform/text/iso-day.ts';
import { openGifts } from '../../support/money/gifts.ts';
import { openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform, site: shop, redeem, balance } = await openGifts();
const ROOT = 'd'.repeat(40);
const settings = { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: shop.env.MEDIA_SIGNING_KEY };
const LIMIT = 40 * PLAN.total;
const site = openMoney(platform, { ...settings, REFUND_ALONE_TOMAN: String(LIMIT) });
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const [finance, other, support] = [await join('finance'), await join('finance'), await join('support')];
const DAY = 24 * 60 * 60;
let count = 0;

type Batch = Input<typeof gifts.makeGiftBatch>;
function want(more: Partial<Batch> = {}): Batch {
  count += 1;
  return {
    ...{ key: `batch-${String(count)}-key`, plan_id: PLAN.id, count: 10, toman: 1_000_003, buyer: 'کتاب‌فروشی' },
    ...{ tracking: `TR-${String(count)}`, reason: 'for the shop', ...more },
  };
}
const make = async (more: Partial<Batch> = {}, who: Visitor = finance) =>
  (await site.call(gifts.makeGiftBatch, want(more), who)).data.id;
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const readCodes = async (id: string, who: Visitor = finance, key = `codes-${id}`) =>
  (await site.call(gifts.showGiftCodes, { id, key }, who)).data.map(({ code }) => code);
const findBatch = async (id: string, who: Visitor = finance) =>
  (await site.call(gifts.listGiftBatches, {}, who)).data.find((row) => row.id === id);

beforeEach(async () => {
  site.clock.now += DAY + 60;
  shop.clock.now = site.clock.now;
  for (const member of [finance, other, support]) await open(member);
});

describe('a batch of gift cards', () => {
  it('is shown before as it is made: the sum received, owed without its VAT', async () => {
    const wanted = want();
    const before = await Promise.all(['bank:transfer', 'gift_cards', 'vat', 'wallet:0'].map(balance));
    const { data: preview } = await site.call(gifts.rehearseGiftBatch, wanted, finance);
    expect(preview).toMatchObject({ count: 10, toman: 1_000_003, worth: 10 * PLAN.total, needs_approval: false });
    expect(await Promise.all(['bank:transfer', 'gift_cards', 'vat', 'wallet:0'].map(balance))).toEqual(before);
    const { id } = (await site.call(gifts.makeGiftBatch, wanted, finance)).data;
    const after = await Promise.all(['bank:transfer', 'gift_cards', 'vat', 'wallet:0'].map(balance));
    const sums = Object.fromEntries(preview.entries.map(({ account, amount }) => [account, amount]));
    expect(sums['bank:transfer']).toBe(-1_000_003);
    expect((sums['gift_cards'] ?? 0) + (sums['vat'] ?? 0)).toBe(1_000_003);
    expect(after.map((sum, at) => sum - (before[at] ?? 0))).toEqual([
      ...[sums['bank:transfer'], sums['gift_cards'], sums['vat']],
      0,
    ]);
    const { data } = await site.call(getDeskPayment, { id }, finance);
    expect(data.lines.map(({ total }) => total)).toEqual([
      100_001,
      100_001,
      100_001,
      ...Array<number>(7).fill(100_000),
    ]);
    expect(data).toMatchObject({ user_id: 0, method: 'transfer', reference: wanted.tracking });
    const book = (await site.call(getDayBook, { day: isoDay(site.clock.now) }, finance)).data;
    expect(book.sums).toContainEqual(expect.objectContaining({ event: 'pay', account: 'bank:transfer' }));
  });

  it('is one batch for thirty presses of one key, and another request with it is refused', async () => {
    const wanted = want();
    const answers = await Promise.all(Array.from({ length: 30 }, () => site.ask(gifts.makeGiftBatch, wanted, finance)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await site.count('gift_batches WHERE key = ?', wanted.key)).toBe(1);
    expect(await site.count('payments WHERE reference = ?', wanted.tracking)).toBe(1);
    expect(await refuse(gifts.makeGiftBatch, { ...wanted, count: 20 }, finance)).toBe('409 key_used');
    expect(await refuse(gifts.rehearseGiftBatch, wanted, finance)).toBe('409 key_used');
  });

  it('is one for each transfer, of a plan that is sold, in tens, at most at its price', async () => {
    const wanted = want();
    await site.call(gifts.makeGiftBatch, wanted, finance);
    const repeat = want({ tracking: wanted.tracking });
    expect(await refuse(gifts.rehearseGiftBatch, repeat, finance)).toBe('409 tracking_used');
    expect(await refuse(gifts.makeGiftBatch, repeat, finance)).toBe('409 tracking_used');
    expect(await site.count("payments WHERE token = 'batch:' || ?", repeat.key)).toBe(0);
    expect(await refuse(gifts.makeGiftBatch, want({ toman: 10 * PLAN.total + 1 }), finance)).toBe(
      '422 gift_above_price',
    );
    expect(await refuse(gifts.makeGiftBatch, want({ toman: 9 }), finance)).toBe('422 amount_invalid');
    expect(await refuse(gifts.makeGiftBatch, want({ plan_id: 987 }), finance)).toBe('404 plan_unknown');
    for (const wrong of [
      { count: 11 },
      { count: 110 },
      { buyer: ' ' },
      { tracking: '' },
      { reason: '' },
      { toman: 1.5 },
    ])
      expect((await site.ask(gifts.makeGiftBatch, { ...want(), ...wrong }, finance)).status).toBe(422);
  });

  it('is not for who has no gifts.write, and no visitor pays by transfer', async () => {
    const visitor = await site.visitor();
    const input = { plan_id: PLAN.id, payment_method: 'transfer' };
    for (const call of [buyPlan, buyGift])
      expect((await parseFailure(await site.ask(call, input, visitor))).code).toBe('gateway_unknown');
    for (const call of [gifts.makeGiftBatch, gifts.rehearseGiftBatch, approvals.requestGiftBatch])
      expect(await refuse(call, want(), support)).toBe('403 operator_role');
    const id = await make();
    expect(await refuse(gifts.showGiftCodes, { id, key: 'not-support' }, support)).toBe('403 operator_role');
    expect((await findBatch(id, support))?.is_own).toBe(false);
  });
});

it('a batch is found by the number of its transfer or of its payment, along an index', async () => {
  const wanted = want();
  const { id } = (await site.call(gifts.makeGiftBatch, wanted, finance)).data;
  const find = async (number: string) =>
    (await site.call(gifts.listGiftBatches, { number }, support)).data.map((batch) => batch.id);
  expect(
    await find(` ${wanted.tracking.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)))} `),
  ).toEqual([id]);
  expect(await find(id.toUpperCase())).toEqual([id]);
  expect(await find("x' OR 1")).toEqual([]);
});

describe('the codes of a batch', () => {
  it('are shown once to its maker, and for a day to the same key, and are in no table or list', async () => {
    const id = await make();
    expect(await refuse(gifts.showGiftCodes, { id, key: 'of-another' }, other)).toBe('409 gift_codes_shown');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        site.ask(gifts.showGiftCodes, { id, key: `parallel-${String(at)}` }, finance),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const { data: codes } = (await winners[0]?.json()) as { data: { code: string }[] };
    expect(new Set(codes.map(({ code }) => code)).size).toBe(10);
    const key = await site
      .sql('SELECT codes_key FROM gift_batches WHERE payment_id = ?', id)
      .first<string>('codes_key');
    expect((await site.call(gifts.showGiftCodes, { id, key: key ?? '' }, finance)).data).toEqual(codes);
    expect(await findBatch(id)).toMatchObject({ is_own: true, codes_open: true });
    site.clock.now += DAY;
    await open(finance);
    expect(await findBatch(id)).toMatchObject({ codes_open: false });
    for (const later of [key ?? '', 'a-later-key'])
      expect(await refuse(gifts.showGiftCodes, { id, key: later }, finance)).toBe('409 gift_codes_shown');
    const lists = [
      await site.call(gifts.listGiftBatches, {}, finance),
      await site.call(listGiftCards, {}, finance),
      await site.call(getDeskPayment, { id }, finance),
      await site.sql('SELECT * FROM gift_cards WHERE payment_id = ?', id).all(),
      await site.sql('SELECT * FROM gift_batches').all(),
      await site.sql('SELECT * FROM operator_audit').all(),
    ];
    for (const { code } of codes) {
      expect(JSON.stringify(lists)).not.toContain(code);
      expect(JSON.stringify(lists)).not.toContain(code.replaceAll('-', ''));
    }
    const card = await site.sql('SELECT id FROM gift_cards WHERE payment_id = ?', id).first<string>('id');
    expect(await refuse(getGift, { id: card ?? '' }, await site.visitor())).toBe('404 gift_unknown');
    const change = site.sql('UPDATE gift_batches SET codes_key = NULL WHERE payment_id = ?', id).run();
    await expect(change).rejects.toThrow(/gift_codes_shown/);
  });

  it('are shown no more once their maker says that they are saved', async () => {
    const id = await make();
    const key = `codes-${id}`;
    expect(await refuse(gifts.closeGiftCodes, { id, key }, finance)).toBe('409 gift_codes_shown');
    const codes = await readCodes(id);
    expect(await readCodes(id)).toEqual(codes);
    for (const [input, who] of [
      [{ id, key: 'another-key' }, finance],
      [{ id, key }, other],
    ] as const)
      expect(await refuse(gifts.closeGiftCodes, input, who)).toBe('409 gift_codes_shown');
    const saved = await Promise.all(
      Array.from({ length: 30 }, () => site.call(gifts.closeGiftCodes, { id, key }, finance)),
    );
    expect(new Set(saved.map(({ data }) => data.saved_at)).size).toBe(1);
    expect(await refuse(gifts.showGiftCodes, { id, key }, finance)).toBe('409 gift_codes_shown');
    expect(await findBatch(id)).toMatchObject({ codes_open: false });
    const change = site.sql('UPDATE gift_batches SET codes_saved_at = NULL WHERE payment_id = ?', id).run();
    await expect(change).rejects.toThrow(/gift_codes_shown/);
  });

  it('give the days once', async () => {
    const [code = ''] = await readCodes(await make());
    const friends = await Promise.all(Array.from({ length: 10 }, () => shop.visitor()));
    const answers = await Promise.all(friends.map((friend) => redeem(friend, code)));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(await redeem(await shop.visitor(), code)).toBe('gift_invalid');
    // Its maker has read the codes.
    const [next = ''] = await readCodes(await make());
    expect(await redeem(finance, next)).toBe('gift_invalid');
    expect(await redeem(other, next)).toBe('ok');
  });
});

describe('a batch above the sum of one person', () => {
  it('is refused to one, also in several small batches and at one moment', async () => {
    expect(await refuse(gifts.makeGiftBatch, want({ count: 50 }), finance)).toBe('409 approval_required');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => site.ask(gifts.makeGiftBatch, want(), at % 2 === 0 ? finance : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const { data } = await site.call(gifts.rehearseGiftBatch, want(), finance);
    expect(data.needs_approval).toBe(true);
  });

  it('is made by a second member as the first saw it, and the first reads the codes', async () => {
    const wanted = want({ count: 100, toman: 9_000_000 });
    const { needs_approval: needs, ...preview } = (await site.call(gifts.rehearseGiftBatch, wanted, finance)).data;
    expect(needs).toBe(true);
    const { data: made } = await site.call(approvals.requestGiftBatch, wanted, finance);
    expect(made).toMatchObject({ kind: 'gifts', preview, request: { buyer: wanted.buyer, tracking: wanted.tracking } });
    expect(await refuse(approvals.approveRequest, { id: made.id }, finance)).toBe('403 approval_self');
    expect(await refuse(approvals.approveRequest, { id: made.id }, support)).toBe('404 approval_unknown');
    expect((await site.call(approvals.approveRequest, { id: made.id }, other)).data.state).toBe('approved');
    expect(await refuse(approvals.approveRequest, { id: made.id }, other)).toBe('409 approval_closed');
    const { data: list } = await site.call(gifts.listGiftBatches, {}, finance);
    const row = list.find(({ tracking }) => tracking === wanted.tracking);
    expect(row).toMatchObject({ count: 100, toman: 9_000_000, is_own: true, codes_at: null });
    const id = row?.id ?? '';
    expect(await refuse(gifts.showGiftCodes, { id, key: 'the-second-one' }, other)).toBe('409 gift_codes_shown');
    expect(await readCodes(id)).toHaveLength(100);
    expect((await site.call(gifts.rehearseGiftBatch, want(), finance)).data.needs_approval).toBe(false);
  });

  it('is stale where its transfer was booked meanwhile', async () => {
    const wanted = want({ count: 50 });
    const { data: made } = await site.call(approvals.requestGiftBatch, wanted, finance);
    await make({ tracking: wanted.tracking });
    expect(await refuse(approvals.approveRequest, { id: made.id }, other)).toBe('409 tracking_used');
  });
});

describe('withdrawing', () => {
  it('gives the waiting cards back to the outside only, and leaves redeemed ones', async () => {
    const id = await make({ toman: 1_000_000 });
    const codes = await readCodes(id);
    expect(await redeem(await shop.visitor(), codes[0] ?? '')).toBe('ok');
    const batch = await findBatch(id);
    expect(batch).toMatchObject({ redeemed: 1, waiting: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    const owed = await balance('gift_cards');
    const base = { payment_id: id, reason: 'not sold', key: `withdraw-${id}` };
    const lines = (batch?.waiting ?? []).map((line) => ({ line }));
    expect(await refuse(refundPayment, { ...base, destination: 'wallet', lines }, finance)).toBe(
      '409 refund_outside_only',
    );
    const outside = { ...base, destination: 'outside', tracking: `OUT-${id}` } as const;
    expect(await refuse(refundPayment, outside, finance)).toBe('409 gift_not_refundable');
    const { data: preview } = await site.call(rehearseRefund, { ...outside, lines }, finance);
    expect(preview.entries).toEqual([
      { account: 'gift_cards', amount: -9 * 90_909 },
      { account: 'vat', amount: -9 * 9091 },
      { account: 'outside:transfer', amount: 900_000 },
    ]);
    await site.call(refundPayment, { ...outside, lines }, finance);
    expect(await balance('gift_cards')).toBe(owed - 9 * 90_909);
    expect(await redeem(await shop.visitor(), codes[1] ?? '')).toBe('gift_invalid');
    expect(await findBatch(id)).toMatchObject({ redeemed: 1, waiting: [] });
    expect(await balance('wallet:0')).toBe(0);
  });

  it('and redeeming at one moment give one of both, never both', async () => {
    for (let at = 0; at < 5; at += 1) {
      const id = await make();
      const [code = ''] = await readCodes(id);
      const friend = await shop.visitor();
      const wanted = { payment_id: id, destination: 'outside', tracking: `RACE-${id}`, reason: 'race' } as const;
      const [redemption, withdrawal] = await Promise.all([
        redeem(friend, code),
        site.ask(refundPayment, { ...wanted, key: `race-${id}`, lines: [{ line: 0 }] }, finance),
      ]);
      expect([redemption === 'ok', withdrawal.status === 200].filter(Boolean)).toHaveLength(1);
      site.clock.now += DAY;
      shop.clock.now = site.clock.now;
      await open(finance);
    }
  });

  it('a hundred cards is asked of a second member, whose preview has their sums', async () => {
    const wanted = want({ count: 100, toman: 10_000_000 });
    const { data: batch } = await site.call(approvals.requestGiftBatch, wanted, finance);
    await site.call(approvals.approveRequest, { id: batch.id }, other);
    const id = await site
      .sql('SELECT payment_id AS id FROM gift_batches WHERE key = ?', wanted.key)
      .first<string>('id');
    const refund = { payment_id: id ?? '', destination: 'outside', tracking: 'ALL-BACK', reason: 'not sold' } as const;
    const { data: made } = await site.call(approvals.requestRefund, { ...refund, key: 'all-back-key' }, finance);
    expect(made.kind === 'refund' && [made.preview.entries.length, made.preview.lines.length]).toEqual([3, 100]);
    expect((await site.call(approvals.approveRequest, { id: made.id }, other)).data.state).toBe('approved');
    expect(await findBatch(id ?? '')).toMatchObject({ count: 100, waiting: [] });
  });
});
