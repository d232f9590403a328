import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS, type Budget } from '../../../src/platform/config/limits.ts';
import { REQUESTER_HEADER, LONG_CODE_LENGTH } from '../../../src/features/accounts/config.ts';
import { login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { getInbox } from '../../../src/features/accounts/contract/inbox.ts';
import { parseAnswer, parseFailure, NOON, openApi, type TestApi } from '../../support/site/api.ts';
import { inWaves } from '../../support/in-waves.ts';
import { openMigrated } from '../../support/database/migrated.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';

const MOBILE = '09123456789';
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const ATTACKERS = 1000;

/** A browser: its address, and the random id of its cookie as the Worker hands it on. */
interface Browser {
  address: string;
  asker: string;
}

let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(() => {
  // A day of attack is thousands of statements: SQLite in process, which tests/api/scripts/sqlite-d1.test.ts compares with D1.
  platform.env.DB = openSqliteD1(openMigrated());
  site = openApi(platform);
});

/** Attackers in networks of their own: one address of each of 1,000 /48s. */
const attacker = (at: number): Browser => ({
  address: `2001:db8:${at.toString(16)}::1`,
  asker: `attacker-${String(at)}`.padEnd(22, '-'),
});
const newOwner = (name: string): Browser => ({ address: '10.20.30.40', asker: `owner-${name}`.padEnd(22, '-') });
const buildHeaders = ({ address, asker }: Browser) => ({ 'cf-connecting-ip': address, [REQUESTER_HEADER]: asker });
const requestCode = (who: Browser) =>
  site.send('/login/send-code', { body: { mobile: MOBILE }, headers: buildHeaders(who) });
const guess = (who: Browser, password: string) =>
  site.send('/login', { body: { mobile: MOBILE, password }, headers: buildHeaders(who) });
/** The code of so many digits in the newest SMS that has one. */
async function newestCode(digits = 4): Promise<string> {
  const { data } = await parseAnswer(getInbox, await site.send('/dev/inbox'));
  return data.find(({ code }) => code.length === digits)?.code ?? '';
}
const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
const inADay = ({ burst, every }: Budget) => burst + DAY / every;

/** Attackers in turn, each with a new address and a new cookie. */
function openAttack() {
  const guesses = { short: 0, long: 0 };
  let turn = 0;
  return {
    guesses,
    /** The next attacker asks for a code, and guesses at whatever it was given until refused. */
    strike: async (): Promise<void> => {
      const who = attacker(turn++ % ATTACKERS);
      const answer = await requestCode(who);
      if (!answer.ok) return;
      const { digits, sms_sent: isNew } = await parseAnswer(sendCode, answer);
      if (digits === 4) {
        const right = await newestCode();
        for (let at = 0; at < 5; at += 1) {
          const failure = await parseFailure(await guess(who, wrong(right)));
          expect(failure.code).toBe('code_wrong_or_expired');
        }
        // The fourth and fifth were compared with nothing: even the right one is refused now.
        expect((await guess(who, right)).status).toBe(422);
        guesses.short += 3;
      } else if (isNew) {
        expect((await guess(who, '1234567890')).status).toBe(422);
        guesses.long += 1;
      }
    },
  };
}

/** An owner with a browser that never signed in: asks until there is a code to enter, in seconds waited. */
async function enterFromNewDevice(who: Browser, meanwhile: () => Promise<void>): Promise<number> {
  const began = site.clock.now;
  for (;;) {
    const response = await requestCode(who);
    if (response.ok) {
      const { digits } = await parseAnswer(sendCode, response);
      expect((await guess(who, await newestCode(digits))).status).toBe(200);
      return site.clock.now - began;
    }
    const { status, code } = await parseFailure(response);
    expect([status, code]).toEqual([429, 'code_queue']);
    site.clock.now += Number(response.headers.get('retry-after'));
    // The attackers are always faster.
    await meanwhile();
  }
}

describe('a code', () => {
  it('belongs to who asked for it: strangers’ guesses neither hit nor end it', async () => {
    const owner = newOwner('first');
    await requestCode(owner);
    const code = await newestCode();
    for (let at = 0; at < 20; at += 1) expect((await guess(attacker(at), code)).status).toBe(422);
    expect((await guess(owner, code)).status).toBe(200);
  });

  it('that somebody else asked for moments ago is no reason to wait for a code that will not come', async () => {
    await requestCode(attacker(1));
    const refused = await requestCode(newOwner('second'));
    expect(refused.headers.get('retry-after')).toBe('90');
    const { status, code, body } = await parseFailure(refused);
    expect([status, code]).toEqual([429, 'code_queue']);
    expect(body.message).toContain('Try again in 2 min.');
    expect(body.message_fa).toContain('۲ دقیقهٔ دیگر');
    expect((await parseFailure(await requestCode(attacker(1)))).code).toBe('code_too_soon');
  });
});

describe('guesses', () => {
  it('of one address are limited, whatever mobiles and cookies it uses', async () => {
    const answers = await inWaves(120, (at) =>
      site.send('/login', {
        body: { mobile: `0912000${String(1000 + at)}`, password: '1234' },
        headers: buildHeaders({ address: '10.9.9.9', asker: `cookie-${String(at)}`.padEnd(22, '-') }),
      }),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(LIMITS.guess.network.ipv4.burst);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('120');
    expect(await parseFailure(refused!)).toMatchObject({ code: 'too_many_requests', fields: ['password'] });
  });

  it('that are right cost nothing, so that a carrier’s address can sign everybody in', async () => {
    for (let at = 0; at < 40; at += 1) {
      const mobile = `0913000${String(1000 + at)}`;
      const headers = {
        'cf-connecting-ip': `10.8.8.${String(at)}`,
        [REQUESTER_HEADER]: `s${String(at)}`.padEnd(22, '-'),
      };
      await site.send('/login/send-code', { body: { mobile }, headers });
      const answer = await site.send('/login', {
        body: { mobile, password: await newestCode() },
        headers: { ...headers, 'cf-connecting-ip': '10.7.7.7' },
      });
      expect(answer.status).toBe(200);
    }
  });
});

describe(`an attack on one mobile from ${String(ATTACKERS)} addresses in ${String(ATTACKERS)} /48s, all day`, () => {
  it('guesses right with a chance of at most 0.3 %, while the owner always gets in, and SMS are few', async () => {
    const knownOwner = newOwner('known');
    await requestCode(knownOwner);
    await parseAnswer(login, await guess(knownOwner, await newestCode()));
    const before = (await platform.env.DB.prepare('SELECT count(*) AS n FROM outbox').first<number>('n')) ?? 0;
    const { guesses, strike } = openAttack();
    const waits: number[] = [];
    let ownSends = 0;
    // 144 rounds of ten minutes, seven attackers in each: every one of the thousand has its turn.
    for (let round = 0; round < 144; round += 1) {
      site.clock.now = NOON + 100 + round * 10 * MINUTE;
      for (let at = 0; at < 7; at += 1) await strike();
      if (round % 36 === 18) {
        // On a known device at once, in the first try.
        expect((await requestCode(knownOwner)).status).toBe(200);
        expect((await guess(knownOwner, await newestCode())).status).toBe(200);
        ownSends += 1;
      }
      if (round % 36 === 30) waits.push(await enterFromNewDevice(newOwner(String(round)), strike));
    }
    expect(guesses.short).toBeGreaterThan(0);
    expect(guesses.long).toBeGreaterThan(0);
    const mostShort = inADay(LIMITS.code_short.subject) * 3;
    expect(guesses.short).toBeLessThanOrEqual(mostShort);
    // The exact bound, by what the budgets allow at most: four digits, and ten from every address as often as it may.
    const { network } = LIMITS.guess;
    const perAddress = Math.max(inADay(network.ipv4), inADay(network.ipv6), inADay(network.ipv6Site));
    const chance = mostShort / 10 ** 4 + (ATTACKERS * perAddress) / 10 ** LONG_CODE_LENGTH;
    expect(chance).toBeLessThanOrEqual(0.003);
    expect(waits).toEqual([0, 0, 0, 0]);
    const messageCount = (await platform.env.DB.prepare('SELECT count(*) AS n FROM outbox').first<number>('n')) ?? 0;
    const most = inADay(LIMITS.code_short.subject) + inADay(LIMITS.code_long.subject);
    // A code that its owner has used is given back to the mobile.
    expect(messageCount - before).toBeLessThanOrEqual(most + ownSends + waits.length);
  });

  it('keeps a new device out for eight minutes at most, when it begins just before its owner', async () => {
    const { strike } = openAttack();
    await strike();
    const waited = await enterFromNewDevice(newOwner('new'), strike);
    expect(waited).toBeGreaterThan(0);
    expect(waited).toBeLessThanOrEqual(8 * MINUTE);
  });

  it('does not end the long code by guessing at it, and sends one an hour', async () => {
    const { strike } = openAttack();
    for (let at = 0; at < 12; at += 1) {
      await strike();
      site.clock.now += 90;
    }
    const code = await newestCode(LONG_CODE_LENGTH);
    expect(code).toMatch(/^\d{10}$/);
    for (let at = 0; at < 30; at += 1) expect((await guess(attacker(at), wrong(code))).status).toBe(422);
    const waiting = await parseAnswer(sendCode, await requestCode(newOwner('late')));
    expect(waiting).toMatchObject({ sms_sent: false, digits: 10 });
    expect(waiting.resend_after).toBeGreaterThan(0);
    expect(waiting.resend_after).toBeLessThanOrEqual(60 * MINUTE);
    expect(await newestCode(LONG_CODE_LENGTH)).toBe(code);
    expect((await guess(newOwner('late'), code)).status).toBe(200);
    expect((await guess(newOwner('later'), code)).status).toBe(422);
  });
});

describe('an SMS cannon', () => {
  it('of one network over many mobiles is stopped, from a /48 as from one address', async () => {
    const sentFrom = async (getAddress: (at: number) => string) => {
      let codeCount = 0;
      for (let at = 0; at < 35; at += 1) {
        const headers = buildHeaders({ address: getAddress(at), asker: `c${String(at)}`.padEnd(22, '-') });
        const mobile = `0914${String(Math.floor(Math.random() * 10 ** 7)).padStart(7, '0')}`;
        const answer = await site.send('/login/send-code', { body: { mobile }, headers });
        if (answer.ok) codeCount += 1;
        else expect((await parseFailure(answer)).code).toBe('code_address_limit');
      }
      return codeCount;
    };
    const { network } = LIMITS.send;
    expect(await sentFrom((at) => `2001:db8:ffff:${String(at)}::1`)).toBe(network.ipv6Site.burst);
    expect(await sentFrom((at) => `2001:db8:fffe:1::${String(at)}`)).toBe(network.ipv6Household.burst);
    expect(await sentFrom(() => '10.1.1.1')).toBe(network.ipv4.burst);
  });
});

describe('a client without cookies', () => {
  const asker = 'a-random-id-of-the-client';
  const from = (address: string) => ({ 'cf-connecting-ip': address, 'user-agent': 'App/1' });
  const requestCodeAs = (address: string, extra: object = {}) =>
    site.send('/login/send-code', { body: { mobile: MOBILE, ...extra }, headers: from(address) });
  const guessAs = (address: string, password: string, extra: object = {}) =>
    site.send('/login', { body: { mobile: MOBILE, password, ...extra }, headers: from(address) });

  it('is known by the id it sends, from whatever address', async () => {
    await requestCodeAs('10.0.0.1', { asker });
    const code = await newestCode();
    expect((await guessAs('10.0.0.1', code)).status).toBe(422);
    expect((await guessAs('10.0.0.2', code, { asker: `${asker}2` })).status).toBe(422);
    expect((await guessAs('10.0.0.2', code, { asker })).status).toBe(200);
  });

  it('that sends none is known by address and program, and is never a known device', async () => {
    await requestCodeAs('10.0.0.1');
    const code = await newestCode();
    expect((await guessAs('10.0.0.2', code)).status).toBe(422);
    expect((await guessAs('10.0.0.1', code)).status).toBe(200);
    expect(await platform.env.DB.prepare('SELECT count(*) AS n FROM login_devices').first('n')).toBe(0);
  });

  it('may not send an id that could be guessed', async () => {
    for (const bad of ['', 'short', '1'.repeat(65), 'ä'.repeat(30), 7, null]) {
      expect(await parseFailure(await requestCodeAs('10.0.0.1', { asker: bad }))).toMatchObject({
        status: 422,
        fields: ['asker'],
      });
    }
  });
});

it('remembers ten devices of a mobile, by hashes only', async () => {
  for (let at = 0; at < 12; at += 1) {
    const who = newOwner(String(at));
    expect((await requestCode(who)).status).toBe(200);
    expect((await guess(who, await newestCode())).status).toBe(200);
    site.clock.now += 90;
  }
  const { results } = await platform.env.DB.prepare('SELECT asker, seen_at FROM login_devices ORDER BY seen_at').all();
  expect(results).toHaveLength(10);
  expect(results[0]).toMatchObject({ seen_at: NOON + 180 });
  expect(JSON.stringify(results)).not.toContain('owner-');
});
