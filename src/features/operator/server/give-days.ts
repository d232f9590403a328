import { sql, type SQL } from 'drizzle-orm';

const DAY = 24 * 60 * 60;

interface Gift {
  key: SQL;
  days: SQL;
  reason: SQL;
  operator: SQL;
  caseId: SQL;
  /** Tables beside `users u`, and who is given days. */
  source: SQL;
  now: number;
}

/** A row for each account, which moves the end of its subscription by a trigger. A cancelled account is given none. */
export function insertGifts({ key, days, reason, operator, caseId, source, now }: Gift): SQL {
  return sql`INSERT INTO compensations
      (key, user_id, days, until_before, until_after, reason, operator, created_at, case_id)
    SELECT ${key}, u.id, ${days}, u.subscribed_until, max(u.subscribed_until, ${now}) + ${days} * ${DAY},
      ${reason}, ${operator}, ${now}, ${caseId}
    FROM ${source} AND u.cancelled_at IS NULL`;
}
