import type { Env } from '../../src/platform/config/env.ts';

export const SANDBOX_OWNER = '09120000001';
const NO_REFERRER = 4;

/** Gives an account of the demo's own a place at the desk, in a database that no server has open. */
export async function addSandboxOwner(db: D1Database): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await db.batch([
    db
      .prepare(
        'INSERT INTO users (mobile, subscribed_until, ref, created_at) VALUES (?, 0, ?, ?) ON CONFLICT DO NOTHING',
      )
      .bind(SANDBOX_OWNER, NO_REFERRER, now),
    db
      .prepare(
        `INSERT INTO staff (user_id, name, role, added_by, added_at)
          SELECT id, 'owner', 'owner', 'the demo', ? FROM users WHERE mobile = ? ON CONFLICT DO NOTHING`,
      )
      .bind(now, SANDBOX_OWNER),
  ]);
}

/** The same in a database that it opens and closes. */
export async function ensureSandboxOwner(
  open: () => Promise<{ env: Pick<Env, 'DB'>; dispose: () => Promise<void> }>,
): Promise<void> {
  const { env, dispose } = await open();
  try {
    await addSandboxOwner(env.DB);
  } finally {
    await dispose();
  }
}
