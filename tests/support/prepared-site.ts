import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { openState } from '../../scripts/lib/open-state.ts';
import { SEEDED, serveForTests } from '../../scripts/lib/test-server.ts';

const DAY = 24 * 60 * 60;

/**
 * The production Worker on a copy of the seeded state, with what `prepare` puts into its database first: for what a
 * visitor needs days or several phones to bring about. Needs the test server's build and seed.
 */
export async function servePrepared(
  options: { port: number; stateDir: string; vars: Record<string, string>; wrapper?: string },
  prepare: (db: D1Database) => Promise<unknown>,
) {
  const { stateDir } = options;
  rmSync(stateDir, { recursive: true, force: true });
  cpSync(SEEDED, stateDir, { recursive: true });
  const proxy = await openState(stateDir);
  await prepare(proxy.env.DB).finally(() => proxy.dispose());
  return serveForTests(options);
}

/** The statements that make a user; `cancelledDaysAgo` null: a living account. */
export function userRow(db: D1Database, id: number, mobile: string, cancelledDaysAgo: number | null = null) {
  const now = Math.floor(Date.now() / 1000);
  const cancelled = cancelledDaysAgo === null ? null : now - cancelledDaysAgo * DAY;
  return db
    .prepare(
      `INSERT INTO users (id, mobile, subscribed_until, ref, created_at, name, cancelled_at, erase_at)
        VALUES (?, ?, 0, 4, ?, 'Sara', ?, ?)`,
    )
    .bind(id, mobile, now - 30 * DAY, cancelled, cancelled === null ? null : cancelled + 300 * DAY);
}

/** A session of a user, last used so many days ago, on a device. */
export function sessionRow(
  db: D1Database,
  userId: number,
  token: string,
  { browser, system, daysAgo }: { browser: string; system: string; daysAgo: number },
) {
  const now = Math.floor(Date.now() / 1000);
  const hash = createHash('sha256').update(token).digest('hex');
  return db
    .prepare(
      'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, used_at, browser, system) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .bind(hash, userId, now - 20 * DAY, now + (90 - daysAgo) * DAY, now - daysAgo * DAY, browser, system);
}
