import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { openState } from '../../../tools/lib/open-state.ts';
import { SEEDED, serveForTests } from '../../../tools/lib/test-server.ts';
import { prepareRow } from '../database/rows.ts';

const DAY = 24 * 60 * 60;

/**
 * The production Worker on a copy of the seeded state, with what `prepare` puts into its database first: for what a
 * visitor needs days or several phones to bring about. Needs the test server's build and seed.
 */
export async function servePrepared(
  options: { port: number; stateDir: string; vars: Record<string, string>; wrapper?: string },
  prepare?: (db: D1Database) => Promise<unknown>,
) {
  const { stateDir } = options;
  rmSync(stateDir, { recursive: true, force: true });
  cpSync(SEEDED, stateDir, { recursive: true });
  if (prepare) {
    const proxy = await openState(stateDir);
    try {
      await prepare(proxy.env.DB);
    } finally {
      await proxy.dispose();
    }
  }
  return serveForTests(options);
}

/** The statements that make a user; `cancelledDaysAgo` null: a living account. */
export function userRow(db: D1Database, id: number, mobile: string, cancelledDaysAgo: number | null = null) {
  const now = Math.floor(Date.now() / 1000);
  const cancelled = cancelledDaysAgo === null ? null : now - cancelledDaysAgo * DAY;
  return prepareRow(db, 'users', {
    ...{ id, mobile, created_at: now - 30 * DAY, name: 'Sara', cancelled_at: cancelled },
    erase_at: cancelled === null ? null : cancelled + 300 * DAY,
  });
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
  return prepareRow(db, 'sessions', {
    ...{ token_hash: hash, user_id: userId, created_at: now - 20 * DAY, expires_at: now + (90 - daysAgo) * DAY },
    ...{ used_at: now - daysAgo * DAY, browser, system },
  });
}
