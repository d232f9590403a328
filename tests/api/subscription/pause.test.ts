import { describe, expect, it } from 'vitest';
import { isSubscribed } from '../../../src/features/accounts/server/user-view.ts';
import { findDownload } from '../../../src/features/downloads/server/entitled.ts';
import { hasStreamRight } from '../../../src/features/streams/server/stream-right.ts';
import { createStreamId } from '../../../src/features/streams/stream-id.ts';
import { getTitleViewer } from '../../../src/features/title-page/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { addRow } from '../../support/database/rows.ts';
import { getUser } from '../../../src/features/accounts/contract/auth.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import {
  getOwnSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../../../src/features/subscription/contract.ts';
import { PAUSE_APART_SECONDS } from '../../../src/features/subscription/pause.ts';
import { BONUS_PLAN, DOWNLOADS, FILM, PLAN, type Visitor } from '../../support/money/money.ts';
import { openRefunds, part } from '../../support/money/refunding.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';

const { site, refund, user: until, buyDays } = await openRefunds();
const DAY = 24 * 60 * 60;
const MONTH = 30 * DAY;

let keys = 0;
const newKey = () => `pause-${String((keys += 1)).padStart(6, '0')}`;
const pause = (who: Visitor, months = 1, key = newKey()) => site.ask(pauseSubscription, { key, months }, who);
const refuse = async (answer: Promise<Response>) => {
  const { status, code } = await parseFailure(await answer);
  return `${String(status)} ${code}`;
};
const read = async (who: Visitor) => (await site.call(getOwnSubscription, {}, who)).data;
const resume = (who: Visitor) => site.call(resumeSubscription, {}, who);
const readCart = async (who: Visitor) => (await site.call(getCart, { id: FILM.id, type: 'movie' }, who)).data.data;
const mayPlay = async (who: Visitor) => {
  const { state } = await readCart(who);
  expect(['subscribed', 'needs_subscription']).toContain(state);
  return state === 'subscribed';
};
const subscriber = (days = 20) => site.visitor({ subscribedUntil: site.clock.now + days * DAY });

