import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { isNotErased } from './account-conditions.ts';
import { batch } from '../../../platform/db/batch.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { cleanCommentText, countCharacters } from '../../comments/comments.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../notes-contract.ts';
import { addNote as addCall, listNotes as listCall, MAX_NOTE_CHARS } from '../notes-contract.ts';

const PER_PAGE = 20;
const storedNote = v.object({ ...addCall.output.entries.data.entries, user_id: v.number() });

export const listNotes: OperatorService<typeof calls.listNotes> = async ({ db }, { id, before }) => {
  const rows = await db.all(sql`SELECT id, text, operator, created_at FROM account_notes
    WHERE user_id = ${id} AND id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(listCall.output.entries.data, rows);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

/** The trail has no word of the text: its rows outlive the account. */
export const addNote: OperatorService<typeof calls.addNote> = async (
  { db, now },
  { id, key, text: typed },
  operator,
  record,
) => {
  const text = cleanCommentText(typed);
  if (text === '') return fail('note_empty', { fields: { text: 'note_empty' } });
  if (countCharacters(text) > MAX_NOTE_CHARS) return fail('note_too_long', { fields: { text: 'note_too_long' } });
  const [, [row] = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO account_notes (key, user_id, operator, text, created_at)
        SELECT ${key}, id, ${operator}, ${text}, ${now} FROM users
        WHERE id = ${id} AND ${isNotErased} ON CONFLICT (key) DO NOTHING`,
      sql`SELECT id, user_id, operator, text, created_at FROM account_notes WHERE key = ${key}`,
    ]),
  );
  if (row === undefined) return fail('person_unknown');
  const { user_id: userId, ...note } = v.parse(storedNote, row);
  if (userId !== id || note.text !== text || note.operator !== operator) return fail('key_used');
  record({ after: { note: note.id } });
  return ok({ data: note });
};
