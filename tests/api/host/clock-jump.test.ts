// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../tools/seed/migrate.ts';
import { confirmCode, sendConfirmation } from '../../../src/features/accounts/contract/account.ts';
import { getUser, login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { isSteppedUp } from '../../../src/features/accounts/server/is-stepped-up.ts';
import { createDownloadLink, isDownloadGranted } from '../../../src/features/downloads/server/link.ts';
import { checkPin, storePin } from '../../../src/features/kids/server/pins.ts';
import { sealEntries } from '../../../src/features/ledger/server/seal.ts';
import { isLiveGrant, signLiveUrl } from '../../../src/features/live/server/address.ts';
import { isAiredGrant, signAired } from '../../../src/features/live/server/aired-address.ts';
import { buyPlan, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { holdStream, getStreams, stopStream } from '../../../src/features/streams/contract.ts';
import { LEASE_SECONDS } from '../../../src/features/streams/config.ts';
import { createStreamId } from '../../../src/features/streams/stream-id.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { MEDIA_SIGNATURE_SECONDS } from '../../../src/platform/config/constants.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { catalogueVersion } from '../../../src/platform/http/cache/catalogue-version.ts';
import type { SessionUser } from '../../../src/platform/http/calls/context.ts';
import { sha256 } from '../../../src/platform/http/hash.ts';
import { KIDS_LOCK_SECONDS, KIDS_PIN_TRIES } from '../../../src/platform/http/session/kids.ts';
import { SharedValues } from '../../../src/platform/http/cache/shared-values.ts';
import { isGranted, signFolder } from '../../../src/platform/media/media-address.ts';
import { requireSigningKeys } from '../../../src/platform/media/signing.ts';
import { eventually } from '../../support/eventually.ts';
import { FILM, openMoney, PLAN, sell, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { startNodeSite, writeBuild } from '../../support/site/node-site.ts';
import { openNodePlatform, type Platform } from '../../support/site/platform.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { prepareRow } from '../../support/database/rows.ts';

/** The machine's clock jumps by a day, forwards or backwards, and comes back. */
const inFolder = useTemporaryFolder();
const DAY = 24 * 60 * 60;
const DIRECTIONS: [string, number][] = [
  ['ahead', DAY],
  ['behind', -DAY],
];

describe.each(DIRECTIONS)('a clock that was a day %s', (_, jump) => {
  let platform: Platform;
  let site: MoneySite;
  beforeAll(async () => {
    platform = await openNodePlatform();
    site = openMoney(platform);
    await sell(site.env.DB, site.clock.now);
  });
  afterAll(() => platform.dispose());
  afterEach(async () => expect(await site.books()).toEqual([]));

  const isSignedIn = async (who: Visitor) => (await site.ask(getUser, {}, who)).status === 200;
  const openBill = async (who: Visitor) => (await site.call(chargeWallet, { amount: PLAN.total }, who)).data.pay_url;
  const setBack = () => (site.clock.now -= jump);

  it('ends no session, of before or of meanwhile', async () => {
    const before = await site.visitor();
    expect(await isSignedIn(before)).toBe(true);
    site.clock.now += jump;
    const meanwhile = await site.visitor();
    expect([await isSignedIn(before), await isSignedIn(meanwhile)]).toEqual([true, true]);
    await site.tick(0);
    setBack();
    expect([await isSignedIn(before), await isSignedIn(meanwhile)]).toEqual([true, true]);
  });

  it('loses no money of a visitor who is at the bank, whichever side of the jump the bank page was opened', async () => {
    const before = await site.visitor();
    const meanwhile = await site.visitor();
    const first = await openBill(before);
    site.clock.now += jump;
    await site.tick(0);
    const second = await openBill(meanwhile);
    setBack();
    await site.tick(0);
    for (const [who, bill] of [
      [before, first],
      [meanwhile, second],
    ] as const) {
      await site.comeBack(await site.payAtGateway(bill, 'pay'));
      for (let ticks = 0; ticks < 3; ticks += 1) await site.tick();
      // Collected and delivered, or neither.
      const collected = await site.count("payments WHERE user_id = ? AND state = 'settled'", who.id);
      expect([await site.wallet(who), collected]).toEqual(collected === 1 ? [PLAN.total, 1] : [0, 0]);
    }
  });

  it('sells and closes the books in the wrong day, and again in the right one', async () => {
    const who = await site.visitor();
    const fill = async () => site.comeBack(await site.payAtGateway(await openBill(who), 'pay'));
    await fill();
    site.clock.now += jump;
    await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    await site.tick(0, '17 0 * * *');
    await sealEntries(site.env.DB, site.clock.now + DAY, 9);
    setBack();
    await fill();
    await site.tick(0, '17 0 * * *');
    expect(await site.wallet(who)).toBe(PLAN.total);
    expect(await sealEntries(site.env.DB, site.clock.now + 3 * DAY, 9)).toBeGreaterThan(0);
  });

  it('leaves no stream that counts for a day, and no device locked out', async () => {
    const who = await site.visitor();
    const hold = async (stream: string) => (await site.ask(holdStream, { stream }, who)).status;
    const open = () => createStreamId(who.id, { kind: 'title', id: FILM.id });
    const streams = Array.from({ length: 3 }, open);
    site.clock.now += jump;
    for (const stream of streams) expect(await hold(stream)).toBe(200);
    expect(await hold(open())).toBe(409);
    setBack();
    expect((await site.call(getStreams, {}, who)).data.streams).toEqual([]);
    // The players of before continue, and count.
    for (const stream of streams) expect(await hold(stream)).toBe(200);
    expect(await hold(open())).toBe(409);
    expect((await site.call(getStreams, {}, who)).data.streams).toHaveLength(3);
    await site.call(stopStream, { stream: streams[0] }, who);
    expect([await hold(streams[0] ?? ''), await hold(open())]).toEqual([409, 200]);
    site.clock.now += LEASE_SECONDS;
    expect(await hold(open())).toBe(200);
  });

  it('locks nobody out by a limit that was used up meanwhile, and limits go on', async () => {
    const ask = async (mobile: string) =>
      (await site.ask(sendCode, { mobile }, undefined, { 'cf-connecting-ip': `192.0.2.${jump > 0 ? '1' : '2'}` }))
        .status;
    const useUp = async (prefix: string) => {
      for (let at = 0; at < 40; at += 1) {
        const status = await ask(`0935${prefix}${String(at).padStart(4, '0')}`);
        if (status !== 200) return status;
      }
      return null;
    };
    site.clock.now += jump;
    expect(await useUp('001')).toBe(429);
    setBack();
    expect(await ask('09350020000')).toBe(200);
    expect(await useUp('003')).toBe(429);
    // Clocks of two machines differ by seconds, and that fills no budget.
    site.clock.now -= 30;
    expect(await ask('09350040000')).toBe(429);
    site.clock.now += 30;
  });

  it('keeps no child’s parent locked out, and a lock of the right day holds', async () => {
    const db = openDatabase(site.env.DB);
    const id = `kids-${String(jump)}`;
    const tryPin = async (pin: string) =>
      (await checkPin(db, { current: 'a-key-for-tests-only', previous: null }, id, pin, site.clock.now)).is;
    const lock = async () => {
      for (let guess = 0; guess < KIDS_PIN_TRIES; guess += 1) await tryPin('0000');
    };
    await storePin(db, 'a-key-for-tests-only', id, '2580', site.clock.now);
    site.clock.now += jump;
    await lock();
    expect(await tryPin('2580')).toBe('locked');
    setBack();
    expect(await tryPin('2580')).toBe('right');
    await lock();
    site.clock.now -= 30;
    expect(await tryPin('2580')).toBe('locked');
    site.clock.now += 30 + KIDS_LOCK_SECONDS;
    expect(await tryPin('2580')).toBe('right');
  });

  it('makes no code last: of a login, or of a confirmation', async () => {
    const mobile = jump > 0 ? '09360000001' : '09360000002';
    const from = { 'cf-connecting-ip': jump > 0 ? '198.51.100.1' : '198.51.100.2' };
    const readCode = async (of: string) =>
      (await site.sql("SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC", of).first('code')) ??
      '';
    const signIn = async (password: unknown) => (await site.ask(login, { mobile, password }, undefined, from)).status;
    const who = await site.visitor();
    site.clock.now += jump;
    expect((await site.ask(sendCode, { mobile }, undefined, from)).status).toBe(200);
    expect((await site.ask(sendConfirmation, {}, who)).status).toBe(200);
    const wrongDay = [await readCode(mobile), await readCode(who.mobile)];
    setBack();
    expect(await signIn(wrongDay[0])).toBe(422);
    expect((await site.ask(confirmCode, { code: wrongDay[1] }, who)).status).toBe(422);
    // Nobody waits for the wrong day either.
    expect((await site.ask(sendCode, { mobile }, undefined, from)).status).toBe(200);
    expect((await site.ask(sendConfirmation, {}, who)).status).toBe(200);
    expect(await signIn(await readCode(mobile))).toBe(200);
    expect((await site.ask(confirmCode, { code: await readCode(who.mobile) }, who)).status).toBe(200);
  });

  it('makes no confirmation last, and no download link of more than four days', async () => {
    const keys = requireSigningKeys(site.env);
    const { now } = site.clock;
    const user = { id: 7 } as SessionUser;
    const row = { id: 901, file: 'a.mp4', name_en: 'Film', quality: '480p' };
    for (const at of [now, now + jump]) {
      const isOfNow = at === now;
      expect(isSteppedUp({ user: { ...user, steppedUpAt: at }, now })).toBe(isOfNow);
      const link = await createDownloadLink({ env: site.env, now: at, origin: 'https://pardeh.test', user }, row);
      const grant = { user: 7, id: 901, expires: link?.expires ?? 0 };
      const signature = /\.([\w-]{43})\//.exec(link?.url ?? '')?.[1] ?? '';
      expect(await isDownloadGranted(keys!, signature, grant, now)).toBe(isOfNow || jump < 0);
    }
  });

  it('opens no signed address for longer than its kind is signed for', async () => {
    const keys = { current: 'a-key-for-tests-only', previous: null };
    const { now } = site.clock;
    const readSignature = (path: string) => /\.([\w-]{43})\//.exec(path)?.[1] ?? '';
    for (const [expires, isOpen] of [
      [now + MEDIA_SIGNATURE_SECONDS, true],
      [now + jump + MEDIA_SIGNATURE_SECONDS, false],
    ] as const) {
      const film = { viewer: 'v', folder: 'f', expires };
      expect(await isGranted(keys, (await signFolder(keys, film)).signature, film, now)).toBe(isOpen);
      const channel = { audience: 'a', channel: 1, from: null, expires };
      expect(await isLiveGrant(keys, readSignature(await signLiveUrl(keys, '', channel)), channel, now)).toBe(isOpen);
      const aired = {
        audience: 'a',
        folder: 'f',
        as: 'live' as never,
        airing: { startsAt: 1, count: 1 } as never,
        expires,
      };
      expect(await isAiredGrant(keys, (await signAired(keys, aired)).signature, aired, now)).toBe(isOpen);
    }
  });
});

describe('a memory of the time before a jump backwards', () => {
  afterEach(() => vi.useRealTimers());

  it('is no longer believed: the catalogue’s version and shared values are read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    // Later than whatever the tests above have read.
    vi.setSystemTime(Date.now() + 60_000);
    let version = '1';
    const env = { API_BASE_URL: '', CONFIG: { get: () => Promise.resolve(version) } } as unknown as Env;
    const values = new SharedValues<string, string>(9);
    const readBoth = async () => [
      await catalogueVersion(env),
      await values.read('a', () => Promise.resolve({ value: version, keepMs: 5000 })),
    ];
    expect(await readBoth()).toEqual(['1', '1']);
    version = '2';
    expect(await readBoth()).toEqual(['1', '1']);
    vi.setSystemTime(Date.now() - DAY * 1000);
    expect(await readBoth()).toEqual(['2', '2']);
  });
});

describe('the process', () => {
  beforeAll(async () => {
    writeBuild(inFolder('build'));
    const entry = inFolder('build/server/entry.mjs');
    const text = readFileSync(entry, 'utf8')
      .replace('async () => undefined', "async () => console.error('cron ran')")
      .replace("['17 0 * * *']", "['* * * * * *']");
    writeFileSync(entry, text);
    const { stores, close } = openBindings(inFolder('data'));
    await migrate(stores.DB);
    const now = Math.floor(Date.now() / 1000);
    await stores.DB.batch([
      prepareRow(stores.DB, 'users', { id: 1, mobile: '09120000001', ref: 1 }),
      prepareRow(stores.DB, 'sessions', {
        ...{ token_hash: await sha256('token'), created_at: now, expires_at: now + 20 * DAY, stepped_up_at: now },
      }),
    ]);
    await close();
  });

  it('serves, writes and runs its cron after each jump, and ends in order', async () => {
    const clock = inFolder('clock');
    writeFileSync(clock, '0');
    const preload = pathToFileURL(resolve('tests/support/faults/shifted-clock.mjs')).href;
    const site = await startNodeSite(inFolder('build'), inFolder('data'), {
      CLOCK_FILE: clock,
      NODE_OPTIONS: `--import=${preload}`,
    });
    const countRuns = () => site.lines.filter((line) => line.includes('cron ran')).length;
    const readStatus = async (path: string, init: RequestInit = {}) => (await fetch(site.url + path, init)).status;
    await eventually(() => expect(countRuns()).toBe(1));
    for (const [at, days] of [1, 0, -1, 0].entries()) {
      writeFileSync(clock, String(days * DAY * 1000));
      expect(await readStatus('/')).toBe(200);
      expect(await readStatus('/healthz')).toBe(200);
      expect(await readStatus(`/api/v1${getUser.path}`, { headers: { authorization: 'Bearer token' } })).toBe(200);
      const body = JSON.stringify({ mobile: `0912000001${String(at)}` });
      const headers = { 'content-type': 'application/json', origin: site.url };
      expect(await readStatus(`/api/v1${sendCode.path}`, { method: 'POST', headers, body })).toBe(200);
      const runs = countRuns();
      await eventually(() => expect(countRuns()).toBeGreaterThan(runs));
    }
    site.kill('SIGTERM');
    expect(await site.ended).toBe(0);
  });
});
