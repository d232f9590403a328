import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import {
  moderateComment as moderateCall,
  type listModeration as listCall,
  type moderateComments as batchCall,
} from '../moderation-contract.ts';
import type { OwnWords } from '../comment-words.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { parseOwnWords, SELECT_OWN_WORDS, toReaderName } from './names.ts';

const PER_PAGE = 100;
const MAX_BATCH_AGE_SECONDS = 60 * 60;

const { reader_name: _readerName, ...columns } = moderateCall.output.entries.data.entries;
const row = v.object({
  ...columns,
  reasons: v.pipe(v.string(), v.parseJson(), columns.reasons),
  is_cancelled: v.number(),
});

function toModerated(match: unknown, ownWords: OwnWords): Output<typeof moderateCall>['data'] {
  const { is_cancelled: isCancelled, ...comment } = v.parse(row, match);
  return { ...comment, reader_name: isCancelled === 1 ? '' : toReaderName(comment.name, ownWords) };
}

const IS_NEW_REPORT = sql`comment_id = c.id AND created_at > c.reviewed_at`;
const COLUMNS = sql`c.id, c.title_id, t.name_fa AS title_fa, t.name_en AS title_en, c.parent_id,
  (SELECT p.text FROM comments p WHERE p.id = c.parent_id) AS parent_text, c.user_id, c.name, c.text, c.at, c.state, c.held_for, c.removed_by, c.likes,
  c.reports, c.created_at, c.reviewed_at, c.reviewed_by, u.cancelled_at IS NOT NULL AS is_cancelled,
  iif(c.reviewed_at IS NULL, 0, (SELECT count(*) FROM comment_reports WHERE ${IS_NEW_REPORT})) AS new_reports,
  (SELECT json_group_object(found.reason, found.times) FROM (SELECT reason, count(*) AS times FROM comment_reports
    WHERE comment_id = c.id GROUP BY reason) AS found) AS reasons`;

const FROM = sql`FROM comments c LEFT JOIN titles t ON t.id = c.title_id LEFT JOIN users u ON u.id = c.user_id`;
const count = (state: string) => sql`count(*) FILTER (WHERE state = ${state}) AS ${sql.identifier(state)}`;
const stateRow = v.object({ id: v.number(), state: v.string(), user_id: v.number() });
const counts = v.object({ shown: v.number(), held: v.number(), removed: v.number() });

export const listModeration: OperatorService<typeof listCall> = async (
  { db },
  { queue, user, after },
  _operator,
  record,
) => {
  const isQueued: SQL =
    queue === 'reported'
      ? sql`c.reports > 0 AND c.state <> 'removed'
          AND (c.reviewed_at IS NULL OR EXISTS (SELECT 1 FROM comment_reports WHERE ${IS_NEW_REPORT}))`
      : queue === 'all'
        ? sql`${user ?? null} IS NOT NULL`
        : sql`c.state = ${queue}`;
  // Those that wait are read in their order, and those that were decided from the end.
  const isNewestFirst = queue === 'shown' || queue === 'removed' || queue === 'all';
  const order = isNewestFirst
    ? sql`c.id < ${after === 0 ? Number.MAX_SAFE_INTEGER : after} ORDER BY c.id DESC`
    : sql`c.id > ${after} ORDER BY c.id`;
  const isBySome = user === undefined ? sql`1` : sql`c.user_id = ${user}`;
  const [rows = [], words = [], [writer] = []] = await batch(db, [
    sql`SELECT ${COLUMNS} ${FROM} WHERE ${isQueued} AND ${isBySome} AND ${order} LIMIT ${PER_PAGE}`,
    SELECT_OWN_WORDS,
    ...(user === undefined
      ? []
      : [sql`SELECT ${count('shown')}, ${count('held')}, ${count('removed')} FROM comments WHERE user_id = ${user}`]),
  ]);
  const ownWords = parseOwnWords(words);
  const data = rows.map((match) => toModerated(match, ownWords));
  const next = data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null;
  if (user === undefined) record({ accounts: data.map(({ user_id: id }) => id) });
  return ok({ data, next, writer: writer === undefined ? null : v.parse(counts, writer) });
};

/** A comment that its writer deleted has no text and cannot be shown. */
export const moderateComment: OperatorService<typeof moderateCall> = async (
  { db, now },
  { id, state },
  operator,
  record,
) => {
  const removedBy = state === 'removed' ? 'operator' : '';
  const [[before] = [], , [match] = [], words = []] = await batch(db, [
    sql`SELECT id, state, user_id FROM comments WHERE id = ${id} AND text <> ''`,
    sql`UPDATE comments SET state = ${state}, removed_by = ${removedBy}, reviewed_at = ${now}, reviewed_by = ${operator}
      WHERE id = ${id} AND text <> ''`,
    sql`SELECT ${COLUMNS} ${FROM} WHERE c.id = ${id} AND c.text <> ''`,
    SELECT_OWN_WORDS,
  ]);
  if (before === undefined || match === undefined) return fail('comment_unknown');
  const old = v.parse(stateRow, before);
  record({ accounts: [old.user_id], before: { state: old.state }, after: { state } });
  return ok({ data: toModerated(match, parseOwnWords(words)) });
};

/** One statement; the states before and the reason are in the trail. */
export const moderateComments: OperatorService<typeof batchCall> = async (
  { db, now },
  { ids, state, reason },
  operator,
  record,
) => {
  const isChosen = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND text <> ''`;
  const [before = [], , [made] = [], after = []] = await batch(db, [
    sql`SELECT id, state, user_id FROM comments WHERE ${isChosen} ORDER BY id`,
    sql`DELETE FROM moderation_batches WHERE created_at <= ${now - MAX_BATCH_AGE_SECONDS}`,
    sql`INSERT INTO moderation_batches (state, before, operator, created_at)
      SELECT ${state}, json_group_array(json_object('id', id, 'state', state, 'removed_by', removed_by,
        'reviewed_at', reviewed_at, 'reviewed_by', reviewed_by)), ${operator}, ${now}
      FROM comments WHERE ${isChosen} HAVING count(*) > 0 RETURNING id`,
    sql`UPDATE comments SET state = ${state}, removed_by = ${state === 'removed' ? 'operator' : ''}, reviewed_at = ${now},
      reviewed_by = ${operator} WHERE ${isChosen} RETURNING id`,
  ]);
  const done = v.parse(v.array(v.object({ id: v.number() })), after).map(({ id }) => id);
  const states = v.parse(v.array(stateRow), before);
  record({
    accounts: states.map(({ user_id: id }) => id),
    before: states.map(({ id, state: old }) => ({ id, state: old })),
    after: { ids: done, state, reason },
  });
  const undo = made === undefined ? null : v.parse(v.object({ id: v.number() }), made).id;
  return ok({ data: { done, unknown: ids.filter((id) => !done.includes(id)), undo } });
};
