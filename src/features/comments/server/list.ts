import { eq, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { listComments as call, Comment } from '../contract.ts';
import type { OwnWords } from '../comment-words.ts';
import {
  cleanName,
  computeAverageStars,
  COMMENTS_PER_PAGE,
  REPLIES_PER_COMMENT,
  REPLIES_PER_THREAD,
} from '../comments.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { reusable } from '../../../platform/db/reusable.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { listedNames } from '../../titles/server/listed-columns.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';
import { hasWatchedEnough } from './rate.ts';
import { parseOwnWords, SELECT_OWN_WORDS } from './names.ts';
import { commentRow, isReadable, selectComment, toComment, type Reader } from './rows.ts';

const NOBODY = -1;
const viewerRow = v.object({
  stars: v.nullable(v.number()),
  can_rate: v.number(),
  watched_to: v.number(),
  name: v.nullable(v.string()),
});

type Values = { id: number; userId: number | undefined; before: number | undefined; thread: number | undefined };

const selectFeedback = (column: 'comments' | 'votes' | 'stars') =>
  sql<number>`coalesce((SELECT f.${sql.raw(column)} FROM title_feedback f WHERE f.title_id = titles.id), 0)`.as(column);
const titleColumns = {
  kind: titles.kind,
  ...listedNames,
  comments: selectFeedback('comments'),
  votes: selectFeedback('votes'),
  stars: selectFeedback('stars'),
};

const commentQueries = reusable((db, { id, userId = NOBODY, before, thread }: Values) => [
  db.select(titleColumns).from(titles).where(eq(titles.id, id)),
  sql`SELECT ${selectComment(userId)} FROM comments c LEFT JOIN users u ON u.id = c.user_id
    WHERE c.title_id = ${id} AND c.parent_id IS NULL AND (${isReadable(userId)} OR c.replies > 0)
      AND c.id < ${before ?? Number.MAX_SAFE_INTEGER} AND ${thread === undefined ? sql`1` : sql`c.id = ${thread}`}
    ORDER BY c.id DESC LIMIT ${COMMENTS_PER_PAGE + 1}`,
  SELECT_OWN_WORDS,
]);

export const listComments: Service<typeof call> = async (context, { id, before, thread, show }) => {
  const { db, read, user } = context;
  const userId = user?.id ?? null;
  const [[title], matches, words, viewers = []] = await read([
    ...commentQueries({ id, userId: userId ?? undefined, before, thread }),
    ...(userId === null ? [] : [await selectViewer(context, userId, id)]),
  ]);
  if (!title) return fail('title_not_found');
  const viewer = viewers[0] ? v.parse(viewerRow, viewers[0]) : null;
  const reader: Reader = { id: userId, watchedTo: viewer?.watched_to ?? 0, show };
  const ownWords = parseOwnWords(words);
  const rows = matches.slice(0, COMMENTS_PER_PAGE).map((row) => v.parse(commentRow, row));
  const replies = await readReplies(
    db,
    rows.map((row) => row.id),
    { reader, ownWords },
    thread === undefined ? REPLIES_PER_COMMENT : REPLIES_PER_THREAD,
  );
  const { comments: total, votes, stars } = title;
  return ok({
    data: rows.map((row) => ({ ...toComment(row, reader, ownWords), thread: replies.get(row.id) ?? [] })),
    next: matches.length > COMMENTS_PER_PAGE ? (rows.at(-1)?.id ?? null) : null,
    total,
    title: { id, kind: title.kind, name_fa: title.name_fa, name_en: title.name_en },
    rating: { votes, average: computeAverageStars({ votes, stars }) },
    viewer: viewer && {
      stars: viewer.stars,
      can_rate: viewer.can_rate === 1,
      watched_to: viewer.watched_to,
      name: viewer.name === null ? null : cleanName(viewer.name),
    },
  });
};

async function selectViewer(context: RequestContext, userId: number, titleId: number): Promise<SQL> {
  const table = await openProgress(context).table(toAccountProfile(userId));
  return sql`SELECT (SELECT stars FROM ratings WHERE title_id = ${titleId} AND user_id = ${userId}) AS stars,
    ${hasWatchedEnough(context, table, userId, titleId)} AS can_rate,
    coalesce((SELECT furthest FROM ${table} WHERE profile = ${toAccountProfile(userId)} AND title_id = ${titleId}), 0)
      AS watched_to,
    (SELECT comment_name FROM users WHERE id = ${userId}) AS name`;
}

async function readReplies(
  db: Database,
  ids: readonly number[],
  { reader, ownWords }: { reader: Reader; ownWords: OwnWords },
  limit: number,
): Promise<Map<number, Comment[]>> {
  if (ids.length === 0) return new Map();
  const [rows = []] = await batch(db, [
    sql`SELECT found.* FROM (SELECT ${selectComment(reader.id)},
        row_number() OVER (PARTITION BY c.parent_id ORDER BY c.id) AS place
      FROM comments c LEFT JOIN users u ON u.id = c.user_id
      WHERE c.parent_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${isReadable(reader.id)}) AS found
      WHERE found.place <= ${limit} ORDER BY found.parent_id, found.id`,
  ]);
  const replies = rows.map((row) => toComment(v.parse(commentRow, row), reader, ownWords));
  return new Map(ids.map((id) => [id, replies.filter(({ parent_id: parent }) => parent === id)]));
}
