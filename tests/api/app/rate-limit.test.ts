import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Budget, Limit } from '../../../src/platform/config/limits.ts';
import { LIMITS } from '../../../src/platform/config/limits.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import {
  returnBudget,
  takeBudget,
  type Charge,
  type LimitContext,
} from '../../../src/platform/http/limits/rate-limit.ts';
import { respondFailure } from '../../../src/platform/http/calls/respond.ts';
import { sweep } from '../../../src/features/accounts/server/sweep.ts';
import { parseFailure, NOON } from '../../support/site/api.ts';
import { inWaves } from '../../support/in-waves.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

/** Small budgets, so that a test can spend them. */
const SMALL = {
  person: { subject: { burst: 3, every: 60 } },
  place: {
    network: {
      ipv4: { burst: 4, every: 30 },
      ipv4Block: { burst: 6, every: 30 },
      ipv6: { burst: 2, every: 30 },
      ipv6Household: { burst: 4, every: 30 },
      ipv6Site: { burst: 6, every: 30 },
    },
  },
} satisfies Record<string, Limit>;
type Name = keyof typeof SMALL;

let platform: Platform;
let now = NOON;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  now = NOON;
  await platform.env.DB.prepare('DELETE FROM rate_limits').run();
});

const context = (address = '10.0.0.1'): LimitContext => ({
  env: platform.env,
  db: openDatabase(platform.env.DB),
  now,
  address,
});
const take = (charges: Charge<Name>[], address?: string) => takeBudget(context(address), charges, SMALL);
const person = (subject = 'user:1'): Charge<Name>[] => [{ limit: 'person', subject }];
const place: Charge<Name>[] = [{ limit: 'place' }];
async function passedFrom(addresses: readonly string[]): Promise<number> {
  let passed = 0;
  for (const address of addresses) if ((await take(place, address)).ok) passed += 1;
  return passed;
}
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a budget', () => {
  it('gives its burst at once, then one more every so many seconds, and locks nobody', async () => {
    for (let i = 0; i < 3; i += 1) expect((await take(person())).ok).toBe(true);
    for (let i = 0; i < 100; i += 1) expect(await take(person())).toMatchObject({ ok: false, retryAfter: 60 });
    now += 59;
    expect(await take(person())).toMatchObject({ code: 'too_many_requests', retryAfter: 1, limits: ['person'] });
    now += 1;
    expect((await take(person())).ok).toBe(true);
    expect(await take(person())).toMatchObject({ ok: false, retryAfter: 60 });
    expect((await take(person('user:2'))).ok).toBe(true);
  });

  it('lets no more than its burst of 100 requests at the same moment through', async () => {
    const answers = await inWaves(100, () => take(person()));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  });

  it('comes back when what it was taken for costs nothing, and never grows above its burst', async () => {
    const first = await take(person());
    if (!first.ok) throw new Error('refused');
    for (let i = 0; i < 5; i += 1) await returnBudget(context(), first.value);
    for (let i = 0; i < 3; i += 1) expect((await take(person())).ok).toBe(true);
    expect((await take(person())).ok).toBe(false);
  });

  it('of several is taken from all or from none', async () => {
    for (let i = 0; i < 3; i += 1) await take(person());
    for (let i = 0; i < 10; i += 1) expect(await take([...person(), ...place])).toMatchObject({ limits: ['person'] });
    expect(await passedFrom(numbers(10).map(() => '10.0.0.1'))).toBe(4);
  });

  it('grants at most burst + time / every, whatever the order (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 30 }), fc.nat(), async (pauses, seed) => {
        const granted: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if ((await take(person(`run:${String(seed)}:${pauses.join()}`))).ok) granted.push(now);
        }
        for (const [at, from] of granted.entries()) {
          for (const [count, until] of granted.slice(at).entries()) {
            expect(count + 1).toBeLessThanOrEqual(3 + (until - from) / 60);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('a network', () => {
  it('is counted by address, /64 and /48, in every spelling', async () => {
    expect(await passedFrom(['2001:db8::1', '2001:DB8:0:0::0001', '[2001:db8::1]', '2001:db8::1%wlan0'])).toBe(2);
    expect(await passedFrom(numbers(9).map((at) => `2001:db8:1:1::${String(at)}`))).toBe(4);
    expect(await passedFrom(numbers(35).map((at) => `2001:db8:2:${String(at)}::1`))).toBe(6);
    expect(await passedFrom(numbers(9).map((at) => `2001:db8:${String(3 + at)}::1`))).toBe(9);
  });

  it('is counted by IPv4 address and /24, mapped or not', async () => {
    expect(await passedFrom(['10.1.0.1', '::ffff:10.1.0.1', '::ffff:0a01:0001', '10.1.0.1', '64:ff9b::a01:1'])).toBe(4);
    expect(await passedFrom(numbers(9).map((at) => `10.2.0.${String(at)}`))).toBe(6);
  });

  it('that is unknown or cannot be parsed shares the budget of one /48 with all such', async () => {
    const unknown = ['', 'unknown', '10.0.0.999', '1.2.3.4, 5.6.7.8', '\u0000', "' OR 1=1 --"];
    expect(await passedFrom([...unknown, ...unknown])).toBe(SMALL.place.network.ipv6Site.burst);
    expect(await passedFrom(['2001:db8:9::1'])).toBe(1);
  });

  it('does not count for a caller who has proved himself otherwise', async () => {
    for (let i = 0; i < 9; i += 1) {
      expect((await take([{ limit: 'place', byNetwork: false }])).ok).toBe(true);
    }
  });
});

it('stores neither address nor subject, and is swept once the bucket is full again', async () => {
  await take([...person('mobile:09123456789'), ...place], '10.9.8.7');
  const { results } = await platform.env.DB.prepare('SELECT * FROM rate_limits').all<{ key: string }>();
  expect(results).toHaveLength(3);
  for (const { key } of results) expect(key).toMatch(/^[\w-]{22}$/);
  await sweep({ db: openDatabase(platform.env.DB), now: NOON + 59 });
  expect(await platform.env.DB.prepare('SELECT count(*) AS n FROM rate_limits').first('n')).toBe(1);
  await sweep({ db: openDatabase(platform.env.DB), now: NOON + 60 });
  expect(await platform.env.DB.prepare('SELECT count(*) AS n FROM rate_limits').first('n')).toBe(0);
});

it('answers 429 with Retry-After and the wait in minutes, in both languages', async () => {
  for (let i = 0; i < 3; i += 1) await take(person());
  const refused = await take(person());
  if (refused.ok) throw new Error('not refused');
  const answer = respondFailure({ ...refused, retryAfter: 61 });
  expect(answer.headers.get('retry-after')).toBe('61');
  const { status, body } = await parseFailure(answer);
  expect(status).toBe(429);
  expect(body.message).toBe('Too many requests. Try again in 2 min.');
  expect(body.message_fa).toBe('درخواست‌ها زیاد بود. ۲ دقیقهٔ دیگر دوباره امتحان کنید.');
});

it('gives carrier NAT twenty times the requests of 1,000 subscribers', () => {
  const aDay = ({ burst, every }: { burst: number; every: number }) => burst + 86_400 / every;
  expect(aDay(LIMITS.send.network.ipv4)).toBeGreaterThanOrEqual(20 * (1000 / 90));
  expect(aDay(LIMITS.guess.network.ipv4)).toBeGreaterThanOrEqual(20 * 3);
});

it('holds no bucket for longer than two days with the hour until the sweep, as the list of tables says', () => {
  const budgets = Object.values(LIMITS as Record<string, Limit>).flatMap(({ subject, network }) => [
    ...(subject ? [subject] : []),
    ...(network ? Object.values<Budget>({ ...network }) : []),
  ]);
  for (const { burst, every } of budgets) expect(burst * every + 3600).toBeLessThanOrEqual(2 * 86_400);
});
