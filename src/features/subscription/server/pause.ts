import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../contract.ts';
import { getPauseEnd, MIN_PAUSE_LEFT_SECONDS, PAUSE_APART_SECONDS } from '../pause.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';

const pauseRow = v.object({ months: v.number(), ended_at: v.number() });
const accountRow = v.object({ subscribed_until: v.number(), paused_until: v.number() });

/** One statement asks all and writes; triggers move the account's end with it (migration 0080). Errors: `pause_nothing`,
 * `pause_running`, `pause_too_soon`, `key_used`. */
export const pauseSubscription: Service<typeof calls.pauseSubscription> = async (context, { key, months }) => {
  const { db, now } = context;
  const { id } = requireUser(context);
  const end = getPauseEnd(months, now);
  const [, [pause] = [], [row] = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO subscription_pauses (user_id, key, months, started_at, planned_end, ended_at)
        SELECT u.id, ${key}, ${months}, ${now}, ${end}, ${end} FROM users u
        WHERE u.id = ${id} AND u.cancelled_at IS NULL AND u.paused_until <= ${now}
          AND u.subscribed_until > ${now + MIN_PAUSE_LEFT_SECONDS} AND NOT EXISTS (
            SELECT 1 FROM subscription_pauses p WHERE p.user_id = u.id AND p.ended_at > ${now - PAUSE_APART_SECONDS})
        ON CONFLICT (user_id, key) DO NOTHING`,
      sql`SELECT months, ended_at FROM subscription_pauses WHERE user_id = ${id} AND key = ${key}`,
      sql`SELECT subscribed_until, paused_until FROM users WHERE id = ${id}`,
    ]),
  );
  const account = v.parse(accountRow, row);
  if (pause !== undefined) {
    const { months: stored, ended_at } = v.parse(pauseRow, pause);
    return stored === months
      ? ok({ data: { paused_until: ended_at, until: account.subscribed_until } })
      : fail('key_used');
  }
  if (account.paused_until > now) return fail('pause_running');
  return fail(account.subscribed_until > now + MIN_PAUSE_LEFT_SECONDS ? 'pause_too_soon' : 'pause_nothing');
};

export const resumeSubscription: Service<typeof calls.resumeSubscription> = async (context) => {
  const { db, now } = context;
  const { id } = requireUser(context);
  const [, [row] = []] = await retryWrite(() =>
    batch(db, [
      sql`UPDATE subscription_pauses SET ended_at = max(${now}, started_at) WHERE user_id = ${id} AND ended_at > ${now}`,
      sql`SELECT subscribed_until, paused_until FROM users WHERE id = ${id}`,
    ]),
  );
  return ok({ data: { until: v.parse(accountRow, row).subscribed_until } });
};
