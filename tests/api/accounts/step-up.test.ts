import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmCode, sendConfirmation } from '../../../src/features/accounts/contract/account.ts';
import { cancelAccount } from '../../../src/features/personal-data/contract.ts';
import { getUser, login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';
import { openMoney, PLAN, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const MINUTE = 60;
let platform: Platform;
let site: MoneySite;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  await sell(platform.env.DB, site.clock.now);
});
afterAll(() => platform.dispose());

/** A visitor whose session has confirmed no code for a long time. */
const visitor = () => site.visitor({ confirms: false });
/** Lets the confirmation of a visitor's sessions be long ago. */
async function forget({ id }: Visitor): Promise<void> {
  await site.sql('UPDATE sessions SET stepped_up_at = 0 WHERE user_id = ?', id).run();
}
async function lastCode({ mobile }: Visitor): Promise<string> {
  const match = "SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC";
  return (await site.sql(match, mobile).first<string>('code')) ?? '';
}
/** Asks for a code and answers it. */
async function receiveCode(who: Visitor): Promise<string> {
  site.clock.now += 2 * MINUTE;
  expect((await site.call(sendConfirmation, {}, who)).sms_sent).toBe(true);
  return lastCode(who);
}
async function confirm(who: Visitor): Promise<void> {
  await site.call(confirmCode, { code: await receiveCode(who) }, who);
}
const confirmed = async (who: Visitor, code: string) => {
  const response = await site.ask(confirmCode, { code }, who);
  return response.ok ? 'ok' : (await parseFailure(response)).code;
};
/** The outcome of a call: `ok`, or its status and code. */
async function outcome(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  if (response.ok) return 'ok';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
}
const changeCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');
/** Another session of the same account. */
async function elsewhere(who: Visitor): Promise<Visitor> {
  site.clock.now += 2 * MINUTE;
  await site.call(sendCode, { mobile: who.mobile });
  const { token } = await site.call(login, { mobile: who.mobile, password: await lastCode(who) });
  return { ...who, token };
}
async function addBank(who: Visitor): Promise<void> {
  const { data } = await site.call(buySubscription, { add_new_bank: true }, who);
  await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
}

describe('without a confirmed code', () => {
  it.each([
    ['adding a bank', buySubscription, { add_new_bank: true }],
    ['what adds a bank by itself', buySubscription, { subscription: true }],
    ['cancelling the account', cancelAccount, { confirm: true }],
  ] as const)('%s is refused and changes nothing', async (_, call, input) => {
    const who = await visitor();
    expect(await outcome(site.ask(call, input, who))).toBe('403 code_needed');
    expect((await site.ask(getUser, {}, who)).status).toBe(200);
    expect(await site.count('mandates WHERE user_id = ?', who.id)).toBe(0);
    expect(await site.count('direct_debit_settings WHERE user_id = ?', who.id)).toBe(0);
    await confirm(who);
    expect(await outcome(site.ask(call, input, who))).toBe('ok');
  });

  it('the first direct debit of a mandate is refused, and those after it are not', async () => {
    const who = await visitor();
    await confirm(who);
    await addBank(who);
    await forget(who);
    // The bank that is newly agreed to: neither collected from by hand, nor let be collected from by itself.
    const pay = { plan_id: PLAN.id, payment_method: 'direct_debit' };
    const open = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'sandbox' }, who);
    for (const input of [{ pay_anything: true }, { subscription: true }, { payment_id: open.data.payment.id }]) {
      expect(await outcome(site.ask(buySubscription, input, who))).toBe('403 code_needed');
    }
    expect(
      await site.count('direct_debit_settings WHERE user_id = ? AND subscription + pay_anything > 0', who.id),
    ).toBe(0);
    await site.sql('UPDATE direct_debit_settings SET pay_anything = 1 WHERE user_id = ?', who.id).run();
    expect(await outcome(site.ask(buyPlan, pay, who))).toBe('403 code_needed');
    expect(await site.count("payments WHERE user_id = ? AND method = 'direct_debit'", who.id)).toBe(0);
    await confirm(who);
    expect(await outcome(site.ask(buyPlan, pay, who))).toBe('ok');
    await forget(who);
    expect(await outcome(site.ask(buySubscription, { subscription: true }, who))).toBe('ok');
    expect(await site.books()).toEqual([]);
  });

  it('another bank needs one again, whatever was collected before', async () => {
    const who = await visitor();
    await confirm(who);
    await addBank(who);
    await site.call(buySubscription, { subscription: true }, who);
    await forget(who);
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, who))).toBe('403 code_needed');
    await confirm(who);
    await addBank(who);
    await forget(who);
    expect(await outcome(site.ask(buySubscription, { subscription: true }, who))).toBe('403 code_needed');
  });

  it('what ends something is open: turning off, and deleting nothing needs none', async () => {
    const who = await visitor();
    await confirm(who);
    await addBank(who);
    await site.call(buySubscription, { subscription: true }, who);
    await site.sql('UPDATE mandates SET approved_at = NULL WHERE user_id = ?', who.id).run();
    await forget(who);
    expect(await outcome(site.ask(buySubscription, { subscription: false, pay_anything: false }, who))).toBe('ok');
  });
});

