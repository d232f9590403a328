import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { toNamedNetwork } from '../../../platform/config/operators.ts';
import { CLOCK_SLACK_SECONDS } from '../../../platform/http/clock.ts';
import { readDevice } from '../../accounts/device.ts';
import { DEFAULT_STREAMS, LEASE_SECONDS, REMEMBER_SECONDS } from '../config.ts';
import { parseStreamId } from '../stream-id.ts';

export type LeaseState = 'held' | 'full' | 'stopped';

/** Streams at once of an account whose plan names no number; 0: no limit. */
export function getDefaultLimit({ STREAMS_MAX: value = '' }: Env): number {
  return /^\d{1,4}$/.test(value) ? Number(value) : DEFAULT_STREAMS;
}

export function selectLimit(userId: number, defaultLimit: number): SQL {
  return sql`coalesce((SELECT (SELECT x.streams FROM plan_limits x WHERE x.plan_id = l.item_id)
    FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.kind = 'plan' AND l.gift = 0
    WHERE p.user_id = ${userId} AND p.delivered_at IS NOT NULL
    ORDER BY coalesce(p.token, '') LIKE 'gift:%', p.created_at DESC, p.id DESC LIMIT 1), ${defaultLimit})`;
}

interface Holder {
  stream: string;
  userAgent: string | null;
  now: number; // Epoch seconds
  asn: number | null;
  instead?: string | undefined; // Of the same account; it ends first
}

/** One batch, so that of any number of devices at once no more than the limit hold a lease. */
export async function holdLease(
  db: Database,
  env: Env,
  { stream, userAgent, now, asn, instead }: Holder,
): Promise<LeaseState> {
  const parsed = parseStreamId(stream);
  if (parsed === null) return 'full';
  const { user, item } = parsed;
  const { browser, system } = readDevice(userAgent);
  const endsAt = now + LEASE_SECONDS;
  const latestEnd = endsAt + CLOCK_SLACK_SECONDS;
  const isAlive = selectAlive(now);
  const left =
    instead === undefined || instead === stream
      ? []
      : [
          sql`UPDATE streams SET ends_at = ${now}
            WHERE id = ${instead} AND user_id = ${user} AND stopped = 0 AND ends_at > ${now}`,
        ];
  const results = await batch(db, [
    ...left,
    sql`INSERT INTO streams (id, user_id, item, browser, system, network, began_at, ends_at)
      SELECT ${stream}, ${user}, ${item.kind.charAt(0) + String(item.id)}, ${browser}, ${system}, ${toNamedNetwork(asn)},
        ${now}, ${endsAt}
      WHERE EXISTS (SELECT 1 FROM streams s WHERE s.id = ${stream} AND ${isAlive})
        OR (SELECT count(*) FROM streams s WHERE s.user_id = ${user} AND ${isAlive} AND s.id <> ${stream})
          < ${selectLimit(user, getDefaultLimit(env))}
      ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at, network = excluded.network
      WHERE stopped = 0 AND user_id = excluded.user_id
        AND (ends_at <= excluded.ends_at - ${REMEMBER_SECONDS} OR ends_at > ${latestEnd})`,
    sql`SELECT stopped, ends_at > ${now} AND ends_at <= ${latestEnd} AS alive FROM streams WHERE id = ${stream} AND user_id = ${user}`,
  ]);
  const row = results.at(-1)?.[0];
  if (row === undefined) return 'full';
  const { stopped, alive } = v.parse(leaseRow, row);
  return stopped === 1 ? 'stopped' : alive === 1 ? 'held' : 'full';
}

const selectAlive = (now: number): SQL =>
  sql`s.stopped = 0 AND s.ends_at > ${now} AND s.ends_at <= ${now + LEASE_SECONDS + CLOCK_SLACK_SECONDS}`;

/** True if the account of a stream that was not stopped holds a lease of any. */
export async function isWatching(db: Database, stream: string, now: number): Promise<boolean> {
  const parsed = parseStreamId(stream);
  if (parsed === null) return false;
  const rows = await db.all(sql`SELECT 1 FROM streams s WHERE s.user_id = ${parsed.user} AND ${selectAlive(now)}
    AND NOT EXISTS (SELECT 1 FROM streams o WHERE o.id = ${stream} AND o.stopped = 1) LIMIT 1`);
  return rows.length > 0;
}

export async function hasBegun(db: Database, stream: string, by: number): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM streams WHERE id = ${stream} AND stopped = 0 AND began_at <= ${by}`);
  return rows.length > 0;
}

const leaseRow = v.object({ stopped: v.number(), alive: v.number() });
