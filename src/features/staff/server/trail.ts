import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Permission } from '../../../platform/http/calls/permissions.ts';
import { readDevice } from '../../accounts/device.ts';

/** Values as they were and as they are, without secrets and whole mobile numbers. */
export interface Change {
  before?: unknown;
  after?: unknown;
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
  { before, after }: Change = {},
): Promise<void> {
  const toText = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await db.run(sql`UPDATE operator_audit SET status = ${status}, before = ${toText(before)}, after = ${toText(after)}
    WHERE id = ${id} AND status IS NULL AND id > (SELECT coalesce(max(last_id), 0) FROM audit_seals)`);
}
