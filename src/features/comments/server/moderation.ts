import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import {
  moderateComment as moderateCall,
  type listModeration as listCall,
  type moderateComments as batchCall,
} from '../moderation-contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';

const PER_PAGE = 100;

const row = v.object({
  ...moderateCall.output.entries.data.entries,
  reasons: v.pipe(v.string(), v.parseJson(), moderateCall.output.entries.data.entries.reasons),
});

const COLUMNS = sql`c.id, c.title_id, c.parent_id, c.user_id, c.name, c.text, c.at, c.state, c.held_for, c.removed_by, c.likes,
  c.reports, c.created_at, c.reviewed_at, c.reviewed_by,
  (SELECT json_group_object(found.reason, found.times) FROM (SELECT reason, count(*) AS times FROM comment_reports
    WHERE comment_id = c.id GROUP BY reason) AS found) AS reasons`;

export const listModeration: OperatorService<typeof listCall> = async ({ db }, { queue, after }) => {
  const isQueued: SQL =
    queue === 'reported'
      ? sql`c.reports > 0 AND c.reviewed_at IS NULL AND c.state <> 'removed'`
      : sql`c.state = ${queue}`;
  const [rows = []] = await batch(db, [
    sql`SELECT ${COLUMNS} FROM comments c WHERE ${isQueued} AND c.id > ${after} ORDER BY c.id LIMIT ${PER_PAGE}`,
  ]);
  const data = rows.map((match) => v.parse(row, match));
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

/** A comment that its writer deleted has no text and cannot be shown. */
export const moderateComment: OperatorService<typeof moderateCall> = async ({ db, now }, { id, state }, operator) => {
  const removedBy = state === 'removed' ? 'operator' : '';
  const [, [match] = []] = await batch(db, [
    sql`UPDATE comments SET state = ${state}, removed_by = ${removedBy}, reviewed_at = ${now}, reviewed_by = ${operator}
      WHERE id = ${id} AND text <> ''`,
    sql`SELECT ${COLUMNS} FROM comments c WHERE c.id = ${id} AND c.text <> ''`,
  ]);
  return match ? ok({ data: v.parse(row, match) }) : fail('comment_unknown');
};

/** One statement; the states before and the reason are in the trail. */
export const moderateComments: OperatorService<typeof batchCall> = async (
  { db, now },
  { ids, state, reason },
  operator,
  record,
) => {
  const isChosen = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND text <> ''`;
  const [before = [], after = []] = await batch(db, [
    sql`SELECT id, state FROM comments WHERE ${isChosen} ORDER BY id`,
    sql`UPDATE comments SET state = ${state}, removed_by = ${state === 'removed' ? 'operator' : ''}, reviewed_at = ${now},
      reviewed_by = ${operator} WHERE ${isChosen} RETURNING id`,
  ]);
  const done = v.parse(v.array(v.object({ id: v.number() })), after).map(({ id }) => id);
  record({ before, after: { ids: done, state, reason } });
  return ok({ data: { done, unknown: ids.filter((id) => !done.includes(id)) } });
};
