import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { MIN_IDLE_SECONDS, MAX_IDLE_SECONDS, QUESTION_SECONDS, TURNED_ON_SECONDS } from '../../payments/config.ts';
import type { Database } from '../../../platform/db/client.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';
import type { Charge } from './charges.ts';

const factsRow = v.object({
  is_asked: v.number(),
  answer: v.nullable(v.picklist(['yes', 'no'])),
  turned_on_at: v.number(),
  last_play: v.nullable(v.number()),
  last_paid: v.nullable(v.number()),
});

/** Before a renewal: `collect`, `wait` for an answer or for the record of plays, or `drop` where nobody answered. A month
 * without a play asks. `end`: of the subscription, epoch seconds. */
export async function decideRenewal(
  context: BankContext,
  { key, userId }: Charge,
  end: number,
): Promise<'collect' | 'wait' | 'drop'> {
  const { db, now } = context;
  const [row] = await db.all(sql`SELECT
      EXISTS (SELECT 1 FROM renewal_questions WHERE key = ${key}) AS is_asked,
      (SELECT answer FROM renewal_questions WHERE key = ${key}) AS answer,
      (SELECT turned_on_at FROM direct_debit_settings WHERE user_id = ${userId}) AS turned_on_at,
      (SELECT at FROM last_plays WHERE user_id = ${userId}) AS last_play,
      (SELECT max(settled_at) FROM payments
        WHERE user_id = ${userId} AND purpose = 'plan' AND state = 'settled') AS last_paid`);
  const { is_asked: isAsked, answer, turned_on_at, last_play, last_paid } = v.parse(factsRow, row);
  if (isAsked === 1)
    return answer === 'yes' ? 'collect' : now > end + QUESTION_SECONDS || answer === 'no' ? 'drop' : 'wait';
  if (turned_on_at > now - TURNED_ON_SECONDS) return 'collect';
  const since = Math.max(now - MAX_IDLE_SECONDS, Math.min(last_paid ?? 0, now - MIN_IDLE_SECONDS));
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
export function buildAnswer(userId: number, answer: 'yes' | 'no', now: number): { statements: SQL[]; key: SQL } {
  const key = sql`(SELECT 'renewal:' || u.id || ':' || u.subscribed_until FROM users u WHERE u.id = ${userId})`;
  const isGiven = sql`EXISTS (SELECT 1 FROM renewal_questions q
    WHERE q.key = ${key} AND q.answer = ${answer} AND q.answered_at = ${now})`;
  return {
    key,
    statements: [
      sql`UPDATE renewal_questions SET answer = ${answer}, answered_at = ${now}
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

/** The account of a question that its user has not been told of. */
export async function takeUntoldQuestion(db: Database): Promise<number | null> {
  const [row] = await db.all(sql`UPDATE renewal_questions SET told = 1
    WHERE key = (SELECT key FROM renewal_questions WHERE told = 0 ORDER BY asked_at, key LIMIT 1) AND told = 0
    RETURNING user_id`);
  return row === undefined ? null : v.parse(v.object({ user_id: v.number() }), row).user_id;
}
