import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { deleteComment as deleteCall, likeComment as likeCall, reportComment as reportCall } from '../contract.ts';
import { REPORTS_TO_HOLD } from '../comments.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';

const likesRow = v.object({ likes: v.number(), is_liked: v.number() });

/** Another writer's comment is unknown, like one that does not exist. */
export const deleteComment: Service<typeof deleteCall> = async (context, { id }) => {
  const userId = requireUser(context).id;
  const [[row] = []] = await batch(context.db, [
    sql`UPDATE comments SET text = '', name = '', at = NULL, state = 'removed', removed_by = 'author'
      WHERE id = ${id} AND user_id = ${userId} AND state <> 'removed' RETURNING id`,
  ]);
  return row ? ok({ data: { id } }) : fail('comment_unknown');
};

export const likeComment: Service<typeof likeCall> = async (context, { id, like }) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const budget = await takeBudget(context, [{ limit: 'feedback', subject: `user:${String(userId)}` }]);
  if (!budget.ok) return budget;
  const [, [row] = []] = await batch(db, [
    like
      ? sql`INSERT INTO comment_likes (comment_id, user_id, created_at)
          SELECT c.id, ${userId}, ${now} FROM comments c
          WHERE c.id = ${id} AND c.state = 'shown' AND c.user_id <> ${userId}
          ON CONFLICT (comment_id, user_id) DO NOTHING`
      : sql`DELETE FROM comment_likes WHERE comment_id = ${id} AND user_id = ${userId}`,
    sql`SELECT c.likes, EXISTS (SELECT 1 FROM comment_likes l WHERE l.comment_id = c.id AND l.user_id = ${userId})
        AS is_liked
      FROM comments c WHERE c.id = ${id} AND c.state = 'shown' AND c.user_id <> ${userId}`,
  ]);
  if (!row) return fail('comment_unknown');
  const { likes, is_liked: isLiked } = v.parse(likesRow, row);
  return ok({ data: { id, likes, is_liked: isLiked === 1 } });
};

/** The third user's report holds a comment, unless an operator has approved it. */
export const reportComment: Service<typeof reportCall> = async (context, { id, reason }) => {
  const { db, now } = context;
  const userId = requireUser(context).id;
  const budget = await takeBudget(context, [{ limit: 'comment_report', subject: `user:${String(userId)}` }]);
  if (!budget.ok) return budget;
  const [[seen] = []] = await batch(db, [
    sql`SELECT id FROM comments WHERE id = ${id} AND state = 'shown' AND user_id <> ${userId}`,
    sql`INSERT INTO comment_reports (comment_id, user_id, reason, created_at)
      SELECT c.id, ${userId}, ${reason}, ${now} FROM comments c
      WHERE c.id = ${id} AND c.state = 'shown' AND c.user_id <> ${userId}
      ON CONFLICT (comment_id, user_id) DO UPDATE SET reason = excluded.reason`,
    sql`UPDATE comments SET state = 'held', held_for = 'reports'
      WHERE id = ${id} AND state = 'shown' AND reviewed_at IS NULL AND reports >= ${REPORTS_TO_HOLD}`,
  ]);
  return seen ? ok({ data: { id } }) : fail('comment_unknown');
};
