import { beforeEach, describe, expect, it } from 'vitest';
import { getInbox } from '../../../src/features/accounts/contract/inbox.ts';
import { listTermsAcceptances, saveSitePart } from '../../../src/features/site/texts-contract.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const SECRETS = { sara: 's'.repeat(40), support: 'p'.repeat(40), editor: 'e'.repeat(40) };
const OPERATOR_TOKEN = `sara:${SECRETS.sara},pari/support:${SECRETS.support},omid/editor:${SECRETS.editor}`;
const vars = { OPERATOR_TOKEN, SMS_PROVIDER: 'outbox' };
const site = openMoney(platform, vars);
const as = (token: string) => ({ id: 0, mobile: '', token });
const [owner, support, editor] = [as(SECRETS.sara), as(SECRETS.support), as(SECRETS.editor)];
let people = 0;

const nextMobile = () => {
  people += 1;
  return `0935000${String(people).padStart(4, '0')}`;
};
async function signIn(mobile: string, locale: 'fa' | 'en' = 'fa', where = site): Promise<number> {
  site.clock.now += 24 * 60 * 60;
  const headers = { 'accept-language': locale, 'cf-connecting-ip': '10.1.0.1' };
  expect((await where.send('/login/send-code', { body: { mobile, password: '' }, headers })).status).toBe(200);
  const { data } = await parseAnswer(getInbox, await where.send('/dev/inbox'));
  const password = data.find((sms) => sms.mobile === mobile)?.code ?? '';
  expect((await where.send('/login', { body: { mobile, password }, headers })).status).toBe(200);
  return Number(await site.sql('SELECT id FROM users WHERE mobile = ?', mobile).first('id'));
}
const list = async (input: { version?: number; user?: number; before?: string }) =>
  site.call(listTermsAcceptances, input, support);
const listVersions = async (user: number) =>
  (await list({ user })).data.map(({ version, asked }) => [version, asked ? 'asked' : 'in force']);
let rev = 0;
async function saveTerms() {
  const value = { part: 'terms' as const, fa: `متن ${String(rev)}`, en: `Text ${String(rev)}` };
  await site.call(saveSitePart, { value, rev, reason: 'a test of versions' }, owner);
  rev += 1;
}

beforeEach(() => {
  site.clock.now += 60 * 60;
});

describe('the version of the terms that an account accepted', () => {
  it('is that in force at each login that says so, once for each version', async () => {
    const mobile = nextMobile();
    const user = await signIn(mobile);
    const first = site.clock.now;
    expect((await list({ user })).data).toEqual([{ user_id: user, version: 0, accepted_at: first, asked: true }]);
    await signIn(mobile);
    expect((await list({ user })).data.map(({ accepted_at: at }) => at)).toEqual([first]);
    await saveTerms();
    await signIn(mobile);
    await saveTerms();
    await saveTerms();
    await signIn(mobile);
    expect(await listVersions(user)).toEqual([
      [3, 'asked'],
      [1, 'asked'],
      [0, 'asked'],
    ]);
  });

  it('is that of the sign-up where the login says nothing: in English, and in the app’s variant', async () => {
    const english = nextMobile();
    const user = await signIn(english, 'en');
    await saveTerms();
    await signIn(english, 'en');
    expect(await listVersions(user)).toEqual([[rev - 1, 'in force']]);
    await signIn(english);
    expect(await listVersions(user)).toEqual([
      [rev, 'asked'],
      [rev - 1, 'in force'],
    ]);
    const app = openMoney(platform, { ...vars, SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'a.test,b.test' });
    app.clock.now = site.clock.now + 24 * 60 * 60;
    expect(await listVersions(await signIn(nextMobile(), 'fa', app))).toEqual([[rev, 'in force']]);
  });

  it('is listed by version, the newest first, by pages, for who reads people', async () => {
    await saveTerms();
    const users: number[] = [];
    for (let count = 0; count < 3; count += 1) users.unshift(await signIn(nextMobile()));
    const { data, next } = await list({ version: rev });
    expect([data.map(({ user_id: user }) => user), next]).toEqual([users, null]);
    const last = data[0];
    const before = `${String(last?.accepted_at)}.${String(last?.user_id)}`;
    expect((await list({ version: rev, before })).data.map(({ user_id: user }) => user)).toEqual(users.slice(1));
    expect((await parseFailure(await site.ask(listTermsAcceptances, {}, editor))).code).toBe('operator_role');
    const trail = site.sql(
      "SELECT count(*) AS n FROM audit_subjects WHERE subject = 'account:' || ?",
      String(users[0]),
    );
    expect(await trail.first('n')).toBeGreaterThan(0);
  });
});
