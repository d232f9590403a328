import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { QUESTION_SECONDS, TURNED_ON_SECONDS } from '../../payments/config.ts';
import type { Database } from '../../../platform/db/client.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';
import type { Charge } from './charges.ts';
import { findIdleStart } from '../idle-start.ts';

const factsRow = v.object({
  is_asked: v.number(),
  answer: v.nullable(v.picklist(['yes', 'no'])),
  turned_on_at: v.number(),
  last_play: v.nullable(v.number()),
  last_paid: v.nullable(v.number()),
  max_total: v.nullable(v.number()),
  pause: v.pipe(
    v.nullable(v.string()),
    v.transform((text) => (text === null ? null : (JSON.parse(text) as unknown))),
    v.nullable(v.object({ started_at: v.number(), ended_at: v.number() })),
  ),
});

/** Before a renewal: `collect`, `wait` for an answer or for the record of plays, or `drop` where nobody answered. A month
 * without a play asks; a yes to a lower sum asks once more. `end`: of the subscription, epoch seconds. `total`: toman. */
export async function decideRenewal(
  context: BankContext,
  { key, userId }: Charge,
  end: number,
  total: number,
): Promise<'collect' | 'wait' | 'drop'> {
  const { db, now } = context;
  const [row] = await db.all(sql`SELECT
      EXISTS (SELECT 1 FROM renewal_questions WHERE key = ${key}) AS is_asked,
      (SELECT answer FROM renewal_questions WHERE key = ${key}) AS answer,
      (SELECT turned_on_at FROM direct_debit_settings WHERE user_id = ${userId}) AS turned_on_at,
      (SELECT at FROM last_plays WHERE user_id = ${userId}) AS last_play,
      (SELECT max_total FROM renewal_questions WHERE key = ${key}) AS max_total,
      (SELECT json_object('started_at', started_at, 'ended_at', ended_at) FROM subscription_pauses
        WHERE user_id = ${userId} ORDER BY ended_at DESC LIMIT 1) AS pause,
      (SELECT max(p.settled_at) FROM payments p
        WHERE p.user_id = ${userId} AND p.purpose = 'plan' AND p.state = 'settled'
          AND coalesce(p.token, '') NOT LIKE 'gift:%' AND EXISTS (SELECT 1 FROM payment_lines l
            WHERE l.payment_id = p.id AND l.kind = 'plan' AND l.gift = 0)) AS last_paid`);
  const { is_asked: isAsked, answer, turned_on_at, last_play, last_paid, max_total, pause } = v.parse(factsRow, row);
  if (answer === 'yes' && max_total !== null && total > max_total) {
    await db.run(sql`UPDATE renewal_questions
      SET answer = NULL, answered_at = NULL, max_total = NULL, asked_at = ${now}, told = 0, price_rose = 1
      WHERE key = ${key} AND answer = 'yes' AND max_total < ${total}`);
    return 'wait';
  }
  if (isAsked === 1)
    return answer === 'yes' ? 'collect' : now > end + QUESTION_SECONDS || answer === 'no' ? 'drop' : 'wait';
  if (turned_on_at > now - TURNED_ON_SECONDS) return 'collect';
  const since = findIdleStart(now, last_paid, pause);
  if ((last_play ?? 0) > since) return 'collect';
  const lastProgress = await findLastProgress(context, userId);
  if (lastProgress !== null && lastProgress > since) return 'collect';
  if (lastProgress === null && now < end - UNKNOWN_UNTIL_SECONDS) return 'wait';
  await db.run(sql`INSERT INTO renewal_questions (key, user_id, asked_at) VALUES (${key}, ${userId}, ${now})
    ON CONFLICT (key) DO NOTHING`);
  return 'wait';
}

/** Before the end by this much, an account whose plays cannot be read is asked. */
const UNKNOWN_UNTIL_SECONDS = 6 * 60 * 60;

/** Epoch seconds; 0 for never, null where the store is down. */
async function findLastProgress({ env, db }: BankContext, userId: number): Promise<number | null> {
  try {
    const rows = await openProgress({ env, db }).list(toAccountProfile(userId));
    return rows.reduce((latest, { last }) => Math.max(latest, Number(last) || 0), 0);
  } catch (error) {
    console.error(`plays of account ${String(userId)}: ${describeError(error)}`);
    return null;
  }
}

/** SQL: no question about the charge of this key waits, and none was answered with no. */
export const isAnswered = (key: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM renewal_questions q WHERE q.key = ${key} AND q.answer IS NOT 'yes')`;

/** `key`: of the question about the subscription's present end. */
export function buildAnswer(
  userId: number,
  { answer, maxTotal }: { answer: 'yes' | 'no'; maxTotal: number | null },
  now: number,
): { statements: SQL[]; key: SQL } {
  const key = sql`(SELECT 'renewal:' || u.id || ':' || u.subscribed_until FROM users u WHERE u.id = ${userId})`;
  const isGiven = sql`EXISTS (SELECT 1 FROM renewal_questions q
    WHERE q.key = ${key} AND q.answer = ${answer} AND q.answered_at = ${now})`;
  return {
    key,
    statements: [
      sql`UPDATE renewal_questions SET answer = ${answer}, answered_at = ${now}, max_total = ${maxTotal}
        WHERE key = ${key} AND user_id = ${userId} AND answer IS NULL AND EXISTS (
          SELECT 1 FROM users u WHERE u.id = ${userId} AND u.subscribed_until > ${now - QUESTION_SECONDS})`,
      ...(answer === 'yes'
        ? [
            sql`UPDATE direct_debit_charges SET next_try_at = ${now}
              WHERE key = ${key} AND state = 'due' AND ${isGiven}`,
          ]
        : [
            sql`UPDATE direct_debit_settings SET subscription = 0 WHERE user_id = ${userId} AND ${isGiven}`,
            sql`UPDATE direct_debit_charges SET state = 'dropped', next_try_at = ${now}
              WHERE key = ${key} AND state = 'due' AND ${isGiven}`,
          ]),
    ],
  };
}

const untoldRow = v.object({ user_id: v.number(), is_open: v.number(), price_rose: v.number() });

/** The account of a question that its user has not been told of. One that is answered, or whose day of renewal has passed,
 * is not sent: `isOpen` is false. */
export async function takeUntoldQuestion(
  db: Database,
  now: number,
): Promise<{ userId: number; isOpen: boolean; hasPriceRisen: boolean } | null> {
  const [row] = await db.all(sql`UPDATE renewal_questions SET told = 1
    WHERE key = (SELECT key FROM renewal_questions WHERE told = 0 ORDER BY asked_at, key LIMIT 1) AND told = 0
    RETURNING user_id, price_rose, answer IS NULL AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.subscribed_until > ${now}
      AND key = 'renewal:' || u.id || ':' || u.subscribed_until) AS is_open`);
  if (row === undefined) return null;
  const { user_id: userId, is_open, price_rose } = v.parse(untoldRow, row);
  return { userId, isOpen: is_open === 1, hasPriceRisen: price_rose === 1 };
}