describe('a pause', () => {
  it('keeps the days, ends the right to play, and lets both go on when it ends', async () => {
    const who = await subscriber();
    const before = await until(who);
    expect((await read(who)).pauses).toMatchObject([{ months: 1 }, { months: 2 }, { months: 3 }]);
    expect(await mayPlay(who)).toBe(true);
    expect((await pause(who, 2)).status).toBe(200);
    expect(await until(who)).toBe(before + 2 * MONTH);
    expect(await mayPlay(who)).toBe(false);
    const { user } = await site.call(getUser, {}, who);
    expect(user).toMatchObject({ subscription: 0, days_period_to_end: null, paused_until: site.clock.now + 2 * MONTH });
    expect(await read(who)).toMatchObject({ days_left: 20, paused_until: site.clock.now + 2 * MONTH, pauses: [] });
    site.clock.now += 2 * MONTH - 1;
    expect([await mayPlay(who), (await read(who)).days_left]).toEqual([false, 20]);
    site.clock.now += 1;
    expect([await mayPlay(who), (await read(who)).days_left]).toEqual([true, 20]);
    site.clock.now += 20 * DAY;
    expect(await mayPlay(who)).toBe(false);
  });

  it('closes each door that asks for the subscription, a running stream too', async () => {
    const who = await subscriber();
    const db = openDatabase(site.env.DB);
    const stream = createStreamId(who.id, { kind: 'title', id: FILM.id }, null);
    await addRow(site.env.DB, 'streams', {
      ...{ id: stream, user_id: who.id, item: `t${String(FILM.id)}` },
      ...{ began_at: site.clock.now - 60, ends_at: site.clock.now + 60 },
    });
    const [file] = DOWNLOADS;
    const doors = async () => {
      const download = await findDownload(db, { user: who.id, id: file?.id ?? 0 }, site.clock.now);
      const { user } = await site.call(getUser, {}, who);
      return [
        await hasStreamRight(db, new Request(ORIGIN), site.env, { stream, now: site.clock.now }),
        download?.user != null &&
          isSubscribed({ ...site, user: download.user, host: 'pardeh.test', now: site.clock.now }),
        (await site.call(getTitleViewer, { kind: 'movie', id: FILM.id }, who)).data.state === 'subscribed',
        user.scope.includes('subscriber'),
      ];
    };
    expect(await doors()).toEqual([true, true, true, true]);
    await pause(who);
    expect(await doors()).toEqual([false, false, false, false]);
    await resume(who);
    expect(await doors()).toEqual([true, true, true, true]);
  });

  it('ended early gives back the rest of it, once by however many presses', async () => {
    const who = await subscriber();
    const before = await until(who);
    await pause(who, 3);
    site.clock.now += 10 * DAY;
    const answers = await Promise.all([1, 2, 3, 4].map(() => resume(who)));
    expect(new Set(answers.map(({ data }) => data.until))).toEqual(new Set([before + 10 * DAY]));
    expect(await mayPlay(who)).toBe(true);
    expect((await read(who)).days_left).toBe(20);
    await resume(who);
    expect(await until(who)).toBe(before + 10 * DAY);
  });

  it('is one by thirty presses at once, with one key or with many', async () => {
    const who = await subscriber();
    const before = await until(who);
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 10 }, () => pause(who, 1, key)));
    expect(same.map(({ status }) => status)).toEqual(same.map(() => 200));
    const others = await Promise.all(Array.from({ length: 20 }, () => refuse(pause(who))));
    expect(new Set(others)).toEqual(new Set(['409 pause_running']));
    expect(await refuse(pause(who, 2, key))).toBe('409 key_used');
    expect(await until(who)).toBe(before + MONTH);
    expect(await site.count('subscription_pauses WHERE user_id = ?', who.id)).toBe(1);
  });

  it('comes 180 days after the end of the last one, and of a subscription with more than a day', async () => {
    const who = await subscriber(400);
    await pause(who);
    site.clock.now += 5 * DAY;
    await resume(who);
    expect(await refuse(pause(who))).toBe('409 pause_too_soon');
    expect(await read(who)).toMatchObject({ pauses: [], pause_from: site.clock.now + PAUSE_APART_SECONDS });
    // A session lives for 90 days without use.
    for (let part = 0; part < 3; part += 1) {
      expect((await read(who)).pauses).toEqual([]);
      site.clock.now += PAUSE_APART_SECONDS / 3;
    }
    expect((await pause(who)).status).toBe(200);
    const last = await site.visitor({ subscribedUntil: site.clock.now + DAY });
    expect(await refuse(pause(last))).toBe('409 pause_nothing');
    expect(await refuse(pause(await site.visitor()))).toBe('409 pause_nothing');
  });

  it.each([0, 4, 1.5, '1'])('of %s months is refused', async (months) => {
    const who = await subscriber();
    expect((await site.ask(pauseSubscription, { key: newKey(), months }, who)).status).toBe(422);
  });

  it('is of its own account: another and a guest see and end nothing of it', async () => {
    const [who, other] = [await subscriber(), await subscriber()];
    await pause(who);
    await resume(other);
    expect((await read(who)).paused_until).not.toBeNull();
    expect((await read(other)).paused_until).toBeNull();
    for (const call of [getOwnSubscription, resumeSubscription]) expect((await site.ask(call, {})).status).toBe(401);
  });

  it('survives a clock that jumps back before its beginning', async () => {
    const who = await subscriber();
    const before = await until(who);
    await pause(who);
    site.clock.now -= 100;
    expect(await mayPlay(who)).toBe(false);
    await resume(who);
    expect([await until(who), await mayPlay(who)]).toEqual([before, true]);
    site.clock.now += 100;
  });

  it('adds days that are bought meanwhile to the end, and a refund takes those that are left', async () => {
    const who = await site.visitor();
    const first = await buyDays(who, PLAN.id);
    site.clock.now += 10 * DAY;
    await pause(who, 1);
    const end = await until(who);
    const second = await buyDays(who, BONUS_PLAN.id);
    expect(await until(who)).toBe(end + BONUS_PLAN.days * DAY);
    site.clock.now += 5 * DAY;
    expect(await refund(first)).toMatchObject({ value: { lines: [{ seconds: 20 * DAY }] } });
    expect((await read(who)).days_left).toBe(BONUS_PLAN.days);
    expect(await refund(second, part(1000, 0, 4000))).toMatchObject({
      value: { lines: [{ seconds: BONUS_PLAN.days * DAY }] },
    });
    // No day is left to be kept.
    expect(await until(who)).toBe(site.clock.now);
    expect(await read(who)).toMatchObject({ until: null, paused_until: null, days_left: 0 });
    await buyDays(who, PLAN.id);
    expect(await mayPlay(who)).toBe(true);
    expect(await site.books()).toEqual([]);
  });

  it('changes no days in any order of pausing, buying, giving back, ending and waiting', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let history = 0; history < 12; history += 1) {
      const who = await site.visitor();
      let [left, pausedFor] = [0, 0];
      for (let step = 0; step < 10; step += 1) {
        const act = random(4);
        if (act === 0) {
          await buyDays(who, PLAN.id);
          left += 30 * DAY;
        }
        if (act === 1 && (await pause(who, 1)).status === 200) pausedFor = MONTH;
        if (act === 2) {
          await resume(who);
          pausedFor = 0;
        }
        const wait = (1 + random(11)) * DAY;
        site.clock.now += wait;
        left = Math.max(0, left - Math.max(0, wait - pausedFor));
        pausedFor = Math.max(0, pausedFor - wait);
        const { days_left, paused_until: paused } = await read(who);
        expect([days_left, paused === null ? 0 : paused - site.clock.now]).toEqual([Math.ceil(left / DAY), pausedFor]);
      }
    }
    expect(await site.books()).toEqual([]);
  });
});
