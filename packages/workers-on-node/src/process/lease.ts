import type { DatabaseSync } from 'node:sqlite';

/** A job that has not finished by then is taken as dead. */
const LEASE_MS = 15 * 60 * 1000;
/** A tick this far ahead of the clock was noted before the clock was set back. */
const AHEAD_MS = 5 * 60 * 1000;

/** True if this process may run a job for a tick (epoch milliseconds): no other process runs it, and none has run it
 * for this tick or a later one. */
export function takeLease(db: DatabaseSync, name: string, holder: string, tick: number, now: number): boolean {
  const row = db
    .prepare(
      `INSERT INTO leases (name, holder, until, tick) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (name) DO UPDATE SET holder = ?2, until = ?3, tick = ?4
       WHERE (leases.until <= ?5 OR leases.until > ?6) AND (leases.tick < ?4 OR leases.tick > ?7) RETURNING name`,
    )
    .get(name, holder, now + LEASE_MS, tick, now, now + LEASE_MS + AHEAD_MS, now + AHEAD_MS);
  return row !== undefined;
}

export function endLease(db: DatabaseSync, name: string, holder: string): void {
  db.prepare('UPDATE leases SET until = 0 WHERE name = ? AND holder = ?').run(name, holder);
}
