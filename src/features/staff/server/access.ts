import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { STAFF_ROLES } from '../../../platform/http/calls/permissions.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import type { listAccess as call } from '../access-contract.ts';
import { selectActsOnAccount } from './acts-about.ts';

const PER_PAGE = 50;
const PERSON = 'person:';

const row = v.object({
  id: v.number(),
  action: v.string(),
  created_at: v.number(),
  operator: v.string(),
  origin: v.nullable(v.string()),
  after: v.nullable(v.string()),
});
const memberRow = v.object({ number: v.number(), name: v.string(), role: v.picklist(STAFF_ROLES) });
const reasonText = v.pipe(v.string(), v.parseJson(), v.object({ reason: v.pipe(v.string(), v.nonEmpty()) }));

export const listAccess: Service<typeof call> = async (context, { before }) => {
  const { db } = context;
  const { id } = requireUser(context);
  const answer = await db.all(sql`SELECT a.id, a.action, a.created_at, a.operator, a.origin, a.after
    FROM operator_audit a WHERE a.id IN (${selectActsOnAccount(id)}) AND a.status = 200 AND a.id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY a.id DESC LIMIT ${PER_PAGE}`);
  const rows = v.parse(v.array(row), answer);
  const names = [...new Set(rows.flatMap(({ operator }) => listNames(operator)))];
  const members = v.parse(
    v.array(memberRow),
    await db.all(sql`SELECT id AS number, name, role FROM staff
      WHERE name IN (SELECT value FROM json_each(${JSON.stringify(names)}))`),
  );
  const data = rows.map(({ operator, origin, after, ...rest }) => {
    const makers = listNames(operator);
    return {
      ...rest,
      members: members.filter(({ name }) => makers.includes(name)).map(({ number, role }) => ({ number, role })),
      network: maskNetwork(origin ?? ''),
      reason: readReason(after),
    };
  });
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

/** Of `person:A + person:B`; a key or a token has none. */
function listNames(operator: string): string[] {
  return operator
    .split(' + ')
    .filter((part) => part.startsWith(PERSON))
    .map((part) => part.slice(PERSON.length));
}

function readReason(after: string | null): string | null {
  const change = v.safeParse(reasonText, after);
  return change.success ? change.output.reason : null;
}

/** `5.160.x.x` or `2a01:4f8:x`: where from, and not which machine. Null without an address. */
export function maskNetwork(origin: string): string | null {
  const [address = ''] = origin.split(' ');
  const four = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(address);
  if (four) return `${four[1] ?? ''}.x.x`;
  const six = /^([\da-f]{1,4}:[\da-f]{1,4}):[\da-f:]*$/i.exec(address);
  return six ? `${six[1] ?? ''}:x` : null;
}
