import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import type {
  getStreams as getCall,
  holdStream as holdCall,
  releaseStream as releaseCall,
  stopStream as stopCall,
} from '../contract.ts';
import { LEASE_SECONDS } from '../config.ts';
import { parseStreamId } from '../stream-id.ts';
import { LEASE_ERRORS } from './admit.ts';
import { getDefaultLimit, holdLease, selectLimit } from './lease.ts';

/** Seconds: a stopped stream is remembered longer than any address of it is valid. */
const MAX_AGE_SECONDS = 24 * 60 * 60;
/** A day's failures become a case on the day after. */
const MAX_FAILURE_AGE_SECONDS = 3 * MAX_AGE_SECONDS;

export const holdStream: Service<typeof holdCall> = async (context, { stream, instead }) => {
  const { env, db, now, userAgent, asn } = context;
  if (parseStreamId(stream)?.user !== requireUser(context).id) return fail('stream_stopped');
  if (getDefaultLimit(env) === 0) return ok({ data: { ends_at: now + LEASE_SECONDS } });
  const state = await holdLease(db, env, { stream, userAgent, now, asn, instead });
  return state === 'held' ? ok({ data: { ends_at: now + LEASE_SECONDS } }) : fail(LEASE_ERRORS[state]);
};

export const getStreams: Service<typeof getCall> = async (context) => {
  const { env, db, now } = context;
  const { id } = requireUser(context);
  const selectName = (
    column: 'name_fa' | 'name_en',
  ) => sql`CASE WHEN item LIKE 't%' THEN (SELECT ${sql.raw(column)} FROM titles t WHERE t.id = CAST(substr(item, 2) AS INTEGER))
    ELSE (SELECT ${sql.raw(column)} FROM channels c WHERE c.id = CAST(substr(item, 2) AS INTEGER)) END`;
  const [rows, limits] = await batch(db, [
    sql`SELECT id AS stream, browser, system, began_at, ${selectName('name_fa')} AS name_fa, ${selectName('name_en')} AS name_en
      FROM streams WHERE user_id = ${id} AND stopped = 0 AND ${isAheadInSql(sql`ends_at`, now, LEASE_SECONDS)}
      ORDER BY began_at DESC, id LIMIT 50`,
    sql`SELECT ${selectLimit(id, getDefaultLimit(env))} AS streams`,
  ]);
  const [{ streams: limit }] = v.parse(v.tuple([v.object({ streams: v.number() })]), limits);
  return ok({ data: { limit: getDefaultLimit(env) === 0 ? 0 : limit, streams: v.parse(streamRows, rows) } });
};

const streamRows = v.array(
  v.object({
    ...{ stream: v.string(), browser: v.string(), system: v.string(), began_at: v.number() },
    ...{ name_fa: v.nullable(v.string()), name_en: v.nullable(v.string()) },
  }),
);

export const stopStream: Service<typeof stopCall> = async (context, { stream }) => {
  const { db, now } = context;
  const [rows = []] = await batch(db, [
    sql`UPDATE streams SET stopped = 1, ends_at = min(ends_at, ${now})
      WHERE id = ${stream} AND user_id = ${requireUser(context).id} RETURNING id`,
  ]);
  return ok({ data: { stopped: rows.length } });
};

export const releaseStream: Service<typeof releaseCall> = async (context, { stream }) => {
  const { db, now } = context;
  const [rows = []] = await batch(db, [
    sql`UPDATE streams SET ends_at = ${now}
      WHERE id = ${stream} AND user_id = ${requireUser(context).id} AND stopped = 0 AND ends_at > ${now} RETURNING id`,
  ]);
  return ok({ data: { released: rows.length } });
};

export async function sweepStreams({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM streams WHERE id IN (SELECT id FROM streams WHERE ends_at <= ${now - MAX_AGE_SECONDS} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM stream_failures WHERE stream IN
      (SELECT stream FROM stream_failures WHERE first_at <= ${now - MAX_FAILURE_AGE_SECONDS} LIMIT ${SWEEP_ROWS})`,
  ]);
}
