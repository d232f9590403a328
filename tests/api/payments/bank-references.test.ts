import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chargeWallet } from '../../../src/features/checkout/contract.ts';
import { openBanks, RELAY_SECRET, type FakeBanks } from '@pardeh/money-simulator/banks/server';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { openMoney, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRow } from '../../support/database/rows.ts';
import { listen } from '../../support/site/api.ts';

let platform: Platform;
let banks: FakeBanks;
let site: MoneySite;
let who: Visitor;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, banks] = await Promise.all([openPlatform(), openBanks(listen)]);
  site = openMoney(platform, {
    PAYMENT_GATEWAYS: 'saman,zarinpal,zibal',
    MANDATE_PROVIDER: '',
    PAYMENT_RELAY_BASE: banks.url,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    PAYMENT_TIMEOUT_MS: '8000',
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
  log.mockClear();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

async function charge(amount: number, by = who, payment_method = 'saman') {
  const { data } = await site.call(chargeWallet, { amount, payment_method }, by);
  return { id: data.payment_id, token: banks.find(data.payment_id).token, by };
}
type Charge = Awaited<ReturnType<typeof charge>>;
const comeBack = async (request: Request) => {
  expect((await site.api(request, site.env, platform.ctx)).status).toBe(303);
};
/** The visitor pays and comes back. */
const settle = ({ token }: Charge) => comeBack(banks.leave(token, 'pay'));
/** A request that a visitor of `mine` can forge: their own order, token and amount, with another's reference. */
function forge(mine: Charge, reference: string): Request {
  const { callback, rial } = banks.find(mine.id);
  const fields = { ResNum: mine.id, Token: mine.token, TerminalId: TERMINAL, Status: '2', RefNum: reference };
  return new Request(callback, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, State: 'OK', Amount: String(rial) }),
    headers: { origin: 'https://sep.shaparak.ir', 'sec-fetch-site': 'cross-site' },
  });
}
/** A payment that was paid at the bank and whose visitor has not come back yet; its reference. */
function payOnly({ id, token }: Charge): string {
  banks.leave(token, 'pay');
  return banks.find(id).reference;
}
const payment = ({ id, by }: Charge) => site.payment(id, by);
const keptReference = ({ id }: Charge) =>
  site.sql('SELECT reference FROM payments WHERE id = ?', id).first('reference');
const reported = () => log.mock.calls.flat().map(String).join('\n');

