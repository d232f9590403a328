import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAlarms } from '../../../src/features/operator/alarms-contract.ts';
import { getOperatorPayment, refundPayment } from '../../../src/features/operator/contract.ts';
import * as staff from '../../../src/features/staff/contract.ts';
import * as calls from '../../../src/features/staff/passkeys-contract.ts';
import { sweepStaff } from '../../../src/features/staff/server/sweep.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { base64Url } from '../../../src/platform/media/signing.ts';
import { readAuthenticator } from '../../support/authenticator.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { changePlace, openStaff } from '../../support/money/staff.ts';
import { Passkey } from '../../support/passkey.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const DEPLOYER = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `deployer:${DEPLOYER}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const deployer = { id: 0, mobile: '', token: DEPLOYER };
const { clock } = site;
const { join, open } = openStaff(site, deployer);

let names = 0;

const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};

/** A member who has no factor yet. */
async function begin(role: 'owner' | 'viewer' = 'viewer') {
  names += 1;
  const who = await site.visitor();
  const name = `passkey ${String(names)}`;
  const { data } = await site.call(staff.addStaff, { mobile: who.mobile, name, role }, deployer);
  return { ...who, name, staffId: data.id };
}

async function add(who: Visitor, name = 'telephone') {
  const passkey = new Passkey(ORIGIN);
  const { data } = await site.call(calls.beginPasskey, {}, who);
  const added = await site.call(calls.addPasskey, { name, credential: passkey.create(data) }, who);
  return { passkey, recovery: added.data.recovery_codes };
}

const ask = async (who: Visitor) => (await site.call(calls.beginPasskeySession, {}, who)).data;

async function enter(who: Visitor, passkey: Passkey): Promise<string> {
  const response = await site.ask(calls.openPasskeySession, { credential: passkey.use(await ask(who)) }, who);
  if (response.ok) return '200';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
}

const REFUSED = '422 passkey_refused';
const SOME_PAYMENT = { id: 'a'.repeat(20) };
const SOME_REFUND = { key: 'refund-none', payment_id: 'a'.repeat(20), destination: 'wallet', reason: 'test' };

beforeEach(() => {
  clock.now += 24 * 60 * 60;
});

describe('a passkey', () => {
  it('is a first factor: it opens the desk and brings ten recovery codes, each of which opens once', async () => {
    const who = await begin();
    const { recovery } = await add(who);
    expect(recovery).toHaveLength(10);
    expect((await site.ask(listAlarms, {}, who)).status).toBe(200);
    const { data } = await site.call(staff.getStaffSelf, {}, who);
    expect(data).toMatchObject({ has_factor: false, has_passkey: true });
    await site.call(staff.endStaffSession, {}, who);
    expect((await site.ask(staff.openStaffSession, { code: recovery?.[0] ?? '' }, who)).status).toBe(200);
    expect(await refuse(staff.openStaffSession, { code: recovery?.[0] ?? '' }, who)).toBe('422 code_wrong_or_expired');
  });

  it('opens the desk for twelve hours, confirms money after ten minutes, and the code of a program does, too', async () => {
    const who = await join('owner');
    const { passkey, recovery } = await add(who);
    expect(recovery).toBeNull();
    clock.now += 12 * 60 * 60;
    expect(await refuse(listAlarms, {}, who)).toBe('403 staff_closed');
    expect(await enter(who, passkey)).toBe('200');
    expect(await refuse(refundPayment, SOME_REFUND, who)).toBe('404 payment_unknown');
    clock.now += 601;
    expect(await refuse(refundPayment, SOME_REFUND, who)).toBe('403 staff_confirm');
    expect(await refuse(getOperatorPayment, SOME_PAYMENT, who)).toBe('404 payment_unknown');
    expect(await enter(who, passkey)).toBe('200');
    expect(await refuse(refundPayment, SOME_REFUND, who)).toBe('404 payment_unknown');
    clock.now += 601;
    await open(who);
    expect(await refuse(refundPayment, SOME_REFUND, who)).toBe('404 payment_unknown');
  });

  it('is listed, renamed and removed by its member alone, with a fresh code, and one factor remains', async () => {
    const who = await begin();
    const other = await begin();
    await add(who, 'one');
    await add(other);
    const [one] = (await site.call(calls.listPasskeys, {}, who)).data;
    const id = one?.id ?? 0;
    expect(one).toMatchObject({ name: 'one', is_blocked: false, used_at: null });
    expect(await refuse(calls.renamePasskey, { id, name: 'mine' }, other)).toBe('404 passkey_unknown');
    expect(await refuse(calls.removePasskey, { id }, other)).toBe('404 passkey_unknown');
    expect((await site.call(calls.renamePasskey, { id, name: 'mine' }, who)).data.name).toBe('mine');
    expect(await refuse(calls.removePasskey, { id }, who)).toBe('409 staff_last_factor');
    const second = await add(who, 'two');
    clock.now += 601;
    expect(await refuse(calls.removePasskey, { id }, who)).toBe('403 staff_confirm');
    expect(await refuse(calls.beginPasskey, {}, who)).toBe('403 staff_confirm');
    expect(await enter(who, second.passkey)).toBe('200');
    expect((await site.ask(calls.removePasskey, { id }, who)).status).toBe(200);
    expect((await site.call(calls.listPasskeys, {}, who)).data).toHaveLength(1);
    const { results } = await site
      .sql('SELECT action, status FROM operator_audit WHERE subject = ? ORDER BY id', `staff:${String(who.staffId)}`)
      .all();
    expect(results.filter(({ status }) => status === 200).map(({ action }) => action)).toEqual([
      'addPasskey',
      'renamePasskey',
      'addPasskey',
      'openPasskeySession',
      'removePasskey',
    ]);
  });

  it('comes up to ten times', async () => {
    const who = await begin();
    for (let count = 0; count < 10; count += 1) await add(who);
    expect(await refuse(calls.beginPasskey, {}, who)).toBe('409 passkeys_full');
  });
});

