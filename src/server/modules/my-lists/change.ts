import { and, eq, sql } from 'drizzle-orm';
import { LIST_MAX } from '../../../config/constants.ts';
import type { addToList as addCall, removeFromList as removeCall } from '../../../contract/my-lists.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { batch } from '../../db/batch.ts';
import { titles } from '../../db/schema.ts';
import { userLists } from '../../db/account.ts';
import type { Service } from '../../lib/serve.ts';
import { signedIn } from '../payments/signed-in.ts';
import { listsOf } from './list-queries.ts';

/**
 * Puts a title on a list, at its top where it was there already. The limit is in the same statement, so that clicks at
 * the same moment cannot pass it together.
 */
export const addToList: Service<typeof addCall> = async (context, { list, id }) => {
  const { db, now } = context;
  const userId = signedIn(context).id;
  const [added = []] = await batch(db, [
    sql`INSERT INTO user_lists (user_id, list, title_id, added_at)
      SELECT ${userId}, ${list}, t.id, ${now} FROM titles t WHERE t.id = ${id}
        AND ((SELECT count(*) FROM user_lists WHERE user_id = ${userId} AND list = ${list}) < ${LIST_MAX}
          OR EXISTS (SELECT 1 FROM user_lists WHERE user_id = ${userId} AND list = ${list} AND title_id = ${id}))
      ON CONFLICT (user_id, list, title_id) DO UPDATE SET added_at = excluded.added_at
      RETURNING title_id`,
    // What has been seen to its end is no longer being watched.
    ...(list === 'watched'
      ? [sql`DELETE FROM user_lists WHERE user_id = ${userId} AND list = 'watching' AND title_id = ${id}`]
      : []),
  ]);
  if (added.length === 0) {
    const [title] = await db.select({ id: titles.id }).from(titles).where(eq(titles.id, id));
    return fail(title ? 'list_full' : 'title_not_found');
  }
  const rows = await listsOf(db, userId, id);
  return ok({ data: rows.map((row) => row.list) });
};

/** Takes a title off a list, also one that the catalogue no longer has. */
export const removeFromList: Service<typeof removeCall> = async (context, { list, id }) => {
  const { db } = context;
  const userId = signedIn(context).id;
  await db
    .delete(userLists)
    .where(and(eq(userLists.userId, userId), eq(userLists.list, list), eq(userLists.titleId, id)));
  const rows = await listsOf(db, userId, id);
  return ok({ data: rows.map((row) => row.list) });
};