describe('a return for payment B with the reference of payment A', () => {
  it('touches neither: nothing is reversed, A settles by its own return, and B stays open', async () => {
    const a = await charge(25_000);
    const b = await charge(26_000, await site.visitor());
    const reference = payOnly(a);
    await comeBack(forge(b, reference));
    expect(banks.find(a.id).state).toBe('captured');
    expect(await payment(b)).toMatchObject({ state: 'pending', next: 'continue' });
    expect(await keptReference(b)).toBeNull();
    expect(reported()).toContain('NOT given back');
    await settle(a);
    expect(await payment(a)).toMatchObject({ state: 'settled', reference });
    await settle(b);
    expect(await payment(b)).toMatchObject({ state: 'settled' });
    expect([await site.wallet(who), await site.wallet(b.by)]).toEqual([25_000, 26_000]);
  });

  it('ends B where its page is over, with a person to ask', async () => {
    const a = await charge(25_000);
    const b = await charge(26_000);
    const reference = payOnly(a);
    site.clock.now += 15 * 60 + 1;
    await comeBack(forge(b, reference));
    expect(await payment(b)).toMatchObject({ state: 'failed', problem: 'amount_mismatch', next: 'contact' });
    await settle(a);
    expect(await payment(a)).toMatchObject({ state: 'settled' });
  });

  it('does not lose the reference that B’s own return has named before', async () => {
    const a = await charge(25_000);
    const b = await charge(26_000);
    const ownReference = payOnly(b);
    banks.state.mood = 'html';
    await comeBack(forge(b, ownReference));
    banks.state.mood = 'fine';
    expect(await keptReference(b)).toBe(ownReference);
    await comeBack(forge(b, payOnly(a)));
    expect(await keptReference(b)).toBe(ownReference);
    await site.tick(120);
    expect(await payment(b)).toMatchObject({ state: 'settled', reference: ownReference });
    await settle(a);
    expect(await site.wallet(who)).toBe(51_000);
  });

  it('while the bank is down keeps neither from settling', async () => {
    const a = await charge(25_000);
    const b = await charge(26_000);
    const reference = payOnly(a);
    banks.state.mood = 'html';
    await comeBack(forge(b, reference));
    banks.state.mood = 'fine';
    site.clock.now += 46;
    await settle(a);
    expect(await payment(a)).toMatchObject({ state: 'settled', reference });
    await site.tick(120);
    expect(await payment(b)).toMatchObject({ state: 'pending', next: 'continue' });
    await settle(b);
    expect(await site.wallet(who)).toBe(51_000);
  });

  it('by twenty payments at once, with A’s own return among them, credits A alone', async () => {
    const a = await charge(25_000);
    const others: Charge[] = [];
    for (let at = 1; at <= 20; at += 1) {
      // Nobody may open so many bank pages at once; this is about what their returns can do.
      await site.sql('DELETE FROM rate_limits').run();
      others.push(await charge(25_000 + at));
    }
    const reference = payOnly(a);
    await Promise.all([...others.map((b) => comeBack(forge(b, reference))), settle(a)]);
    await site.tick(120);
    expect(await payment(a)).toMatchObject({ state: 'settled', reference });
    expect(banks.find(a.id).state).toBe('captured');
    expect(await site.wallet(who)).toBe(25_000);
    expect(await site.count("payments WHERE user_id = ? AND state = 'pending'", who.id)).toBe(20);
  });

  it('of the same amount is one credit: the first return has it, the other one’s is refused', async () => {
    const a = await charge(25_000);
    const b = await charge(25_000, await site.visitor());
    const reference = payOnly(a);
    await comeBack(forge(b, reference));
    await settle(a);
    expect(await payment(b)).toMatchObject({ state: 'settled', reference });
    expect((await payment(a)).state).toBe('pending');
    expect([await site.wallet(who), await site.wallet(b.by)]).toEqual([0, 25_000]);
    expect(reported()).toContain('reference_used');
  });

  it('of the same amount, whose answer is lost, is named to a person once B is paid by another', async () => {
    const a = await charge(25_000);
    const b = await charge(25_000, await site.visitor());
    const reference = payOnly(a);
    banks.state.mood = 'html';
    await comeBack(forge(b, reference));
    banks.state.mood = 'fine';
    site.clock.now += 46;
    await settle(b);
    expect(await payment(b)).toMatchObject({ state: 'settled' });
    expect(await keptReference(b)).not.toBe(reference);
    expect(await site.count("alarms WHERE kind = 'not_given_back' AND instr(text, ?)", reference)).toBe(1);
    await settle(a);
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('of the same amount, both at once and again by the cron, is one credit', async () => {
    const a = await charge(25_000);
    const b = await charge(25_000, await site.visitor());
    const reference = payOnly(a);
    await Promise.all([comeBack(forge(b, reference)), settle(a)]);
    await site.tick(120);
    await Promise.all([comeBack(forge(b, reference)), settle(a)]);
    expect((await site.wallet(who)) + (await site.wallet(b.by))).toBe(25_000);
  });

  it.each(['zarinpal', 'zibal'])(
    'is not possible at %s, which is asked by its own name of the payment',
    async (bank) => {
      const a = await charge(25_000, who, bank);
      const b = await charge(26_000, who, bank);
      const back = banks.leave(a.token, 'pay');
      // The return of A, sent to B with B's own name in it: the bank is asked about B, which nobody has paid.
      const url = new URL(back.url.replaceAll(a.id, b.id).replaceAll(a.token, b.token));
      await comeBack(new Request(url));
      expect((await payment(b)).state).not.toBe('settled');
      expect(banks.find(a.id).state).toBe('paid');
      await settle(a);
      await settle(b);
      expect(await site.wallet(who)).toBe(51_000);
    },
  );
});

describe('a reference that the bank says was verified before', () => {
  it('is refused where this site never asked about it: another one shares the terminal', async () => {
    const a = await charge(25_000);
    payOnly(a);
    // The other site's question.
    banks.find(a.id).state = 'captured';
    await settle(a);
    const refused = { state: 'failed', problem: 'reference_used', next: 'contact' };
    expect(await payment(a)).toMatchObject(refused);
    expect(reported()).toContain('reference_used');
    // Asking again makes it no truer, now or later, for this payment or another.
    await settle(a);
    site.clock.now += 120;
    await settle(a);
    const b = await charge(25_000);
    await comeBack(forge(b, banks.find(a.id).reference));
    expect([await payment(a), await payment(b)]).toMatchObject([refused, refused]);
    expect(await site.wallet(who)).toBe(0);
  });

  it('is refused to two payments that ask about it for the first time at once', async () => {
    const a = await charge(25_000);
    const b = await charge(25_000);
    const other = await charge(25_001);
    const reference = payOnly(other);
    Object.assign(banks.find(other.id), { state: 'captured', paidRial: 250_000 });
    await Promise.all([a, b].map((one) => comeBack(forge(one, reference))));
    await site.tick(120);
    await Promise.all([a, b].map((one) => comeBack(forge(one, reference))));
    expect(await site.wallet(who)).toBe(0);
  });

  it('counts where the bank’s first answer was lost', async () => {
    const a = await charge(25_000);
    const back = banks.leave(a.token, 'pay');
    banks.state.mood = 'loses answers';
    await comeBack(back);
    expect(banks.find(a.id).state).toBe('captured');
    expect(await payment(a)).toMatchObject({ state: 'pending' });
    banks.state.mood = 'fine';
    await site.tick(120);
    expect(await payment(a)).toMatchObject({ state: 'settled' });
    expect(await site.wallet(who)).toBe(25_000);
  });

  it('is not believed for having been asked about when the bank knew nothing of it', async () => {
    const a = await charge(25_000);
    const other = await charge(25_001);
    const { reference } = banks.find(other.id);
    await comeBack(forge(a, reference));
    expect(await payment(a)).toMatchObject({ state: 'failed', problem: 'not_found_at_bank' });
    Object.assign(banks.find(other.id), { state: 'captured', paidRial: 250_000 });
    site.clock.now += 120;
    await comeBack(forge(a, reference));
    expect(await payment(a)).toMatchObject({ state: 'failed', problem: 'reference_used' });
    expect(await site.wallet(who)).toBe(0);
  });
});

describe('the table of references', () => {
  it('lets one settle one payment of a gateway and terminal, and keeps its owner', async () => {
    const insert = (terminal: string, reference: string, payment_id: string) =>
      addRow(site.env.DB, 'bank_references', { terminal, reference, state: 'verified', payment_id });
    await insert('t1', 'r', 'p1');
    await expect(insert('t1', 'r', 'p2')).rejects.toThrow('UNIQUE');
    await insert('t2', 'r', 'p3');
    await expect(site.sql("UPDATE bank_references SET payment_id = 'p4' WHERE terminal = 't1'").run()).rejects.toThrow(
      'reference_used',
    );
    // One that settled before terminals were noted counts for every terminal.
    await insert('', 'old', 'p5');
    await expect(insert('t1', 'old', 'p6')).rejects.toThrow('reference_used');
  });
});
