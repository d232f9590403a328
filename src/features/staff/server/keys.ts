import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { PERMISSIONS } from '../../../platform/http/calls/permissions.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { createToken } from '../../accounts/server/session.ts';
import type * as calls from '../contract.ts';
import type { StaffKey } from '../contract.ts';
import { findCaller, KEY_PREFIX, mayGive } from './find-operator.ts';
import type { OperatorService } from './serve-operator.ts';

const keyRow = v.object({
  id: v.number(),
  name: v.string(),
  permissions: v.pipe(v.string(), v.parseJson(), v.array(v.picklist(PERMISSIONS))),
  added_by: v.string(),
  added_at: v.number(),
  revoked_at: v.nullable(v.number()),
});

async function readKeys({ db }: RequestContext, condition: SQL): Promise<StaffKey[]> {
  const rows = await db.all(sql`SELECT id, name, permissions, added_by, added_at, revoked_at FROM staff_keys
    WHERE ${condition} ORDER BY revoked_at IS NOT NULL, id`);
  return v.parse(v.array(keyRow), rows);
}

/** As the trail names it. */
export const nameKey = async ({ id }: { id: number }, context: RequestContext) =>
  `key:${(await readKeys(context, sql`id = ${id}`))[0]?.name ?? String(id)}`;

export const listKeys: OperatorService<typeof calls.listKeys> = async (context) =>
  ok({ data: await readKeys(context, sql`1`) });

/** A key can do nothing that its maker cannot, and makes no other: it counts as its maker (own-money.ts). The name of a revoked key is not used again: the trail goes by it. */
export const addKey: OperatorService<typeof calls.addKey> = async (context, input, operator, record) => {
  const { db, now } = context;
  const permissions = [...new Set(input.permissions)];
  if ((await findCaller(context)).operator?.kind === 'key') return fail('approval_person');
  if (!(await mayGive(context, permissions))) return fail('operator_role');
  const secret = `${KEY_PREFIX}${createToken()}`;
  const rows = await db.all(sql`INSERT INTO staff_keys (name, secret_hash, permissions, added_by, added_at)
    VALUES (${input.name}, ${await sha256(secret)}, ${JSON.stringify(permissions)}, ${operator}, ${now})
    ON CONFLICT (name) DO NOTHING RETURNING id`);
  const [key] = rows.length === 1 ? await readKeys(context, sql`name = ${input.name}`) : [];
  if (key === undefined) return fail('staff_exists', { fields: { name: 'staff_exists' } });
  record({ after: { name: key.name, permissions } });
  return ok({ data: { ...key, secret } });
};

export const revokeKey: OperatorService<typeof calls.revokeKey> = async (context, { id, reason }, _, record) => {
  const { db, now } = context;
  await db.run(sql`UPDATE staff_keys SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id}`);
  const [key] = await readKeys(context, sql`id = ${id}`);
  if (key === undefined) return fail('staff_unknown');
  record({ after: { name: key.name, revoked_at: key.revoked_at, reason } });
  return ok({ data: key });
};
