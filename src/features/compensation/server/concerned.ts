import { sql, type SQL } from 'drizzle-orm';
import type { CaseKind } from '../cases.ts';

const DAY = 24 * 60 * 60;

export interface Fault {
  kind: CaseKind;
  subject: number;
  from: number;
  until: number;
}

/** All that moved the end of the subscription of `users u`, and by how many seconds. An act that moves it joins this list. */
const moves = sql`(SELECT u.created_at AS at, u.first_until - u.created_at AS seconds WHERE u.first_until > u.created_at
  UNION ALL SELECT p.settled_at, sum(l.days) * ${DAY} FROM payments p
    JOIN payment_lines l ON l.payment_id = p.id AND l.kind = 'plan' AND l.delivered = 1 AND l.gift = 0
    WHERE p.user_id = u.id AND p.delivered_at IS NOT NULL GROUP BY p.id
  UNION ALL SELECT c.created_at, c.days * ${DAY} FROM compensations c WHERE c.user_id = u.id AND c.undone_at IS NULL
  UNION ALL SELECT b.started_at, b.ended_at - b.started_at FROM subscription_pauses b WHERE b.user_id = u.id
  UNION ALL SELECT r.applied_at, -x.seconds FROM payments p JOIN refund_lines x ON x.payment_id = p.id AND x.seconds > 0 AND x.undone = 0
    JOIN refunds r ON r.id = x.refund_id WHERE p.user_id = u.id AND r.applied_at IS NOT NULL)`;

/**
 * The subscription ran at some moment of the time. Its end then: as it is now where nothing has moved it since, else from
 * each addition before on, since an addition counts from its own time or from the end, whichever is later.
 */
function matchSubscribed({ from, until }: Pick<Fault, 'from' | 'until'>): SQL {
  const endThen = sql`coalesce((SELECT max(at + later) FROM (
      SELECT at, seconds, sum(seconds) OVER (ORDER BY at DESC, seconds ROWS UNBOUNDED PRECEDING) AS later
      FROM ${moves} WHERE at < ${from}) WHERE seconds > 0), 0)`;
  // Only a refund takes days off, so an end before the time is the end of then.
  const isPossible = sql`(u.subscribed_until > ${from} OR EXISTS (SELECT 1 FROM payments p JOIN refund_lines x ON x.payment_id = p.id
    AND x.seconds > 0 AND x.undone = 0 WHERE p.user_id = u.id))`;
  const isPaused = sql`EXISTS (SELECT 1 FROM subscription_pauses b WHERE b.user_id = u.id AND b.started_at <= ${from}
    AND b.ended_at >= ${until})`;
  return sql`(u.created_at < ${until} AND ${isPossible} AND NOT ${isPaused} AND (
    EXISTS (SELECT 1 FROM ${moves} WHERE seconds > 0 AND at >= ${from} AND at < ${until})
    OR CASE WHEN EXISTS (SELECT 1 FROM ${moves} WHERE at >= ${from}) THEN ${endThen} ELSE u.subscribed_until END > ${from}))`;
}

function matchBuyer(kind: 'screening' | 'title', items: SQL, { from, until }: Fault): SQL {
  return sql`u.id IN (SELECT o.user_id FROM purchases o WHERE o.kind = ${kind} AND o.item_id IN ${items}
    AND o.bought_at < ${until} AND (o.ends_at IS NULL OR o.ends_at > ${from}))`;
}

/** Streams of a channel that were held at some moment of the time; they are known for a day. */
export function selectWatchers({ subject, from, until }: Fault): SQL {
  return sql`SELECT s.user_id FROM streams s
    WHERE s.item = ${`c${String(subject)}`} AND s.ends_at > ${from} AND s.began_at < ${until}`;
}

/** A condition on `users u`. `caseId`: of a case whose viewers are stored. */
export function matchConcerned(fault: Fault, caseId: SQL | null = null): SQL {
  const { kind, subject } = fault;
  switch (kind) {
    case 'subscription':
      return matchSubscribed(fault);
    case 'screening':
      return matchBuyer(kind, sql`(${subject})`, fault);
    case 'title':
      return matchBuyer(
        kind,
        sql`(SELECT value FROM (SELECT ${subject} AS value
        UNION SELECT series_id FROM all_titles WHERE id = ${subject} AND series_id IS NOT NULL))`,
        fault,
      );
    case 'channel':
      return caseId === null
        ? sql`u.id IN (${selectWatchers(fault)})`
        : sql`EXISTS (SELECT 1 FROM outage_viewers w WHERE w.case_id = ${caseId} AND w.user_id = u.id)`;
    case 'plays':
      return sql`0`;
  }
}

/** Accounts concerned that can be given days. */
export function countConcerned(fault: Fault, caseId: SQL | null = null): SQL {
  return sql`(SELECT count(*) FROM users u WHERE ${matchConcerned(fault, caseId)} AND u.cancelled_at IS NULL)`;
}
