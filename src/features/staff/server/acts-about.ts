import { sql, type SQL } from 'drizzle-orm';

/** Acts whose subject is the record alone, or with a key behind it, and those of many that it is one of. */
const selectNamed = (record: string): SQL => sql`SELECT id FROM operator_audit
  WHERE subject = ${record} OR subject > ${`${record} `} AND subject < ${`${record}!`}
  UNION SELECT audit_id FROM audit_subjects WHERE subject = ${record}`;

/** Numbers of acts about an account: on it, its payments, corrections of its wallet, requests, and lists that showed it. */
export function selectActsOnAccount(id: number): SQL {
  const wallet = `wallet:${String(id)}`;
  // D1 takes five parts of a compound SELECT.
  return sql`SELECT id FROM (${selectNamed(`account:${String(id)}`)}
      UNION SELECT a.id FROM payments p JOIN operator_audit a ON a.subject = p.id WHERE p.user_id = ${id}
      UNION SELECT a.id FROM payments p JOIN operator_audit a ON a.subject > p.id || ' ' AND a.subject < p.id || '!'
        WHERE p.user_id = ${id})
    UNION SELECT a.id FROM corrections c JOIN operator_audit a ON a.subject = c.key
      WHERE c.from_account = ${wallet} OR c.to_account = ${wallet}`;
}

const selectKeyed = (keys: SQL): SQL => sql`SELECT a.id FROM (${keys}) k JOIN operator_audit a ON a.subject = k.key`;

/** Numbers of acts about a record as the trail names it. A payment has its requests for two people and corrections, too;
 * what was made by a key alone (a batch of cards, a case of compensation) has the act that made it. */
export function selectActsAbout(subject: string): SQL {
  const [, kind, id] = /^(account|compensation|help):(\d{1,15})$/.exec(subject) ?? [];
  if (kind === 'account') return selectActsOnAccount(Number(id));
  if (kind === 'compensation')
    return sql`${selectNamed(subject)}
      UNION ${selectKeyed(sql`SELECT key FROM compensation_cases WHERE id = ${Number(id)}`)}`;
  if (kind === 'help')
    return sql`${selectNamed(subject)} UNION ${selectKeyed(
      sql`SELECT 'account:' || user_id || ' ' || ${subject} AS key FROM help_threads WHERE number = ${Number(id)}`,
    )}`;
  return sql`${selectNamed(subject)}
    UNION SELECT a.id FROM approvals p JOIN operator_audit a ON a.subject = 'approval:' || p.id WHERE p.subject = ${subject}
    UNION ${selectKeyed(sql`SELECT key FROM corrections WHERE payment_id = ${subject}`)}
    UNION ${selectKeyed(sql`SELECT key FROM gift_batches WHERE payment_id = ${subject}`)}`;
}
