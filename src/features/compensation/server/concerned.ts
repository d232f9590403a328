import { sql, type SQL } from 'drizzle-orm';
import type { CaseKind } from '../cases.ts';

const DAY = 24 * 60 * 60;

export interface Fault {
  kind: CaseKind;
  subject: number;
  /** Of the subscription: the plan that somebody had, 0 for all. */
  plan: number;
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

/** The end as it was: from each addition on, since one counts from its own time or from the end, whichever is later. */
const selectEnd = (isBefore: SQL) => sql`coalesce((SELECT max(at + later) FROM (
      SELECT at, seconds, sum(seconds) OVER (ORDER BY at DESC, seconds ROWS UNBOUNDED PRECEDING) AS later
      FROM ${moves} WHERE ${isBefore}) WHERE seconds > 0), 0)`;

const isPausedAt = (time: SQL) => sql`EXISTS (SELECT 1 FROM subscription_pauses b WHERE b.user_id = u.id
    AND b.started_at <= ${time} AND b.ended_at > ${time})`;

/**
 * The subscription ran, outside a pause, at some moment of the time: at its beginning, from an addition or from the end of
 * a pause on. Where nothing has moved the end since, it is as it is now.
 */
function matchSubscribed({ from, until }: Pick<Fault, 'from' | 'until'>): SQL {
  const endThen = selectEnd(sql`at < ${from}`);
  // Only a refund takes days off, so an end before the time is the end of then.
  const isPossible = sql`(u.subscribed_until > ${from} OR EXISTS (SELECT 1 FROM payments p JOIN refund_lines x ON x.payment_id = p.id
    AND x.seconds > 0 AND x.undone = 0 WHERE p.user_id = u.id))`;
  const isPaused = isPausedAt(sql`${from}`);
  return sql`(u.created_at < ${until} AND ${isPossible} AND (
    EXISTS (SELECT 1 FROM ${moves} m WHERE m.seconds > 0 AND m.at >= ${from} AND m.at < ${until} AND NOT ${isPausedAt(sql`m.at`)})
    OR NOT ${isPaused}
      AND CASE WHEN EXISTS (SELECT 1 FROM ${moves} WHERE at >= ${from}) THEN ${endThen} ELSE u.subscribed_until END > ${from}
    OR EXISTS (SELECT 1 FROM subscription_pauses e WHERE e.user_id = u.id AND e.ended_at > ${from} AND e.ended_at < ${until}
      AND ${selectEnd(sql`at <= e.ended_at`)} > e.ended_at)))`;
}

/** The plan that the account had bought last by the end of the time, gifts that it redeemed included. */
function matchPlan({ plan, until }: Fault): SQL {
  return sql`${plan} = (SELECT l.item_id FROM payments p
    JOIN payment_lines l ON l.payment_id = p.id AND l.kind = 'plan' AND l.gift = 0 AND l.delivered = 1
    WHERE p.user_id = u.id AND p.delivered_at IS NOT NULL AND p.settled_at < ${until}
    ORDER BY p.settled_at DESC, p.id DESC LIMIT 1)`;
}

function matchBuyer(kind: 'screening' | 'title', items: SQL, { from, until }: Fault): SQL {
  return sql`u.id IN (SELECT o.user_id FROM purchases o WHERE o.kind = ${kind} AND o.item_id IN ${items}
    AND o.bought_at < ${until} AND (o.ends_at IS NULL OR o.ends_at > ${from}))`;
}

/** Answers of one stream from which on its play failed: one is asked for again by the player. */
const MIN_FAILED_ANSWERS = 3;

/**
 * Who held a stream of a channel at some moment of the time, which is known for a day; or whose film failed then by this
 * site, which is known for three.
 */
export function selectWatchers({ kind, subject, from, until }: Fault): SQL {
  if (kind === 'plays')
    return sql`SELECT DISTINCT f.user_id FROM stream_failures f
      WHERE f.first_at >= ${from} AND f.first_at < ${until} AND f.answers >= ${MIN_FAILED_ANSWERS}`;
  return sql`SELECT s.user_id FROM streams s
    WHERE s.item = ${`c${String(subject)}`} AND s.ends_at > ${from} AND s.began_at < ${until}`;
}

/** A condition on `users u`. `caseId`: of a case whose viewers are stored. */
export function matchConcerned(fault: Fault, caseId: SQL | null = null): SQL {
  const { kind, subject } = fault;
  switch (kind) {
    case 'subscription':
      return fault.plan === 0 ? matchSubscribed(fault) : sql`(${matchSubscribed(fault)} AND ${matchPlan(fault)})`;
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
    case 'plays':
      return caseId === null
        ? sql`u.id IN (${selectWatchers(fault)})`
        : sql`EXISTS (SELECT 1 FROM outage_viewers w WHERE w.case_id = ${caseId} AND w.user_id = u.id)`;
  }
}

/** Accounts concerned that can be given days. */
export function countConcerned(fault: Fault, caseId: SQL | null = null): SQL {
  return sql`(SELECT count(*) FROM users u WHERE ${matchConcerned(fault, caseId)} AND u.cancelled_at IS NULL)`;
}
