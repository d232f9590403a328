import { beforeEach, describe, expect, it } from 'vitest';
import { login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import * as calls from '../../../src/features/checkout/trial-contract.ts';
import { getAppDetails } from '../../../src/features/site/contract.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { countStatements } from '../../support/database/statements.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openSeededPlatform } from '../../support/site/platform.ts';

const platform = await openSeededPlatform();
const secrets = { pay: 'p'.repeat(40), sara: 's'.repeat(40), ali: 'a'.repeat(40) };
const vars = {
  OPERATOR_TOKEN: `pay/finance:${secrets.pay},sara/finance:${secrets.sara},ali/support:${secrets.ali}`,
};
const site = openMoney(platform, vars);
const [pay, sara, support] = [secrets.pay, secrets.sara, secrets.ali].map((token) => ({
  id: 0,
  mobile: '',
  token,
})) as [Visitor, Visitor, Visitor];
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const { addTrialRule, listTrialRules, withdrawTrialRule } = calls;

let keys = 0;
const read = async () => (await site.call(listTrialRules, {}, pay)).data;
const rule = (more: Record<string, unknown> = {}) => ({
  ...{ key: `trial-key-${String((keys += 1))}`, starts_at: null, days: 14, reason: 'a festival', ...more },
});
const set = async (more: Record<string, unknown> = {}, as = pay) => {
  const { rev } = await read();
  return (await site.call(addTrialRule, { rev, ...rule(more) }, as)).data;
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const readPageTrial = async () => (await site.call(getAppDetails, {})).data.trial;

let mobiles = 0;
const newMobile = () => `0935${String((mobiles += 1)).padStart(7, '0')}`;
const readUser = (mobile: string) =>
  site.sql('SELECT subscribed_until AS until, created_at AS at FROM users WHERE mobile = ?', mobile).first<{
    until: number;
    at: number;
  }>();
const getCode = async (mobile: string) => {
  await site.call(sendCode, { mobile }, { id: 9000 + mobiles, mobile, token: '' });
  const code = "SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC";
  return (await site.sql(code, mobile).first<string>('code')) ?? '';
};
const signIn = async (mobile: string, code: string) => {
  await site.call(login, { mobile, password: code }, { id: 9000 + mobiles, mobile, token: '' });
  const user = await readUser(mobile);
  if (!user) throw new Error(`no account of ${mobile}`);
  return user.until === 0 ? 0 : user.until - user.at;
};
/** Days of the trial that a new account gets, in seconds. */
const signUp = async () => {
  const mobile = newMobile();
  return signIn(mobile, await getCode(mobile));
};

beforeEach(() => {
  site.clock.now += DAY;
});

describe('the trial of new accounts', () => {
  it('is that of the settings until the first rule begins', async () => {
    expect(await signUp()).toBe(7 * DAY);
    const start = site.clock.now + HOUR;
    expect(await set({ starts_at: start })).toEqual({ starts_at: start, ends_at: null, before: 7, after: 14 });
    expect(await read()).toMatchObject({ days: 7, setting: 7, rev: 1, rules: [{ state: 'planned', days: 14 }] });
    site.clock.now = start;
    expect(await read()).toMatchObject({ days: 14, setting: 7, rules: [{ state: 'now' }] });
  });

  it('changes at its second for who signs up, and for nobody whose trial has begun', async () => {
    await set({ days: 10 });
    const [early, late] = [newMobile(), newMobile()];
    const codes = [await getCode(early), await getCode(late)];
    const start = site.clock.now + 30;
    await set({ starts_at: start, days: 30 });
    site.clock.now = start - 1;
    expect(await signIn(early, codes[0] ?? '')).toBe(10 * DAY);
    const before = await readUser(early);
    site.clock.now = start;
    expect(await signIn(late, codes[1] ?? '')).toBe(30 * DAY);
    site.clock.now += 2 * HOUR;
    await signIn(early, await getCode(early));
    await set({ days: 0 });
    expect(await readUser(early)).toEqual(before);
    expect(await signUp()).toBe(0);
    await signIn(late, await getCode(late));
    expect((await readUser(late))?.until).toBe(start + 30 * DAY);
  });

  it('is on every page in the statement that they had, with the second of the next change', async () => {
    await set({ days: 5 });
    const start = site.clock.now + HOUR;
    await set({ starts_at: start, days: 1 });
    expect(await readPageTrial()).toEqual({ days: 5, until: start });
    const counted = countStatements(site.env);
    const watched = openMoney({ ...platform, env: counted.env }, vars);
    watched.clock.now = start;
    expect((await watched.call(getAppDetails, {})).data.trial).toEqual({ days: 1, until: null });
    expect(counted.statements().filter((text) => !text.includes('sessions'))).toHaveLength(1);
  });

  it('gives every page another version', async () => {
    const version = () => platform.env.CONFIG.get(CATALOGUE_VERSION_KEY);
    const before = await version();
    await set({ days: 21, starts_at: site.clock.now + DAY });
    const planned = await version();
    expect(planned).not.toBe(before);
    const { rev, rules } = await read();
    await site.call(withdrawTrialRule, { id: rules[0]?.id, rev, reason: 'a mistake' }, pay);
    expect(await version()).not.toBe(planned);
    const { rev: present } = await read();
    const withdrawn = await version();
    await site.call(addTrialRule, { ...rule({ days: 22 }), rev: present, rehearse: true }, pay);
    expect(await version()).toBe(withdrawn);
  });

  it('is rehearsed without a change, and says when the next rule follows', async () => {
    await set({ days: 3 });
    const later = site.clock.now + 2 * DAY;
    await set({ starts_at: later, days: 4 });
    const { rev } = await read();
    site.clock.now += HOUR;
    const { data } = await site.call(addTrialRule, { ...rule({ days: 90 }), rev, rehearse: true }, pay);
    expect(data).toEqual({ starts_at: site.clock.now, ends_at: later, before: 3, after: 90 });
    expect(await read()).toMatchObject({ rev, days: 3 });
    site.clock.now = later;
    expect(await read()).toMatchObject({ days: 4 });
  });

  it('is refused where it makes no sense', async () => {
    const { now } = site.clock;
    const { rev, days } = await read();
    for (const [more, refusal] of [
      [{ starts_at: now - 1 }, '422 starts_past'],
      [{ starts_at: now + 11 * 366 * DAY }, '422 starts_far'],
      [{ days }, '422 trial_same'],
      ...[{ days: -1 }, { days: 91 }, { days: 1.5 }, { days: '14' }, { days: null }].map(invalid),
      ...[{ starts_at: 1e15 }, { starts_at: '1' }, { key: 'x' }, { reason: ' ' }, { rev: -1 }].map(invalid),
    ] as [Record<string, unknown>, string][])
      expect(await refuse(addTrialRule, { rev, ...rule(more) }, pay), JSON.stringify(more)).toBe(refusal);
    function invalid(more: Record<string, unknown>): [Record<string, unknown>, string] {
      return [more, '422 invalid_input'];
    }
  });

  it('is set once for each key, and of two at once by one', async () => {
    const { rev } = await read();
    const input = { ...rule({ days: 60 }), rev };
    const answers = await Promise.all(Array.from({ length: 12 }, () => site.call(addTrialRule, input, pay)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect((await read()).rev).toBe(rev + 1);
    site.clock.now += HOUR;
    expect((await site.call(addTrialRule, input, pay)).data).toEqual(answers[0]?.data);
    expect(await refuse(addTrialRule, { ...input, days: 61 }, pay)).toBe('409 key_used');
    expect(await refuse(addTrialRule, input, sara)).toBe('409 key_used');

    const start = site.clock.now + DAY;
    const race = [pay, sara, pay, sara].map((who, at) =>
      site.ask(addTrialRule, { ...rule({ starts_at: start, days: 40 + at }), rev: rev + 1 }, who),
    );
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await refuse(addTrialRule, { ...rule(), rev: rev + 1 }, sara)).toBe('409 trial_changed');
    expect(await refuse(addTrialRule, { ...rule({ starts_at: start }), rev: rev + 2 }, sara)).toBe('409 trial_date');
  });

  it('is withdrawn until it begins, and its time is free again', async () => {
    const start = site.clock.now + 3 * DAY;
    await set({ starts_at: start, days: 80 });
    const { rev, rules } = await read();
    const input = { id: rules[0]?.id, rev, reason: 'a mistake' };
    expect(await refuse(withdrawTrialRule, { ...input, rev: rev - 1 }, pay)).toBe('409 trial_changed');
    expect(await refuse(withdrawTrialRule, { ...input, id: 999 }, pay)).toBe('404 trial_unknown');
    await site.call(withdrawTrialRule, input, pay);
    expect((await site.call(withdrawTrialRule, input, pay)).data.withdrawn_at).toBe(site.clock.now);
    await set({ starts_at: start, days: 70 });
    site.clock.now = start;
    expect(await signUp()).toBe(70 * DAY);
    const begun = await read();
    expect(begun.rules[1]).toMatchObject({ days: 80, state: 'withdrawn' });
    expect(await refuse(withdrawTrialRule, { ...input, id: begun.rules[0]?.id, rev: begun.rev }, pay)).toBe(
      '409 trial_begun',
    );
  });

  it('stays as it was set, also against SQL', async () => {
    await set({ days: 12 });
    for (const change of ['days = 1', 'starts_at = 1', 'withdrawn_at = 1', "operator = 'x'", "reason = 'x'"])
      await expect(site.sql(`UPDATE trial_rules SET ${change}`).run(), change).rejects.toThrow('trial_rule_fixed');
    await expect(site.sql('DELETE FROM trial_rules').run()).rejects.toThrow('trial_rule_fixed');
  });

  it('is of finance and owners, and each act has a row with its reason', async () => {
    for (const call of [listTrialRules, addTrialRule, withdrawTrialRule])
      expect(await refuse(call, { ...rule(), rev: 0, id: 1 }, support), call.name).toBe('403 operator_role');
    await set({ days: 13, reason: 'a summer \u202e' }, sara);
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'addTrialRule' AND status = 200 ORDER BY id DESC")
      .first();
    expect(row).toMatchObject({ operator: 'sara', subject: 'trial', permission: 'prices.write' });
    expect(row).toMatchObject({ before: '{"days":12}' });
    expect(String(row?.['after'])).toContain('"reason":"a summer');
  });
});
