import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { openBanks, RELAY_SECRET, type FakeBanks } from '@pardeh/money-simulator/banks/server';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { FILM, openMoney, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRow } from '../../support/database/rows.ts';
import { listen } from '../../support/site/api.ts';

/** The bank has verified, and so has the money, but its answer was lost: only its own word may end such a payment. */

const BANKS = ['saman', 'zarinpal', 'zibal'] as const;
const DAY = 24 * 60 * 60;
let platform: Platform;
let banks: FakeBanks;
let site: MoneySite;
let who: Visitor;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, banks] = await Promise.all([openPlatform(), openBanks(listen)]);
  site = openMoney(platform, {
    DEMO: '',
    MANDATE_PROVIDER: '',
    PAYMENT_GATEWAYS: BANKS.join(','),
    PAYMENT_RELAY_BASE: banks.url,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    SEP_TERMINAL_ID: TERMINAL,
    ZARINPAL_MERCHANT_ID: MERCHANT,
    ZIBAL_MERCHANT: 'zibal',
  });
  await sell(platform.env.DB, site.clock.now);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), banks.close()]);
});
beforeEach(async () => {
  banks.state.mood = 'fine';
  who = await site.visitor();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const buy = async (payment_method: string) => (await site.call(buyTitle, { id: FILM.id, payment_method }, who)).data;
const comeBack = async (request: Request) => {
  expect((await site.api(request, site.env, platform.ctx)).status).toBe(303);
};

/** A film paid for at a bank, whose answer to the verification was lost on its way. */
async function payAndLose(bank: string) {
  const { payment } = await buy(bank);
  const { token } = banks.find(payment.id);
  const paid = banks.leave(token, 'pay');
  banks.state.mood = 'loses answers';
  await comeBack(paid);
  expect(banks.find(payment.id).state).toBe('captured');
  expect((await site.payment(payment.id, who)).state).toBe('pending');
  return { id: payment.id, token };
}

const CANCELLED: Record<(typeof BANKS)[number], Record<string, string>> = {
  saman: { Status: '1', RefNum: '', State: 'CanceledByUser' },
  zarinpal: { Status: 'NOK' },
  zibal: { success: '0', status: '3' },
};

describe.each(BANKS)('%s has the money, but its answer was lost', (bank) => {
  it('and the visitor comes back once more as if they had given up: it settles when the bank can be asked', async () => {
    const { id, token } = await payAndLose(bank);
    await comeBack(banks.leave(token, 'pay', CANCELLED[bank]));
    banks.state.mood = 'fine';
    await site.tick(120);
    expect(await site.payment(id, who)).toMatchObject({ state: 'settled', kept_in_wallet: 0 });
  });

  it('and the visitor buys the same another way: nothing is taken twice', async () => {
    const { id } = await payAndLose(bank);
    banks.state.mood = 'fine';
    const other = BANKS.find((one) => one !== bank) ?? bank;
    const secondAnswer = await site.ask(buyTitle, { id: FILM.id, payment_method: other }, who);
    const { data } = await secondAnswer.json<{ data?: { payment: { id: string } } }>();
    // The same payment, or "in progress": never a second one.
    expect([secondAnswer.status === 409 ? id : data?.payment.id]).toEqual([id]);
    await site.tick(120);
    expect(await site.payment(id, who)).toMatchObject({ state: 'settled', kept_in_wallet: 0 });
  });

  it('and the bank is down until its window is over: it does not expire, and settles afterwards', async () => {
    const { id } = await payAndLose(bank);
    banks.state.mood = 'html';
    await site.tick(120);
    await site.tick(40 * 60);
    expect((await site.payment(id, who)).state).toBe('pending');
    banks.state.mood = 'fine';
    await site.tick(120);
    expect((await site.payment(id, who)).state).toBe('settled');
  });

  it('and the bank refuses the site itself for a while: it neither fails nor expires, and settles afterwards', async () => {
    const { id } = await payAndLose(bank);
    banks.state.mood = 'refuses';
    for (const seconds of [120, 40 * 60, 120]) await site.tick(seconds);
    expect((await site.payment(id, who)).state).toBe('pending');
    banks.state.mood = 'fine';
    await site.tick(120);
    expect(await site.payment(id, who)).toMatchObject({ state: 'settled', kept_in_wallet: 0 });
  });

  it('and the bank is down for a day: a person is called, and a late answer still counts', async () => {
    const { id } = await payAndLose(bank);
    banks.state.mood = 'html';
    await site.tick(120);
    await site.tick(DAY + 120);
    expect((await site.payment(id, who)).state).toBe('expired');
    expect(await site.count("alarms WHERE payment_id = ? AND kind = 'not_given_back'", id)).toBe(1);
    banks.state.mood = 'fine';
    await comeBack(banks.leave(banks.find(id).token, 'pay'));
    expect((await site.payment(id, who)).state).toBe('settled');
  });
});

it('a reference that is none does not take the place of one whose verification lost its answer', async () => {
  const { id, token } = await payAndLose('saman');
  banks.state.mood = 'fine';
  await comeBack(banks.leave(token, 'pay', { RefNum: 'of-nobody' }));
  await site.tick(120);
  expect(await site.payment(id, who)).toMatchObject({ state: 'settled', kept_in_wallet: 0 });
});

it('a worker that died as it verified is followed, whatever the visitor does meanwhile', async () => {
  const { payment } = await buy('saman');
  const { token, reference } = banks.find(payment.id);
  banks.leave(token, 'pay');
  banks.find(payment.id).state = 'captured';
  await site
    .sql(
      "UPDATE payments SET state = 'verifying', claimed_at = ?, reference = ? WHERE id = ?",
      site.clock.now,
      reference,
      payment.id,
    )
    .run();
  await addRow(site.env.DB, 'bank_references', { terminal: TERMINAL, reference, asked_at: site.clock.now });
  banks.state.mood = 'html';
  await site.tick(120);
  await comeBack(banks.leave(token, 'pay', CANCELLED.saman));
  expect((await site.payment(payment.id, who)).state).toBe('pending');
  banks.state.mood = 'fine';
  await site.tick(120);
  expect((await site.payment(payment.id, who)).state).toBe('settled');
});

it('a visitor who is still at the bank’s page may give up, also after a worker died that asked about them', async () => {
  const { payment } = await buy('zarinpal');
  await site
    .sql("UPDATE payments SET state = 'verifying', claimed_at = ? WHERE id = ?", site.clock.now, payment.id)
    .run();
  await site.tick(120);
  await comeBack(banks.leave(banks.find(payment.id).token, 'cancel'));
  expect((await site.payment(payment.id, who)).state).toBe('cancelled');
});
