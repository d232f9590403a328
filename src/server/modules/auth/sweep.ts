import { sql } from 'drizzle-orm';
import { KIDS_COOKIE_SECONDS } from '../../../config/kids.ts';
import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/client.ts';

const DAY = 24 * 60 * 60;
/** Rows taken at once, so that a tick stays short; the next one takes the rest. */
const AT_ONCE = 1000;

/** Removes sessions, codes, sends and children's progress that count for nothing any more. */
export async function sweep({ db, now }: { db: Database; now: number }): Promise<void> {
  await batch(db, [
    sql`DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE expires_at <= ${now} LIMIT ${AT_ONCE})`,
    sql`DELETE FROM login_codes WHERE mobile IN (
      SELECT mobile FROM login_codes WHERE expires_at <= ${now} LIMIT ${AT_ONCE})`,
    sql`DELETE FROM login_sends WHERE id IN (
      SELECT id FROM login_sends WHERE sent_at <= ${now - DAY} LIMIT ${AT_ONCE})`,
    // The cookie of a kids session ends a year after its last visit; nobody can reach its progress then.
    sql`DELETE FROM progress WHERE (profile, title_id) IN (
      SELECT profile, title_id FROM progress
      WHERE profile >= 'k' AND profile < 'l' AND last <= ${now - KIDS_COOKIE_SECONDS} LIMIT ${AT_ONCE})`,
  ]);
}
