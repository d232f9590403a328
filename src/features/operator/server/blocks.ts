import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { revokeUserAssertions } from '../../../platform/http/session/session-assertion.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { LEASE_SECONDS } from '../../streams/config.ts';
import type * as calls from '../blocks-contract.ts';
import { isMember, isNotErased } from './account-conditions.ts';
import { endSessions } from './end-sessions.ts';

const stateRow = v.object({ blocked_at: v.nullable(v.number()), is_member: v.number() });

const selectState = (id: number): SQL =>
  sql`SELECT blocked_at, ${isMember(id)} AS is_member FROM users WHERE id = ${id} AND ${isNotErased}`;

/** Why an account cannot be blocked now; null: it can. */
function findRefusal(row: unknown): ErrorCode | null {
  if (row === undefined) return 'person_unknown';
  const { blocked_at: blockedAt, is_member: member } = v.parse(stateRow, row);
  if (member === 1) return 'account_member';
  return blockedAt === null ? null : 'block_exists';
}

const previewRow = v.object({
  sessions: v.number(),
  streams: v.number(),
  subscribed_until: v.number(),
  mandates: v.number(),
});

export const showBlock: OperatorService<typeof calls.rehearseBlock> = async ({ db, now }, { id }) => {
  const [[state] = [], [preview] = []] = await batch(db, [
    selectState(id),
    sql`SELECT u.subscribed_until,
      (SELECT count(*) FROM sessions WHERE user_id = u.id AND expires_at > ${now}) AS sessions,
      (SELECT count(*) FROM streams WHERE user_id = u.id AND stopped = 0
        AND ${isAheadInSql(sql`ends_at`, now, LEASE_SECONDS)}) AS streams,
      (SELECT count(*) FROM mandates WHERE user_id = u.id AND state = 'active') AS mandates
      FROM users u WHERE u.id = ${id}`,
  ]);
  const refusal = findRefusal(state);
  return refusal === null ? ok({ data: v.parse(previewRow, preview) }) : fail(refusal);
};

/** One batch. A stream that plays is refused at its next segment (`admitStream`), and cannot be held again. */
export const blockAccount: OperatorService<typeof calls.blockAccount> = async (
  { db, now },
  { id, reason },
  operator,
  record,
) => {
  const isBlocked = sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND blocked_at IS NOT NULL)`;
  const [[state] = [], made = [], ended = [], streams = []] = await batch(db, [
    selectState(id),
    sql`INSERT INTO account_blocks (user_id, blocked_at, reason, operator)
      SELECT id, ${now}, ${reason}, ${operator} FROM users
      WHERE id = ${id} AND blocked_at IS NULL AND ${isNotErased} AND NOT ${isMember(id)} RETURNING id`,
    endSessions(id, isBlocked),
    sql`UPDATE streams SET stopped = 1, ends_at = min(ends_at, ${now})
      WHERE user_id = ${id} AND stopped = 0 AND ${isBlocked} RETURNING id`,
    sql`DELETE FROM cast_grants WHERE user_id = ${id} AND ${isBlocked}`,
  ]);
  const refusal = findRefusal(state);
  if (refusal !== null || made.length === 0) return fail(refusal ?? 'block_exists');
  revokeUserAssertions(id, now);
  record({ before: { sessions: ended.length, streams: streams.length }, after: { blocked_at: now, reason } });
  return ok({ data: { blocked_at: now, ended: ended.length } });
};

export const showUnblock: OperatorService<typeof calls.rehearseUnblock> = async ({ db }, { id }) => {
  const [row] = await db.all(sql`SELECT u.blocked_at, u.subscribed_until,
    (SELECT count(*) FROM mandates WHERE user_id = u.id AND state = 'active') AS mandates FROM users u WHERE u.id = ${id}`);
  if (row === undefined) return fail('person_unknown');
  const { blocked_at: from, ...rest } = v.parse(unblockRow, row);
  return from === null ? fail('block_none') : ok({ data: { blocked_at: from, ...rest } });
};

const unblockRow = v.object({
  ...{ blocked_at: v.nullable(v.number()), subscribed_until: v.number(), mandates: v.number() },
});

/** A sign-in that ran beside the block may have left a session, which was worth nothing: it goes, too. */
export const unblockAccount: OperatorService<typeof calls.unblockAccount> = async (
  { db, now },
  { id, reason },
  operator,
  record,
) => {
  const [before] = await readBlockedAt(db, id);
  if (before === undefined) return fail('person_unknown');
  const isBlocked = sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND blocked_at IS NOT NULL)`;
  const [, ended = []] = await batch(db, [
    endSessions(id, isBlocked),
    sql`UPDATE account_blocks SET ended_at = ${now}, ended_by = ${operator}, end_reason = ${reason}
      WHERE user_id = ${id} AND ended_at IS NULL RETURNING id`,
  ]);
  if (ended.length === 0) return fail('block_none');
  record({ before, after: { blocked_at: null, reason } });
  return ok({ data: { ended_at: now } });
};

const readBlockedAt = (db: Database, id: number) =>
  db.all<{ blocked_at: number | null }>(sql`SELECT blocked_at FROM users WHERE id = ${id}`);
