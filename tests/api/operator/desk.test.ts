import { beforeEach, describe, expect, it } from 'vitest';
import { saveSettings } from '../../../src/features/accounts/contract/account.ts';
import { buyCart, buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { foldNames } from '../../../src/features/accounts/server/name-words.ts';
import * as accounts from '../../../src/features/operator/accounts-contract.ts';
import { refundPayment } from '../../../src/features/operator/contract.ts';
import * as payments from '../../../src/features/operator/desk-payments-contract.ts';
import { toInvoice } from '../../../src/features/payments/invoiced.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { countStatements } from '../../support/database/statements.ts';
import { addRow } from '../../support/database/rows.ts';
import { DOWNLOADS, FILM, openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secrets = { ali: 'a'.repeat(40), eye: 'e'.repeat(40) };
const site = openMoney(platform, { OPERATOR_TOKEN: `ali:${secrets.ali},eye/viewer:${secrets.eye}` });
const ali = { id: 0, mobile: '', token: secrets.ali };
const viewer = { id: 0, mobile: '', token: secrets.eye };
const DAY = 24 * 60 * 60;

async function buyFromWallet(who: Visitor) {
  await topUp(site, who, 200_000);
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  return data.payment.id;
}

async function buyMonth(who: Visitor) {
  await topUp(site, who, 200_000);
  const { data } = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
  return data.payment.id;
}

const find = async (query: string, as = ali) => (await site.call(accounts.findAccounts, { query }, as)).data;
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};

// Below the budget of calls a minute.
beforeEach(() => {
  site.clock.now += 10 * 60;
});

describe('an account is found', () => {
  it('by its mobile in any spelling, a payment, the bank’s numbers, a card’s last digits, and a name', async () => {
    const who = await site.visitor();
    await site.call(saveSettings, { name: 'نرگس محمدی' }, who);
    await topUp(site, who, 150_000);
    const paid = await site.sql('SELECT id, reference, trace, card FROM payments WHERE user_id = ?', who.id).first();
    const digits = who.mobile.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));
    for (const text of [who.mobile, `+98 ${who.mobile.slice(1, 4)} ${who.mobile.slice(4)}`, digits]) {
      expect(await find(text), text).toMatchObject([{ id: who.id, match: 'mobile', mobile: who.mobile }]);
    }
    const { id, reference, trace, card } = paid as Record<string, string>;
    expect(await find(` ${String(id).toUpperCase()} `)).toMatchObject([
      { id: who.id, match: 'payment', payment_id: id },
    ]);
    for (const number of [reference, trace]) {
      expect(
        (await find(String(number))).map(({ id: user }) => user),
        number,
      ).toContain(who.id);
    }
    const tracking = '1403771';
    const outside = {
      key: 'found-0001',
      payment_id: id ?? '',
      destination: 'outside' as const,
      tracking,
      reason: 'left',
    };
    await site.call(refundPayment, outside, ali);
    expect(await find('۱۴۰۳۷۷۱')).toMatchObject([{ id: who.id, match: 'tracking', payment_id: id }]);
    const byCard = await find(String(card).slice(-4));
    expect(byCard).toContainEqual(expect.objectContaining({ id: who.id, match: 'card', payment_id: id }));
    expect(await find('نرگس')).toMatchObject([{ id: who.id, match: 'name' }]);
    expect(await find('%')).toEqual([]);
    expect(await find('09350000009')).toEqual([]);
  });

  it('by words of the name, as the search of the site folds them, also where SQL wrote it', async () => {
    const [who, other, latin] = [await site.visitor(), await site.visitor(), await site.visitor()];
    await site.call(saveSettings, { name: 'علی\u200cرضا کیانی‌پور' }, who);
    await site.sql("UPDATE users SET name = 'كيان فرهاديان' WHERE id = ?", other.id).run();
    await site.call(saveSettings, { name: 'Élodie VAN Dijk' }, latin);
    await foldNames(openDatabase(site.env.DB));
    const list = async (query: string) => (await find(query)).map(({ id }) => id).sort((a, b) => a - b);
    for (const query of ['كياني', 'رضا', 'علی رضا', 'کیانی علی', 'پور'])
      expect(await list(query), query).toEqual([who.id]);
    expect(await list('کیان')).toEqual([who.id, other.id]);
    expect(await list('فرهادیان')).toEqual([other.id]);
    for (const query of ['elodie', 'van', 'dijk ELODIE']) expect(await list(query), query).toEqual([latin.id]);
    expect(await list('علی فرهادیان')).toEqual([]);
    await site.call(saveSettings, { name: 'مریم' }, who);
    expect(await list('رضا')).toEqual([]);
    expect(await site.count('names_waiting')).toBe(0);
  });

  it('in one word, in two, or with a half space between them', async () => {
    const spellings = ['امیرحسین', 'امیر حسین', 'امیر\u200cحسین'];
    const people: number[] = [];
    for (const name of spellings) {
      const who = await site.visitor();
      await site.call(saveSettings, { name: `${name} دشتی` }, who);
      people.push(who.id);
    }
    for (const query of spellings)
      expect(
        (await find(query)).map(({ id }) => id).sort((a, b) => a - b),
        query,
      ).toEqual(people);
    expect(await find('حسین امیر کیانی')).toEqual([]);
    expect(await find('ا '.repeat(100))).toBeInstanceOf(Array);
  });

  it('up to twenty, and says that there are more', async () => {
    for (let count = 0; count < 21; count += 1) await site.call(saveSettings, { name: 'یلدا' }, await site.visitor());
    const answer = await site.call(accounts.findAccounts, { query: 'يلدا' }, ali);
    expect([answer.data.length, answer.has_more]).toEqual([20, true]);
    expect((await site.call(accounts.findAccounts, { query: 'نرگس' }, ali)).has_more).toBe(false);
  });

  it('with a masked number for who may not call it, and its trail without what was typed', async () => {
    const who = await site.visitor();
    expect(await find(who.mobile, viewer)).toMatchObject([
      { mobile: `${who.mobile.slice(0, 4)}***${who.mobile.slice(7)}` },
    ]);
    const { data } = await site.call(accounts.getAccount, { id: who.id }, viewer);
    expect(data.mobile).toContain('***');
    const { results } = await site
      .sql("SELECT subject FROM operator_audit WHERE subject LIKE '%' || ? || '%'", who.mobile)
      .all();
    expect(results).toEqual([]);
  });

  it('by two statements, and lists are read by one, each along an index', async () => {
    const counted = countStatements(site.env);
    const watched = openMoney({ ...platform, env: counted.env }, { OPERATOR_TOKEN: `ali:${secrets.ali}` });
    const { data } = await watched.call(accounts.findAccounts, { query: '1234' }, ali);
    expect(data).toBeInstanceOf(Array);
    await watched.call(payments.listDeskPayments, { before: `1.${'a'.repeat(20)}` }, ali);
    await watched.call(payments.listDeskPayments, { state: 'failed' }, ali);
    const statements = counted.statements().filter((text) => / (users|payments) /.test(text));
    expect(statements).toHaveLength(4);
    for (const text of statements) {
      const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
      const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
      const scans = results.filter(({ detail }) =>
        /^SCAN (users|payments)\b(?!.*USING (COVERING )?INDEX)/.test(detail),
      );
      expect(scans, text).toEqual([]);
    }
  });
});

