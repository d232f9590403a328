import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Comment } from '../contract.ts';
import type { OwnWords } from '../comment-words.ts';
import { COMMENT_STATES, isCovered } from '../comments.ts';
import { toReaderName } from './names.ts';

/** `id` null for a guest. */
export interface Reader {
  id: number | null;
  watchedTo: number; // Seconds of the title
  show: number | 'all' | undefined; // Comments to uncover
}

export const commentRow = v.object({
  id: v.number(),
  parent_id: v.nullable(v.number()),
  text: v.string(),
  at: v.nullable(v.number()),
  state: v.picklist(COMMENT_STATES),
  likes: v.number(),
  replies: v.number(),
  created_at: v.number(),
  name: v.nullable(v.string()),
  is_own: v.number(),
  is_liked: v.number(),
});
type CommentRow = v.InferOutput<typeof commentRow>;

/** Columns of `commentRow`: comments `c`, writers `u`. A cancelled account has no name. */
export function selectComment(userId: number | null): SQL {
  const me = userId ?? -1;
  return sql`c.id, c.parent_id, c.text, c.at, c.state, c.likes, c.replies, c.created_at,
    CASE WHEN u.cancelled_at IS NULL THEN c.name END AS name, c.user_id = ${me} AS is_own,
    EXISTS (SELECT 1 FROM comment_likes l WHERE l.comment_id = c.id AND l.user_id = ${me}) AS is_liked`;
}

export function isReadable(userId: number | null): SQL {
  return sql`(c.state = 'shown' OR (c.state = 'held' AND c.user_id = ${userId ?? -1}))`;
}

/** Without the text of a removed, held or covered comment. */
export function toComment(row: CommentRow, reader: Reader, ownWords: OwnWords): Comment {
  const isOwn = row.is_own === 1;
  const isHidden = row.state === 'removed' || (row.state === 'held' && !isOwn);
  const isAskedFor =
    reader.show === 'all' || (reader.show !== undefined && [row.id, row.parent_id].includes(reader.show));
  const covered = !isHidden && !isOwn && !isAskedFor && isCovered(row.at, reader.watchedTo);
  return {
    id: row.id,
    parent_id: row.parent_id,
    name: isHidden ? '' : toReaderName(row.name, ownWords),
    is_own: isOwn,
    state: isHidden ? 'removed' : row.state,
    text: isHidden || covered ? null : row.text,
    at: isHidden ? null : row.at,
    is_covered: covered,
    likes: row.likes,
    is_liked: row.is_liked === 1,
    replies: row.replies,
    created_at: row.created_at,
  };
}
