import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Permission } from '../../../platform/http/calls/permissions.ts';
import { readDevice } from '../../accounts/device.ts';

/** Values as they were and as they are, without secrets and whole mobile numbers. */
export interface Change {
  before?: unknown;
  after?: unknown;
  /** Accounts that a list or a search showed, or an act of many was about. */
  accounts?: readonly (number | null)[];
  /** Other records of an act of many, as the trail names them. */
  subjects?: readonly string[];
}

interface Act {
  operator: string;
  action: string;
  permission: Permission | null;
  subject: string;
}

const row = v.tuple([v.object({ id: v.number() })]);

/** Before the act: without this row it does not happen. Returns the row's id. */
export async function beginAct(
  { db, now, address, userAgent }: RequestContext,
  { operator, action, permission, subject }: Act,
): Promise<number> {
  const { browser, system } = readDevice(userAgent);
  const origin = [address, browser, system].filter((part) => part !== '').join(' ');
  const [{ id }] = v.parse(
    row,
    await db.all(sql`INSERT INTO operator_audit (operator, action, permission, subject, origin, created_at)
      VALUES (${operator}, ${action}, ${permission}, ${subject}, ${origin}, ${now}) RETURNING id`),
  );
  return id;
}

/** `status` is that of HTTP. A row that was sealed unanswered stays so. */
export async function endAct(
  { db }: Pick<RequestContext, 'db'>,
  id: number,
  status: number,
  { before, after, accounts = [], subjects = [] }: Change = {},
): Promise<void> {
  const toText = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const update = sql`UPDATE operator_audit SET status = ${status}, before = ${toText(before)}, after = ${toText(after)}
    WHERE id = ${id} AND status IS NULL AND id > (SELECT coalesce(max(last_id), 0) FROM audit_seals)`;
  const numbers = accounts.filter((account) => account !== null);
  const records = [...new Set([...numbers.map((account) => `account:${String(account)}`), ...subjects])];
  if (records.length === 0) await db.run(update);
  else
    await batch(db, [
      update,
      sql`INSERT OR IGNORE INTO audit_subjects (subject, audit_id)
        SELECT value, ${id} FROM json_each(${JSON.stringify(records)})`,
    ]);
}