describe('an invoice', () => {
  const SELLER = { SELLER_NAME: ' شرکت نمونه ', SELLER_ECONOMIC_CODE: '4111', SELLER_PHONE: '' };
  const shop = openMoney(platform, { OPERATOR_TOKEN: `ali:${secrets.ali}`, ...SELLER });

  it('has the seller of the settings, for a sale alone, and nothing invented without them', async () => {
    const who = await site.visitor();
    const id = await buyMonth(who);
    const { data } = await shop.call(payments.getDeskPayment, { id }, ali);
    expect(data.seller).toEqual({
      ...{ name: 'شرکت نمونه', economic_code: '4111', national_id: '', registration: '' },
      ...{ address: '', postal_code: '', phone: '' },
    });
    expect(data.lines[0]).toMatchObject({ list_price: PLAN.toman, discount: 0, vat: PLAN.total - PLAN.toman });
    const charge = await site
      .sql("SELECT id FROM payments WHERE user_id = ? AND purpose = 'wallet'", who.id)
      .first<string>('id');
    expect((await shop.call(payments.getDeskPayment, { id: charge ?? '' }, ali)).data.seller).toBeNull();
    expect((await site.call(payments.getDeskPayment, { id }, ali)).data.seller).toBeNull();
  });

  it('has the delivered lines of a basket alone, with their VAT and refunds, on the receipt and in the desk', async () => {
    const who = await site.visitor();
    await topUp(site, who, 100_000);
    const [owned, sold] = DOWNLOADS.map(({ id }) => id) as [number, number];
    const { data } = await site.call(buyCart, { items: [owned, sold] }, who);
    await site.call(buyCart, { items: [owned], payment_method: 'wallet' }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    const { id } = data.payment;
    const giveBack = (key: string, line: number, destination: 'wallet' | 'outside') =>
      site.call(
        refundPayment,
        {
          ...{ key, payment_id: id, destination, reason: 'asked for it', lines: [{ line, toman: 5500 }] },
          ...(destination === 'outside' && { tracking: '1403009' }),
        },
        ali,
      );
    await giveBack('basket-1', 0, 'outside');
    await giveBack('basket-2', 1, 'wallet');
    const desk = (await shop.call(payments.getDeskPayment, { id }, ali)).data;
    expect(desk.seller).not.toBeNull();
    for (const invoice of [toInvoice(desk), toInvoice(await site.payment(id, who))]) {
      expect(invoice).toMatchObject({ total: 16_500, vat: 1500, lines: [{ kind: 'download', total: 16_500 }] });
      expect(invoice?.refunds).toMatchObject([{ destination: 'wallet', toman: 5500, vat: 500 }]);
    }
  });
});

describe('an account’s page', () => {
  it('shows subscription, devices, payments and comments, and is unknown for nobody', async () => {
    const who = await site.visitor();
    const id = await buyMonth(who);
    await addRow(site.env.DB, 'comments', {
      title_id: FILM.id,
      user_id: who.id,
      text: 'good',
      created_at: site.clock.now,
    });
    const { data } = await site.call(accounts.getAccount, { id: who.id }, ali);
    expect(data).toMatchObject({ id: who.id, mobile: who.mobile, wallet: 200_000 - PLAN.total });
    expect(data.subscribed_until).toBe(site.clock.now + PLAN.days * DAY);
    expect(data.payments.find((payment) => payment.id === id)).toMatchObject({
      purpose: 'plan',
      total: PLAN.total,
      refunded: 0,
    });
    expect(data.devices).toHaveLength(1);
    expect(data.comments).toMatchObject([{ text: 'good', state: 'shown' }]);
    expect(await refuse(accounts.getAccount, { id: 987_654 }, ali)).toBe('404 person_unknown');
  });

  it('is signed out of as many sessions as the rehearsal counts, more than the page lists', async () => {
    const who = await site.visitor();
    const expires_at = site.clock.now + DAY;
    for (let count = 0; count < 29; count += 1)
      await addRow(site.env.DB, 'sessions', {
        token_hash: `s${String(count)}`,
        user_id: who.id,
        created_at: 0,
        expires_at,
      });
    await addRow(site.env.DB, 'sessions', { token_hash: 'over', user_id: who.id, created_at: 0, expires_at: 1 });
    expect((await site.call(accounts.rehearseEndSessions, { id: who.id }, ali)).data.sessions).toBe(30);
    const { data } = await site.call(accounts.endAccountSessions, { id: who.id, reason: 'lost phone' }, ali);
    expect(data).toEqual({ ended: 30 });
    expect(await refuse(accounts.rehearseEndSessions, { id: 987_654 }, ali)).toBe('404 person_unknown');
  });

  it('signs every device out, with the reason in the trail', async () => {
    const who = await site.visitor();
    const { data } = await site.call(accounts.endAccountSessions, { id: who.id, reason: 'lost phone' }, ali);
    expect(data).toEqual({ ended: 1 });
    expect((await site.call(accounts.getAccount, { id: who.id }, ali)).data.devices).toEqual([]);
    expect((await site.call(accounts.rehearseEndSessions, { id: who.id }, ali)).data).toEqual({
      sessions: 0,
      streams: 0,
    });
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'endAccountSessions' ORDER BY id DESC")
      .first();
    expect(row).toMatchObject({ subject: `account:${String(who.id)}`, status: 200, before: '{"sessions":1}' });
    expect(row?.['after']).toContain('lost phone');
    expect(await refuse(accounts.endAccountSessions, { id: who.id, reason: 'no' }, ali)).toBe('422 invalid_input');
  });

  it('gives days once for each key, as the rehearsal said, and never twice', async () => {
    const who = await site.visitor({ subscribedUntil: site.clock.now - 5 * DAY });
    const wanted = { id: who.id, key: 'days-0001', days: 7, reason: 'an outage' };
    const rehearsal = await site.call(accounts.extendAccount, { ...wanted, rehearse: true }, ali);
    expect(await site.sql('SELECT count(*) AS n FROM compensations').first('n')).toBe(0);
    const answers = await Promise.all([1, 2, 3].map(() => site.call(accounts.extendAccount, wanted, ali)));
    for (const { data } of answers) expect(data).toEqual(rehearsal.data);
    expect(rehearsal.data.until_after).toBe(site.clock.now + 7 * DAY);
    expect((await site.call(accounts.getAccount, { id: who.id }, ali)).data.subscribed_until).toBe(
      rehearsal.data.until_after,
    );
    expect(await refuse(accounts.extendAccount, { ...wanted, days: 8 }, ali)).toBe('409 key_used');
    for (const days of [0, -1, 1.5, 367]) {
      expect(await refuse(accounts.extendAccount, { ...wanted, key: 'days-0002', days }, ali)).toBe(
        '422 invalid_input',
      );
    }
  });
});

describe('a refund is rehearsed', () => {
  it('by its own batch: nothing is written, and what was shown is what happens, in parts and in full', async () => {
    const who = await site.visitor();
    const film = await buyFromWallet(who);
    const month = await buyMonth(who);
    const tables = ['refunds', 'refund_lines', 'ledger_entries', 'purchases'];
    const steps = [
      { payment_id: film, lines: [{ line: 0, toman: 12_345 }] },
      { payment_id: month, lines: [{ line: 0, toman: 30_000, days: 9 }] },
      { payment_id: month },
      { payment_id: film },
    ];
    for (const [step, wanted] of steps.entries()) {
      const input = {
        key: `refund-${String(step)}`,
        destination: 'wallet',
        reason: 'asked for it',
        ...wanted,
      } as const;
      const counts = await Promise.all(tables.map((table) => site.count(table)));
      const { data: rehearsal } = await site.call(payments.rehearseRefund, input, ali);
      expect(await Promise.all(tables.map((table) => site.count(table)))).toEqual(counts);
      const { data: refund } = await site.call(refundPayment, input, ali);
      expect(rehearsal.lines, String(step)).toEqual(refund.lines);
      const { data: page } = await site.call(payments.getDeskPayment, { id: wanted.payment_id }, ali);
      const booked = page.entries.filter(({ event }) => event === `refund:${refund.id}`);
      expect(rehearsal.entries).toEqual(booked.map(({ account, amount }) => ({ account, amount })));
      const { data: account } = await site.call(accounts.getAccount, { id: who.id }, ali);
      expect({ wallet: account.wallet, until: account.subscribed_until }).toEqual({
        wallet: rehearsal.wallet.after,
        until: rehearsal.until.after,
      });
      expect(rehearsal.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    }
    const over = { key: 'refund-over', payment_id: film, destination: 'wallet', reason: 'asked for it' } as const;
    expect(await refuse(payments.rehearseRefund, over, ali)).toBe('409 refund_too_large');
    expect(await refuse(payments.rehearseRefund, { ...over, key: 'refund-0' }, ali)).toBe('409 key_used');
    const outside = { ...over, key: 'refund-none', destination: 'outside', tracking: "12'34" };
    expect(await refuse(payments.rehearseRefund, outside, ali)).toMatch(/^422/);
  });

  it('without the days that were given after the plan was bought', async () => {
    const who = await site.visitor();
    const id = await buyMonth(who);
    site.clock.now += 20 * DAY;
    await site.call(accounts.extendAccount, { id: who.id, key: 'days-kept', days: 7, reason: 'an outage' }, ali);
    const wanted = { key: 'refund-days', payment_id: id, destination: 'wallet', reason: 'asked for it' } as const;
    const { data } = await site.call(payments.rehearseRefund, wanted, ali);
    expect(data.lines).toMatchObject([{ seconds: 10 * DAY }]);
    expect(data.until.after).toBe(site.clock.now + 7 * DAY);
  });

  it('with the money that is not in the wallet any more', async () => {
    const who = await site.visitor();
    await topUp(site, who, 50_000);
    const id = (await site.sql('SELECT id FROM payments WHERE user_id = ?', who.id).first<string>('id')) ?? '';
    await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
    const wanted = { key: 'refund-empty', payment_id: id, destination: 'outside', tracking: '778899', reason: 'asked' };
    expect(await refuse(payments.rehearseRefund, wanted, ali)).toBe('402 wallet_insufficient');
  });
});

describe('a payment is asked about again', () => {
  it('by its bank, and settles where the bank took the money', async () => {
    const who = await site.visitor();
    const begun = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'sandbox' }, who);
    const { id } = begun.data.payment;
    const address = begun.data.pay_url ?? '';
    await site.payAtGateway(address, 'pay');
    site.clock.now += 60;
    expect((await site.call(payments.getDeskPayment, { id }, ali)).data.state).not.toBe('settled');
    expect((await site.call(payments.verifyAgain, { id, reason: 'a caller' }, ali)).data).toEqual({
      state: 'settled',
      inquiry: 'answered',
    });
    const { data } = await site.call(payments.getDeskPayment, { id }, viewer);
    expect(data).toMatchObject({ state: 'settled', user_id: who.id });
    expect(data.mobile).toContain('***');
    expect((await site.call(payments.verifyAgain, { id, reason: 'a caller' }, ali)).data.inquiry).toBe('impossible');
    expect(await refuse(payments.verifyAgain, { id: 'z'.repeat(20), reason: 'a caller' }, ali)).toBe(
      '404 payment_unknown',
    );
  });

  it('and the list pages through all, the newest first, of a state or of all', async () => {
    const seen: string[] = [];
    let before: string | undefined;
    const all = (await site.sql('SELECT id FROM payments ORDER BY created_at DESC, id DESC').all<{ id: string }>())
      .results;
    for (let page = 0; page < 20; page += 1) {
      const { data, next } = await site.call(payments.listDeskPayments, before === undefined ? {} : { before }, ali);
      seen.push(...data.map(({ id }) => id));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    const { data } = await site.call(payments.listDeskPayments, { state: 'expired' }, ali);
    expect(data.every(({ state }) => state === 'expired')).toBe(true);
  });
});
