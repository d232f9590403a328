import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { getHelp as getCall, listHelp as listCall } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { COLUMNS, messageRows, readCursor, START, toCursor } from './rows.ts';

const PER_PAGE = 20;
const threadRow = v.omit(getCall.output.entries.data, ['messages']);

export const listHelp: Service<typeof listCall> = async (context, { before }) => {
  const { id } = requireUser(context);
  const { at, number } = readCursor(before, Number.MAX_SAFE_INTEGER);
  const rows = await context.db.all(sql`SELECT ${COLUMNS}, ${START} FROM help_threads t
    WHERE t.user_id = ${id} AND (t.changed_at, t.number) < (${at}, ${number})
    ORDER BY t.changed_at DESC, t.number DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(listCall.output.entries.data, rows);
  return ok({ data, next: toCursor(data, PER_PAGE, 'changed_at') });
};

/** Somebody else's thread is unknown. */
export const getHelp: Service<typeof getCall> = async (context, { number }) => {
  const { id } = requireUser(context);
  const [[thread] = [], messages = []] = await batch(context.db, [
    sql`SELECT ${COLUMNS} FROM help_threads t WHERE t.number = ${number} AND t.user_id = ${id}`,
    sql`SELECT id, author, text, created_at FROM help_messages WHERE thread = ${number} AND user_id = ${id} ORDER BY id`,
  ]);
  if (thread === undefined) return fail('help_unknown');
  return ok({ data: { ...v.parse(threadRow, thread), messages: v.parse(messageRows, messages) } });
};