it('without a row of the trail no way in is added, used, renamed, removed or closed', async () => {
  const [who, fresh] = [await begin(), await begin()];
  const { passkey } = await add(who);
  const { data } = await site.call(calls.listPasskeys, {}, who);
  const id = data[0]?.id ?? 0;
  const created = new Passkey(ORIGIN).create((await site.call(calls.beginPasskey, {}, fresh)).data);
  const opened = passkey.use(await ask(who));
  const read = async () =>
    Promise.all(
      ['staff_passkeys', 'staff_sessions', 'staff_factors', 'staff_recovery_codes'].map(
        async (table) => (await site.sql(`SELECT * FROM ${table}`).all()).results,
      ),
    );
  const before = await read();
  await site.sql("CREATE TRIGGER full BEFORE INSERT ON operator_audit BEGIN SELECT RAISE(ABORT, 'disk'); END").run();
  const acts: [...Parameters<typeof site.ask>][] = [
    [calls.addPasskey, { name: 'second', credential: created }, fresh],
    [calls.openPasskeySession, { credential: opened }, who],
    [calls.renamePasskey, { id, name: 'another' }, who],
    [calls.removePasskey, { id }, who],
    [staff.beginFactor, {}, fresh],
    [staff.openStaffSession, { code: '000000' }, who],
    [staff.endStaffSession, {}, who],
  ];
  for (const act of acts) expect((await site.ask(...act)).status, act[0].name).toBe(500);
  await site.sql('DROP TRIGGER full').run();
  expect(await read()).toEqual(before);
});

