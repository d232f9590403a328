import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { getOwnSubscription as call } from '../contract.ts';
import { getPauseEnd, MIN_PAUSE_LEFT_SECONDS, PAUSE_APART_SECONDS, PAUSE_MONTHS } from '../pause.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { countSecondsLeft, isPaused } from '../../accounts/server/user-view.ts';
import { getRenewalTime, willRenew } from '../../direct-debit/server/renewal-plan.ts';
import { QUESTION_SECONDS } from '../../payments/config.ts';

const DAY = 24 * 60 * 60;
const facts = v.object({
  last_pause: v.nullable(v.number()),
  renews: v.number(),
  asked_at: v.nullable(v.number()),
  price_rose: v.nullable(v.number()),
});

export const getOwnSubscription: Service<typeof call> = async (context) => {
  const { db, now } = context;
  const user = requireUser(context);
  const { id, subscribedUntil, pausedUntil } = user;
  const [row] = await db.all(sql`SELECT
      (SELECT max(ended_at) FROM subscription_pauses WHERE user_id = ${id}) AS last_pause,
      ${willRenew(id, now)} AS renews,
      q.asked_at, q.price_rose
    FROM (SELECT 1) LEFT JOIN renewal_questions q ON q.key = ${`renewal:${String(id)}:${String(subscribedUntil)}`}
      AND q.answer IS NULL AND ${subscribedUntil} > ${now - QUESTION_SECONDS}`);
  const { last_pause: lastPause, renews, asked_at, price_rose } = v.parse(facts, row);
  const isRunning = subscribedUntil > now;
  const isInPause = isPaused(user, now);
  const pauseFrom = lastPause === null ? 0 : lastPause + PAUSE_APART_SECONDS;
  const mayPause = !isInPause && subscribedUntil > now + MIN_PAUSE_LEFT_SECONDS && pauseFrom <= now;
  return ok({
    data: {
      until: isRunning ? subscribedUntil : null,
      days_left: Math.ceil(countSecondsLeft(user, now) / DAY),
      paused_until: isInPause ? pausedUntil : null,
      pause_from: pauseFrom > now ? pauseFrom : null,
      pauses: mayPause
        ? PAUSE_MONTHS.map((months) => {
            const ends_at = getPauseEnd(months, now);
            return { months, ends_at, until: subscribedUntil + ends_at - now };
          })
        : [],
      renews_at: renews === 1 && isRunning ? getRenewalTime(user, now) : null,
      asked_at,
      has_price_risen: price_rose === 1,
    },
  });
};