describe('a code that confirms', () => {
  it('is sent to the account’s own mobile, whatever the request says', async () => {
    const who = await visitor();
    site.clock.now += 2 * MINUTE;
    await site.call(sendConfirmation, { mobile: '09350000099' }, who);
    expect(await site.count("outbox WHERE mobile = '09350000099'")).toBe(0);
    expect(await lastCode(who)).toMatch(/^\d{4}$/);
    expect((await site.ask(sendConfirmation, {})).status).toBe(401);
  });

  it('is good for ten minutes from its confirming, and once', async () => {
    const who = await visitor();
    const code = await receiveCode(who);
    expect(await confirmed(who, code)).toBe('ok');
    expect(await confirmed(who, code)).toBe('code_wrong_or_expired');
    site.clock.now += 10 * MINUTE - 1;
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, who))).toBe('ok');
    site.clock.now += 1;
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, who))).toBe('403 code_needed');
    expect(await confirmed(who, code)).toBe('code_wrong_or_expired');
  });

  it('that comes too late confirms nothing, and neither does the one before the newest', async () => {
    const who = await visitor();
    const first = await receiveCode(who);
    const second = await receiveCode(who);
    if (first !== second) expect(await confirmed(who, first)).toBe('code_wrong_or_expired');
    site.clock.now += 5 * MINUTE;
    expect(await confirmed(who, second)).toBe('code_wrong_or_expired');
    expect(await outcome(site.ask(cancelAccount, { confirm: true }, who))).toBe('403 code_needed');
  });

  it('allows three guesses, and none more at the same moment', async () => {
    const who = await visitor();
    const code = await receiveCode(who);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => confirmed(who, changeCode(code))));
    expect(new Set(guesses)).toEqual(new Set(['code_wrong_or_expired']));
    expect(await confirmed(who, code)).toBe('code_wrong_or_expired');
    for (const odd of ['', '12', 'abcd', '12345', '１２３٤x']) {
      expect(['code_invalid', 'invalid_input']).toContain(await confirmed(who, odd));
    }
  });

  it('is used up by one of many that come at the same moment', async () => {
    const who = await visitor();
    const code = await receiveCode(who);
    const answers = await Promise.all(Array.from({ length: 3 }, () => confirmed(who, code)));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
  });

  it('serves the session it was sent for and no other', async () => {
    const who = await visitor();
    const other = await elsewhere(who);
    await forget(who);
    const code = await receiveCode(who);
    expect(await confirmed(other, code)).toBe('code_wrong_or_expired');
    const stranger = await visitor();
    expect(await confirmed(stranger, code)).toBe('code_wrong_or_expired');
    expect(await confirmed(who, code)).toBe('ok');
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, other))).toBe('403 code_needed');
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, who))).toBe('ok');
  });

  it('does not sign in, and a login code does not confirm', async () => {
    const who = await visitor();
    const code = await receiveCode(who);
    expect((await parseFailure(await site.ask(login, { mobile: who.mobile, password: code }))).code).toBe(
      'code_wrong_or_expired',
    );
    const other = await visitor();
    await site.call(sendCode, { mobile: other.mobile });
    expect(await confirmed(other, await lastCode(other))).toBe('code_wrong_or_expired');
  });

  it('is sent again after ninety seconds, and ten times a day to an account, by all its sessions', async () => {
    const who = await visitor();
    await receiveCode(who);
    const soon = await site.ask(sendConfirmation, {}, who);
    expect([Number(soon.headers.get('retry-after')), (await parseFailure(soon)).code]).toEqual([90, 'code_too_soon']);
    const other = await elsewhere(who);
    for (let more = 0; more < 9; more += 1) await receiveCode(more % 2 === 0 ? who : other);
    site.clock.now += 2 * MINUTE;
    for (const session of [who, other]) {
      expect(await outcome(site.ask(sendConfirmation, {}, session))).toBe('429 code_daily_limit');
    }
    // The owner is not shut out: a login is a confirmation too.
    const fresh = await elsewhere(who);
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, fresh))).toBe('ok');
  });

  it('counts as confirmed where the session has just been signed in to', async () => {
    const who = await elsewhere(await visitor());
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, who))).toBe('ok');
    site.clock.now += 10 * MINUTE;
    expect(await outcome(site.ask(buySubscription, { add_new_bank: true }, who))).toBe('403 code_needed');
  });

  it('that could not be sent is no code, and says so', async () => {
    const who = await visitor();
    const broken = openMoney(platform, {
      SMS_PROVIDER: 'smsir',
      SMSIR_KEY: 'k',
      SMS_TEMPLATE: '1',
      SMS_API_BASE: 'http://127.0.0.1:1',
    });
    broken.clock.now = site.clock.now;
    const response = await broken.ask(sendConfirmation, {}, who);
    expect(await parseFailure(response)).toMatchObject({ status: 502, code: 'sms_failed' });
    await parseAnswer(getUser, await site.ask(getUser, {}, who));
  });
});
