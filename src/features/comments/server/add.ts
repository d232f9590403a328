import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { addComment as call } from '../contract.ts';
import {
  cleanCommentText,
  COMMENT_MAX,
  COMMENT_STATES,
  COMMENT_TYPED_MAX,
  COMMENTS_PER_MINUTE,
  countCharacters,
} from '../comments.ts';
import { fail, ok, type Failure } from '../../../platform/outcome.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { findHoldRule } from './hold-rules.ts';

const MINUTE = 60;
const REPEAT_SECONDS = 10 * MINUTE; // Seconds in which an equal text is a form sent twice
const added = v.object({ id: v.number(), state: v.picklist(COMMENT_STATES) });

interface NewComment {
  userId: number;
  titleId: number;
  parentId: number | null;
  at: number | null;
  text: string;
  name: string | undefined; // Undefined: the writer's last one
}

/** A reply is pinned no earlier than its parent. */
export const addComment: Service<typeof call> = async (context, { id, text: typed, name, parent_id: parentId, at }) => {
  const userId = requireUser(context).id;
  const tooLong = fail('comment_too_long', { fields: { text: 'comment_too_long' } });
  if (typed.length > COMMENT_TYPED_MAX) return tooLong;
  const text = cleanCommentText(typed);
  if (text === '') return fail('comment_empty', { fields: { text: 'comment_empty' } });
  if (countCharacters(text) > COMMENT_MAX) return tooLong;
  const comment: NewComment = { userId, titleId: id, parentId, at, text, name };
  const row = await insert(context, comment, await findHoldRule(context, userId, text));
  return row ? ok({ data: v.parse(added, row) }) : findError(context, comment);
};

/** One statement holds every rule, so that simultaneous requests cannot pass together. */
async function insert(
  { db, now }: RequestContext,
  { userId, titleId, parentId, at, text, name }: NewComment,
  rule: string,
): Promise<Record<string, unknown> | undefined> {
  const [[row] = []] = await batch(db, [
    sql`INSERT INTO comments (name, title_id, user_id, parent_id, text, at, state, held_for, created_at)
      SELECT coalesce(${name ?? null}, (SELECT u.comment_name FROM users u WHERE u.id = ${userId}), ''),
        t.id, ${userId}, p.id, ${text}, max(coalesce(p.at, ${at}), coalesce(${at}, p.at)),
        ${rule === '' ? 'shown' : 'held'}, ${rule}, ${now}
      FROM titles t LEFT JOIN comments p ON p.id = ${parentId}
      WHERE t.id = ${titleId}
        AND (${parentId} IS NULL OR (p.title_id = t.id AND p.parent_id IS NULL AND p.state = 'shown'))
        AND (${at} IS NULL OR (t.kind <> 'series' AND ${at} BETWEEN 0 AND t.minutes * 60))
        AND (SELECT count(*) FROM comments c WHERE c.user_id = ${userId} AND c.created_at > ${now - MINUTE})
          < ${COMMENTS_PER_MINUTE}
        AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.user_id = ${userId} AND c.created_at > ${now - REPEAT_SECONDS}
          AND c.title_id = t.id AND c.parent_id IS ${parentId} AND c.text = ${text})
      RETURNING id, state`,
    ...(name === undefined
      ? []
      : [
          sql`UPDATE users SET comment_name = ${name} WHERE id = ${userId} AND EXISTS (SELECT 1 FROM comments c
            WHERE c.user_id = ${userId} AND c.created_at = ${now} AND c.name = ${name})`,
        ]),
  ]);
  return row;
}

const facts = v.object({
  has_title: v.number(),
  takes_time: v.number(),
  has_parent: v.number(),
  oldest: v.nullable(v.number()),
});

async function findError({ db, now }: RequestContext, comment: NewComment): Promise<Failure<ErrorCode>> {
  const { userId, titleId, parentId, at } = comment;
  const [[row] = []] = await batch(db, [
    sql`SELECT EXISTS (SELECT 1 FROM titles WHERE id = ${titleId}) AS has_title,
      ${at} IS NULL OR EXISTS (SELECT 1 FROM titles t WHERE t.id = ${titleId} AND t.kind <> 'series'
        AND ${at} BETWEEN 0 AND t.minutes * 60) AS takes_time,
      ${parentId} IS NULL OR EXISTS (SELECT 1 FROM comments p WHERE p.id = ${parentId} AND p.title_id = ${titleId}
        AND p.parent_id IS NULL AND p.state = 'shown') AS has_parent,
      (SELECT c.created_at FROM comments c WHERE c.user_id = ${userId} AND c.created_at > ${now - MINUTE}
        ORDER BY c.created_at DESC LIMIT 1 OFFSET ${COMMENTS_PER_MINUTE - 1}) AS oldest`,
  ]);
  const { has_title: hasTitle, takes_time: takesTime, has_parent: hasParent, oldest } = v.parse(facts, row);
  if (!hasTitle) return fail('title_not_found');
  if (!hasParent) return fail('comment_unknown');
  if (!takesTime) return fail('comment_time', { fields: { at: 'comment_time' } });
  if (oldest !== null) return fail('comment_too_soon', { retryAfter: Math.max(1, oldest + MINUTE - now) });
  return fail('comment_repeated');
}
