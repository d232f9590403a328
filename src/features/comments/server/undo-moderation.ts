import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { UNDO_SECONDS } from '../../../platform/config/constants.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type { undoModeration as undoCall } from '../moderation-contract.ts';

const batchRow = v.object({ created_at: v.number(), undone_at: v.nullable(v.number()) });
const commentRow = v.object({ id: v.number(), user_id: v.number() });

/** The row and the comments' states before it are one statement, by the trigger. */
export const undoModeration: OperatorService<typeof undoCall> = async ({ db, now }, { id }, _operator, record) => {
  const rows = await db.all(sql`SELECT created_at, undone_at FROM moderation_batches WHERE id = ${id}`);
  const [decision] = v.parse(v.array(batchRow), rows);
  if (decision === undefined) return fail('undo_over');
  if (decision.undone_at !== null) return fail('undo_done');
  if (!isAhead(decision.created_at + UNDO_SECONDS, now, UNDO_SECONDS + CLOCK_SLACK_SECONDS)) return fail('undo_over');
  const [open = [], undone = []] = await batch(db, [
    sql`SELECT c.id, c.user_id FROM moderation_batches m, json_each(m.before) b JOIN comments c ON c.id = b.value ->> 'id'
      WHERE m.id = ${id} AND m.undone_at IS NULL AND c.text <> '' AND c.state = m.state
        AND c.reviewed_at = m.created_at AND c.reviewed_by = m.operator ORDER BY c.id`,
    sql`UPDATE moderation_batches SET undone_at = ${now} WHERE id = ${id} AND undone_at IS NULL RETURNING id`,
  ]);
  if (undone.length === 0) return fail('undo_done');
  const comments = v.parse(v.array(commentRow), open);
  const restored = comments.map((comment) => comment.id);
  record({ accounts: comments.map(({ user_id: user }) => user), after: { restored } });
  return ok({ data: { restored } });
};
