import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../desk-contract.ts';
import {
  getHelpThread as getCall,
  listAccountHelp as accountCall,
  listHelpQueue as listCall,
} from '../desk-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { chooseMask } from '../../operator/server/accounts.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { HELP_STATES } from '../help.ts';
import { cleanHelpText } from './clean-text.ts';
import { COLUMNS, readCursor, START, toCursor } from './rows.ts';

const PER_PAGE = 50;
const WRITER = sql`t.user_id, u.mobile, u.name`;
const { messages: talk, ...threadEntries } = getCall.output.entries.data.entries;

export const listHelpQueue: OperatorService<typeof listCall> = async (context, { state, after }, _operator, record) => {
  const isOpen = state === 'open';
  const { at, number } = readCursor(after, isOpen ? -1 : Number.MAX_SAFE_INTEGER);
  const isAfter = isOpen
    ? sql`(t.waits_since, t.number) > (${at}, ${number}) ORDER BY t.waits_since, t.number`
    : sql`(t.changed_at, t.number) < (${at}, ${number}) ORDER BY t.changed_at DESC, t.number DESC`;
  const rows = await context.db.all(sql`SELECT ${COLUMNS}, t.rev, t.waits_since, ${WRITER}, ${START}
    FROM help_threads t JOIN users u ON u.id = t.user_id WHERE t.state = ${state} AND ${isAfter} LIMIT ${PER_PAGE}`);
  const hide = await chooseMask(context);
  const data = v.parse(listCall.output.entries.data, rows).map((row) => ({ ...row, mobile: hide(row.mobile) }));
  record({ accounts: data.map(({ user_id: id }) => id) });
  return ok({ data, next: toCursor(data, PER_PAGE, isOpen ? 'waits_since' : 'changed_at') });
};

const MAX_ACCOUNT_THREADS = 20;

export const listAccountHelp: OperatorService<typeof accountCall> = async ({ db }, { id }) => {
  const rows = await db.all(sql`SELECT ${COLUMNS}, ${START} FROM help_threads t WHERE t.user_id = ${id}
    ORDER BY t.changed_at DESC, t.number DESC LIMIT ${MAX_ACCOUNT_THREADS}`);
  return ok({ data: v.parse(accountCall.output.entries.data, rows) });
};

export const getHelpThread: OperatorService<typeof getCall> = async (context, { number }, _operator, record) => {
  const [[row] = [], messages = []] = await batch(context.db, [
    sql`SELECT ${COLUMNS}, t.rev, ${WRITER} FROM help_threads t JOIN users u ON u.id = t.user_id WHERE t.number = ${number}`,
    sql`SELECT id, author, operator, text, created_at FROM help_messages WHERE thread = ${number} ORDER BY id`,
  ]);
  if (row === undefined) return fail('help_unknown');
  record({ after: { thread: number } });
  const thread = v.parse(v.object(threadEntries), row);
  const mobile = (await chooseMask(context))(thread.mobile);
  return ok({ data: { ...thread, mobile, messages: v.parse(talk, messages) } });
};

const storedAnswer = v.object({ id: v.number(), text: v.string(), operator: v.string() });

/** One statement asks that nobody has written meanwhile, and writes. */
export const answerHelp: OperatorService<typeof calls.answerHelp> = async (
  { db, now },
  { number, key, rev, text },
  operator,
  record,
) => {
  const clean = cleanHelpText(text);
  if (!clean.ok) return clean;
  const [[before] = [], , [row] = []] = await retryWrite(() =>
    batch(db, [
      sql`SELECT state, rev FROM help_threads WHERE number = ${number}`,
      sql`INSERT INTO help_messages (thread, user_id, author, operator, key, text, created_at)
        SELECT number, user_id, 'staff', ${operator}, ${key}, ${clean.value}, ${now} FROM help_threads
        WHERE number = ${number} AND rev = ${rev} ON CONFLICT (thread, author, key) DO NOTHING`,
      sql`SELECT id, text, operator FROM help_messages WHERE thread = ${number} AND author = 'staff' AND key = ${key}`,
    ]),
  );
  if (before === undefined) return fail('help_unknown');
  if (row === undefined) return fail('help_changed');
  const message = v.parse(storedAnswer, row);
  if (message.text !== clean.value || message.operator !== operator) return fail('key_used');
  record({ before, after: { thread: number, state: 'answered', message: message.id } });
  return ok({ data: { id: message.id } });
};

const closed = v.object({ state: v.picklist(HELP_STATES) });

export const closeHelp: OperatorService<typeof calls.closeHelp> = async (
  { db, now },
  { number, rev },
  _operator,
  record,
) => {
  const [[before] = [], , [after] = []] = await retryWrite(() =>
    batch(db, [
      sql`SELECT state, rev FROM help_threads WHERE number = ${number}`,
      sql`UPDATE help_threads SET state = 'closed', rev = rev + 1, changed_at = ${now}
        WHERE number = ${number} AND rev = ${rev} AND state <> 'closed'`,
      sql`SELECT state FROM help_threads WHERE number = ${number}`,
    ]),
  );
  if (before === undefined || after === undefined) return fail('help_unknown');
  const { state } = v.parse(closed, after);
  if (state !== 'closed') return fail('help_changed');
  if (v.parse(closed, before).state !== 'closed') record({ before, after: { thread: number, state } });
  return ok({ data: { state } });
};

const threadRow = v.object({ number: v.number(), user_id: v.number(), state: v.picklist(HELP_STATES) });

/** One statement closes those that are as the list showed them. */
export const closeHelpThreads: OperatorService<typeof calls.closeHelpThreads> = async (
  { db, now },
  { threads },
  _operator,
  record,
) => {
  const list = JSON.stringify(threads);
  const [made = [], rows] = await batch(db, [
    sql`UPDATE help_threads SET state = 'closed', rev = rev + 1, changed_at = ${now}
      WHERE state <> 'closed' AND (number, rev) IN
        (SELECT value ->> 'number', value ->> 'rev' FROM json_each(${list})) RETURNING number`,
    sql`SELECT number, user_id, state FROM help_threads
      WHERE number IN (SELECT value ->> 'number' FROM json_each(${list}))`,
  ]);
  const stored = new Map(v.parse(v.array(threadRow), rows).map((row) => [row.number, row]));
  const done = made.map(({ number }) => Number(number));
  record({
    accounts: done.map((number) => stored.get(number)?.user_id ?? null),
    subjects: done.map((number) => `help:${String(number)}`),
    after: { threads: done },
  });
  return ok({
    data: threads.map(({ number }) => {
      const state = stored.get(number)?.state;
      const result = state === undefined ? 'unknown' : state === 'closed' ? 'closed' : 'changed';
      return { number, result } as const;
    }),
  });
};
