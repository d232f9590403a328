import { and, eq, sql } from 'drizzle-orm';
import { LIST_MAX } from '../../../platform/config/constants.ts';
import type { addToList as addCall, removeFromList as removeCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { createSeenProgress } from '../../progress/progress.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { titles } from '../../titles/server/schema.ts';
import { userLists } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';
import { findListsWithTitle } from './list-queries.ts';

/** 'watching' only undoes a removal, because the player fills it. 'watched' removes the title from 'watching'. */
export const addToList: Service<typeof addCall> = async (context, { list, id }) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const profile = toAccountProfile(userId);
  if (list === 'later' && !(await addToLater(context, userId, id))) {
    return fail((await exists(db, id)) ? 'list_full' : 'title_not_found');
  }
  if (list !== 'later' && !(await exists(db, id))) return fail('title_not_found');
  if (list === 'watching') await openProgress(context).setHidden(profile, id, 0);
  if (list === 'watched') {
    await openProgress(context).merge(profile, new Map([[id, createSeenProgress(now)]]), now);
  }
  return ok({ data: await findListsWithTitle(context, userId, id) });
};

/** An existing entry moves to the top. The statement checks the limit, so that simultaneous clicks cannot exceed it. */
async function addToLater({ db, now }: RequestContext, userId: number, id: number): Promise<boolean> {
  const [added = []] = await batch(db, [
    sql`INSERT INTO user_lists (user_id, list, title_id, added_at)
      SELECT ${userId}, 'later', t.id, ${now} FROM titles t WHERE t.id = ${id}
        AND ((SELECT count(*) FROM user_lists WHERE user_id = ${userId} AND list = 'later') < ${LIST_MAX}
          OR EXISTS (SELECT 1 FROM user_lists WHERE user_id = ${userId} AND list = 'later' AND title_id = ${id}))
      ON CONFLICT (user_id, list, title_id) DO UPDATE SET added_at = excluded.added_at
      RETURNING title_id`,
  ]);
  return added.length > 0;
}

async function exists(db: Database, id: number): Promise<boolean> {
  return (await db.select({ id: titles.id }).from(titles).where(eq(titles.id, id))).length > 0;
}

/** Works for titles that left the catalogue too. The progress stays. */
export const removeFromList: Service<typeof removeCall> = async (context, { list, id }) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const profile = toAccountProfile(userId);
  if (list === 'later') {
    await db
      .delete(userLists)
      .where(and(eq(userLists.userId, userId), eq(userLists.list, list), eq(userLists.titleId, id)));
  } else if (list === 'watching') {
    await openProgress(context).setHidden(profile, id, now);
  } else {
    await openProgress(context).forgetSeen(profile, id);
  }
  return ok({ data: await findListsWithTitle(context, userId, id) });
};
