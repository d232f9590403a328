import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { CASE_KINDS } from '../cases.ts';
import {
  type listGivenDays as givenCall,
  listPromises as promisesCall,
  type readGivenDays as readCall,
} from '../contract.ts';
import { FAULT } from './rows.ts';

const MAX_PROMISES = 50;
const MAX_GIVEN = 20;

export const listPromises: Service<typeof promisesCall> = async ({ db }) => {
  const rows =
    await db.all(sql`SELECT ${FAULT}, c.id, c.given AS people, c.finished_at AS given_at FROM compensation_cases c
    WHERE c.state = 'done' AND c.given > 0 ORDER BY c.id DESC LIMIT ${MAX_PROMISES}`);
  return ok({ data: v.parse(promisesCall.output.entries.data, rows) });
};

/** Of `compensations g`. */
const isUnread = (id: number) => sql`g.id > coalesce((SELECT last_id FROM read_days WHERE user_id = ${id}), 0)`;

const givenRow = v.object({
  ...{ id: v.number(), unread: v.number(), given: v.number(), until_after: v.number(), given_at: v.number() },
  ...{ kind: v.nullable(v.picklist(CASE_KINDS)), plan_id: v.nullable(v.number()) },
  ...{ name_fa: v.nullable(v.string()), name_en: v.nullable(v.string()) },
  ...{ starts_at: v.nullable(v.number()), ends_at: v.nullable(v.number()) },
});

export const listGivenDays: Service<typeof givenCall> = async (context) => {
  const { id } = requireUser(context);
  const rows = await context.db.all(sql`SELECT ${FAULT}, g.id, ${isUnread(id)} AS unread, g.days AS given,
      g.until_after, g.created_at AS given_at
    FROM compensations g LEFT JOIN compensation_cases c ON c.id = g.case_id
    WHERE g.user_id = ${id} AND g.undone_at IS NULL ORDER BY g.created_at DESC, g.id DESC LIMIT ${MAX_GIVEN}`);
  const data = v
    .parse(v.array(givenRow), rows)
    .map(({ id: gift, unread, given, given_at, until_after, kind, plan_id, name_fa, name_en, ...time }) => {
      const { starts_at, ends_at } = time;
      const fault =
        kind === null || plan_id === null || starts_at === null || ends_at === null
          ? null
          : { kind, plan_id, name_fa, name_en, starts_at, ends_at, days: given };
      return { id: gift, unread, days: given, until_after, created_at: given_at, fault };
    });
  return ok({ data });
};

const countRows = v.tuple([v.object({ unread: v.number() })]);

/** Days that come after `last` stay unread. */
export const readGivenDays: Service<typeof readCall> = async (context, { last }) => {
  const { id } = requireUser(context);
  const [, rows] = await batch(context.db, [
    sql`INSERT INTO read_days (user_id, last_id) SELECT ${id}, max(g.id) FROM compensations g
      WHERE g.user_id = ${id} AND g.id <= ${last} HAVING max(g.id) IS NOT NULL
      ON CONFLICT (user_id) DO UPDATE SET last_id = max(last_id, excluded.last_id)`,
    sql`SELECT count(*) AS unread FROM compensations g WHERE g.user_id = ${id} AND g.undone_at IS NULL AND ${isUnread(id)}`,
  ]);
  const [{ unread }] = v.parse(countRows, rows);
  return ok({ data: { unread } });
};
