import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../contract.ts';
import { getHelp as getCall, listHelp as listCall } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { COLUMNS, messageRows, readCursor, START, toCursor, UNREAD } from './rows.ts';

const PER_PAGE = 20;
const threadRow = v.omit(getCall.output.entries.data, ['messages']);

export const listHelp: Service<typeof listCall> = async (context, { before }) => {
  const { id } = requireUser(context);
  const { at, number } = readCursor(before, Number.MAX_SAFE_INTEGER);
  const rows = await context.db.all(sql`SELECT ${COLUMNS}, ${UNREAD} AS unread, ${START} FROM help_threads t
    WHERE t.user_id = ${id} AND (t.changed_at, t.number) < (${at}, ${number})
    ORDER BY t.changed_at DESC, t.number DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(listCall.output.entries.data, rows);
  return ok({ data, next: toCursor(data, PER_PAGE, 'changed_at') });
};

/** Somebody else's thread is unknown. */
export const getHelp: Service<typeof getCall> = async (context, { number }) => {
  const { id } = requireUser(context);
  const [[thread] = [], messages = []] = await batch(context.db, [
    sql`SELECT ${COLUMNS}, ${UNREAD} AS unread FROM help_threads t WHERE t.number = ${number} AND t.user_id = ${id}`,
    sql`SELECT id, author, text, created_at FROM help_messages WHERE thread = ${number} AND user_id = ${id} ORDER BY id`,
  ]);
  if (thread === undefined) return fail('help_unknown');
  return ok({ data: { ...v.parse(threadRow, thread), messages: v.parse(messageRows, messages) } });
};

export const countUnreadHelp: Service<typeof calls.countUnreadHelp> = async (context) => {
  const { id } = requireUser(context);
  const rows = await context.db.all<{ unread: number }>(
    sql`SELECT (SELECT count(*) FROM help_threads t WHERE t.user_id = ${id} AND ${UNREAD})
      + (SELECT count(*) FROM compensations g WHERE g.user_id = ${id} AND g.undone_at IS NULL
        AND g.id > coalesce((SELECT last_id FROM read_days WHERE user_id = ${id}), 0)) AS unread`,
  );
  return ok({ data: { unread: rows[0]?.unread ?? 0 } });
};

const readRow = v.object({ unread: v.number() });

/** An answer that comes after `message` stays unread. */
export const readHelp: Service<typeof calls.readHelp> = async (context, { number, message }) => {
  const { id } = requireUser(context);
  const newest = sql`(SELECT max(id) FROM help_messages WHERE thread = ${number})`;
  const [, [row] = []] = await batch(context.db, [
    sql`UPDATE help_threads SET read_message = max(read_message, min(${message ?? Number.MAX_SAFE_INTEGER}, ${newest}))
      WHERE number = ${number} AND user_id = ${id}`,
    sql`SELECT ${UNREAD} AS unread FROM help_threads t WHERE t.number = ${number} AND t.user_id = ${id}`,
  ]);
  return row === undefined ? fail('help_unknown') : ok({ data: v.parse(readRow, row) });
};
