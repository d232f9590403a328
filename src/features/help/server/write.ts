import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { addHelpMessage as addCall, openHelp as openCall } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Failure } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { HELP_KINDS, MAX_HELP_MESSAGES, MAX_HELP_THREADS, MAX_THREAD_MESSAGES } from '../help.ts';
import { cleanHelpText } from './clean-text.ts';

const DAY = 24 * 60 * 60;

const listSent = (userId: number, now: number) => sql`SELECT created_at FROM help_messages
  WHERE user_id = ${userId} AND author = 'user' AND created_at > ${now - DAY}`;
const listBegun = (userId: number, now: number) => sql`SELECT created_at FROM help_threads
  WHERE user_id = ${userId} AND created_at > ${now - DAY}`;
const isBelow = (rows: SQL, most: number) => sql`(SELECT count(*) FROM (${rows})) < ${most}`;

const opened = v.object({
  number: v.number(),
  text: v.string(),
  kind: v.picklist(HELP_KINDS),
  payment_id: v.nullable(v.string()),
});

/** The statements hold every rule, so that simultaneous requests cannot pass together. */
export const openHelp: Service<typeof openCall> = async (
  context,
  { key, kind, payment_id: payment, page, play, text },
) => {
  const { id } = requireUser(context);
  const clean = cleanHelpText(text);
  if (!clean.ok) return clean;
  const { db, now } = context;
  const hasPayment = sql`(${payment} IS NULL OR EXISTS (SELECT 1 FROM payments WHERE id = ${payment} AND user_id = ${id}))`;
  const [, , [row] = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO help_threads (user_id, key, kind, payment_id, page, play, state, rev, created_at, changed_at, waits_since)
        SELECT ${id}, ${key}, ${kind}, ${payment}, ${page}, ${play}, 'open', 0, ${now}, ${now}, ${now}
        WHERE ${hasPayment} AND ${isBelow(listBegun(id, now), MAX_HELP_THREADS)}
          AND ${isBelow(listSent(id, now), MAX_HELP_MESSAGES)}
        ON CONFLICT (user_id, key) DO NOTHING`,
      sql`INSERT INTO help_messages (thread, user_id, author, key, text, created_at)
        SELECT number, user_id, 'user', key, ${clean.value}, ${now} FROM help_threads
        WHERE user_id = ${id} AND key = ${key} AND rev = 0`,
      sql`SELECT t.number, t.kind, t.payment_id, m.text FROM help_threads t
        JOIN help_messages m ON m.thread = t.number AND m.author = 'user' AND m.key = t.key
        WHERE t.user_id = ${id} AND t.key = ${key}`,
    ]),
  );
  if (row === undefined) {
    const [[facts] = []] = await batch(db, [sql`SELECT ${hasPayment} AS known`]);
    return facts?.['known'] === 1 ? limit(context, id) : fail('payment_unknown');
  }
  const thread = v.parse(opened, row);
  const isRepeat = thread.text === clean.value && thread.kind === kind && thread.payment_id === payment;
  return isRepeat ? ok({ data: { number: thread.number } }) : fail('key_used');
};

const added = v.object({ id: v.number(), text: v.string() });

export const addHelpMessage: Service<typeof addCall> = async (context, { number, key, text }) => {
  const { id } = requireUser(context);
  const clean = cleanHelpText(text);
  if (!clean.ok) return clean;
  const { db, now } = context;
  const [, [row] = [], [thread] = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO help_messages (thread, user_id, author, key, text, created_at)
        SELECT t.number, t.user_id, 'user', ${key}, ${clean.value}, ${now} FROM help_threads t
        WHERE t.number = ${number} AND t.user_id = ${id} AND ${isBelow(listSent(id, now), MAX_HELP_MESSAGES)}
          AND (SELECT count(*) FROM help_messages WHERE thread = t.number) < ${MAX_THREAD_MESSAGES}
        ON CONFLICT (thread, author, key) DO NOTHING`,
      sql`SELECT id, text FROM help_messages
        WHERE thread = ${number} AND user_id = ${id} AND author = 'user' AND key = ${key}`,
      sql`SELECT (SELECT count(*) FROM help_messages WHERE thread = t.number) AS messages FROM help_threads t
        WHERE t.number = ${number} AND t.user_id = ${id}`,
    ]),
  );
  if (thread === undefined) return fail('help_unknown');
  if (row === undefined)
    return Number(thread['messages']) >= MAX_THREAD_MESSAGES ? fail('help_full') : limit(context, id);
  const message = v.parse(added, row);
  return message.text === clean.value ? ok({ data: { id: message.id } }) : fail('key_used');
};

async function limit({ db, now }: RequestContext, id: number): Promise<Failure<ErrorCode>> {
  const nth = (rows: SQL, most: number) => sql`(${rows} ORDER BY created_at DESC LIMIT 1 OFFSET ${most - 1})`;
  const [[row] = []] = await batch(db, [
    sql`SELECT max(coalesce(${nth(listBegun(id, now), MAX_HELP_THREADS)}, 0),
      coalesce(${nth(listSent(id, now), MAX_HELP_MESSAGES)}, 0)) AS oldest`,
  ]);
  return fail('help_limit', { retryAfter: Math.max(60, Number(row?.['oldest']) + DAY - now) });
}