describe('refused is', () => {
  it('an answer of another origin or site, at the making and at the use', async () => {
    const who = await begin();
    const stranger = new Passkey('https://pardeh.example.evil.example');
    const { data } = await site.call(calls.beginPasskey, {}, who);
    expect(await refuse(calls.addPasskey, { name: 'x', credential: stranger.create(data) }, who)).toBe(REFUSED);
    const creationOptions = (await site.call(calls.beginPasskey, {}, who)).data;
    const elsewhere = new Passkey(ORIGIN).create({ ...creationOptions, rp_id: 'evil.example' });
    expect(await refuse(calls.addPasskey, { name: 'x', credential: elsewhere }, who)).toBe(REFUSED);
    const { passkey } = await add(who);
    const requestOptions = await ask(who);
    const credential = passkey.use({ ...requestOptions, rp_id: 'evil.example' });
    expect(await refuse(calls.openPasskeySession, { credential }, who)).toBe(REFUSED);
    const proxied = Object.assign(passkey.use(requestOptions), {
      client_data: base64Url(
        new TextEncoder().encode(
          JSON.stringify({ type: 'webauthn.get', challenge: requestOptions.challenge, origin: 'https://evil.example' }),
        ),
      ),
    });
    expect(await refuse(calls.openPasskeySession, { credential: proxied }, who)).toBe(REFUSED);
  });

  it('an assertion that was used, one for an older challenge, one too late, and one after a wrong one', async () => {
    const who = await begin();
    const { passkey } = await add(who);
    const used = passkey.use(await ask(who));
    expect((await site.ask(calls.openPasskeySession, { credential: used }, who)).status).toBe(200);
    expect(await refuse(calls.openPasskeySession, { credential: used }, who)).toBe(REFUSED);
    const older = passkey.use(await ask(who));
    await ask(who);
    expect(await refuse(calls.openPasskeySession, { credential: older }, who)).toBe(REFUSED);
    const late = passkey.use(await ask(who));
    clock.now += 121;
    expect(await refuse(calls.openPasskeySession, { credential: late }, who)).toBe(REFUSED);
    const right = passkey.use(await ask(who));
    const wrong = { ...right, signature: `${right.signature.slice(0, -4)}AAAA` };
    expect(await refuse(calls.openPasskeySession, { credential: wrong }, who)).toBe(REFUSED);
    expect(await refuse(calls.openPasskeySession, { credential: right }, who)).toBe(REFUSED);
    clock.now += 600;
    const both = passkey.use(await ask(who));
    const answers = await Promise.all([0, 1].map(() => site.ask(calls.openPasskeySession, { credential: both }, who)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('the credential of another member, and the challenge of another session', async () => {
    const who = await begin();
    const other = await begin();
    const { passkey } = await add(who);
    const theirs = await add(other);
    const requestOptions = await ask(who);
    expect(await refuse(calls.openPasskeySession, { credential: theirs.passkey.use(requestOptions) }, who)).toBe(
      REFUSED,
    );
    const foreign = passkey.use(await ask(other));
    await ask(who);
    expect(await refuse(calls.openPasskeySession, { credential: foreign }, who)).toBe(REFUSED);
    const { data } = await site.call(calls.beginPasskey, {}, other);
    const input = { name: 'x', credential: passkey.create(data) };
    expect(await refuse(calls.addPasskey, input, other)).toBe(REFUSED);
  });

  it('a use without the finger or the number of its owner', async () => {
    const who = await begin();
    const { passkey } = await add(who);
    passkey.isVerified = false;
    expect(await enter(who, passkey)).toBe(REFUSED);
  });

  it('a counter that went back, and the passkey from then on; a forged one blocks nothing', async () => {
    const who = await begin();
    const { passkey } = await add(who);
    passkey.counter = 7;
    expect(await enter(who, passkey)).toBe('200');
    passkey.counter = 6;
    const forged = passkey.use(await ask(who));
    const credential = { ...forged, signature: `${forged.signature.slice(0, -4)}AAAA` };
    expect(await refuse(calls.openPasskeySession, { credential }, who)).toBe(REFUSED);
    passkey.counter = 8;
    expect(await enter(who, passkey)).toBe('200');
    expect(await enter(who, passkey)).toBe(REFUSED);
    const [blocked] = (await site.call(calls.listPasskeys, {}, who)).data;
    expect(blocked).toMatchObject({ is_blocked: true });
    const { data: self } = await site.call(staff.getStaffSelf, {}, who);
    expect(self).toMatchObject({ has_factor: false, has_passkey: false, needs_recovery: true });
    passkey.counter = 20;
    expect(await refuse(calls.beginPasskeySession, {}, who)).toBe('409 staff_factor_missing');
    const trail = 'SELECT after FROM operator_audit WHERE after LIKE ? ORDER BY id DESC LIMIT 1';
    expect(await site.sql(trail, '%is_blocked%').first('after')).toContain('telephone');
  });

  it('whoever has the SMS alone: no passkey beside a factor, and no program of codes beside a passkey', async () => {
    const who = await join('viewer');
    await site.call(staff.endStaffSession, {}, who);
    expect(await refuse(calls.beginPasskey, {}, who)).toBe('403 staff_closed');
    const other = await begin();
    const early = (await site.call(staff.beginFactor, {}, other)).data.secret;
    const began = (await site.call(calls.beginPasskey, {}, other)).data;
    await add(other);
    await site.call(staff.endStaffSession, {}, other);
    expect(await refuse(staff.beginFactor, {}, other)).toBe('403 staff_closed');
    const code = readAuthenticator(early, clock.now);
    expect(await refuse(staff.openStaffSession, { code }, other)).toBe('422 code_wrong_or_expired');
    const late = new Passkey(ORIGIN).create(began);
    expect(await refuse(calls.addPasskey, { name: 'x', credential: late }, other)).toBe('403 staff_closed');
    expect(await refuse(calls.listPasskeys, {}, other)).toBe('403 staff_closed');
  });

  it('an attestation with certificates, which name addresses to ask', async () => {
    const asking = vi.spyOn(globalThis, 'fetch');
    for (const format of ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm', '']) {
      clock.now += 60;
      const who = await begin();
      const { data } = await site.call(calls.beginPasskey, {}, who);
      const credential = new Passkey(ORIGIN).create(data, { format, hasChain: true });
      expect(await refuse(calls.addPasskey, { name: 'x', credential }, who), format).toBe(REFUSED);
    }
    expect(asking).not.toHaveBeenCalled();
    asking.mockRestore();
  });

  it('a dismissed member, whose keys are gone when the place is given again', async () => {
    const who = await begin();
    const { passkey } = await add(who);
    const requestOptions = await ask(who);
    await changePlace(site, { id: who.staffId, role: null }, deployer);
    expect(await refuse(calls.openPasskeySession, { credential: passkey.use(requestOptions) }, who)).toBe(
      '404 staff_unknown',
    );
    expect(await refuse(calls.beginPasskeySession, {}, who)).toBe('404 staff_unknown');
    await site.call(staff.addStaff, { mobile: who.mobile, name: who.name, role: 'viewer' }, deployer);
    expect(await refuse(calls.beginPasskeySession, {}, who)).toBe('409 staff_factor_missing');
    expect(await refuse(calls.openPasskeySession, { credential: passkey.use(requestOptions) }, who)).toBe(REFUSED);
    expect(await refuse(calls.beginPasskeySession, {}, await site.visitor())).toBe('404 staff_unknown');
  });
});

it('challenges that are over are swept', async () => {
  const who = await begin();
  const { passkey } = await add(who);
  await ask(who);
  clock.now += 121;
  await sweepStaff({ db: openDatabase(platform.env.DB), now: clock.now });
  expect(await site.count('staff_challenges')).toBe(0);
  expect(await enter(who, passkey)).toBe('200');
});
