import { and, eq, lte, sql } from 'drizzle-orm';
import { KIDS_LOCK_SECONDS, KIDS_PIN_TRIES } from '../../../config/kids.ts';
import type { Database } from '../../db/client.ts';
import { kidsSessions } from '../../db/kids.ts';
import { isSignedText, signText, type SigningKeys } from '../../lib/signing.ts';

/** What became of a PIN: right, wrong, locked for so many seconds more, or of a session that nobody knows. */
export type PinCheck = { is: 'right' | 'wrong' | 'unknown' } | { is: 'locked'; seconds: number };

/** Keeps the PIN of a new kids session. */
export async function storePin(db: Database, key: string, id: string, pin: string, now: number): Promise<void> {
  await db.insert(kidsSessions).values({ id, pinHash: await signText(key, pinText(id, pin)), createdAt: now });
}

/** Whether a kids session's PIN is kept, so that it can begin again without another. */
export async function hasPin(db: Database, id: string): Promise<boolean> {
  const rows = await db.select({ id: kidsSessions.id }).from(kidsSessions).where(eq(kidsSessions.id, id));
  return rows.length > 0;
}

/**
 * Checks a PIN. A try is taken before anything is compared, so guesses at the same moment are counted one by one; the
 * fifth locks at once, and only a right one gives the tries back.
 */
export async function checkPin(
  db: Database,
  keys: SigningKeys,
  id: string,
  pin: string,
  now: number,
): Promise<PinCheck> {
  const last = sql`${kidsSessions.tries} + 1 >= ${KIDS_PIN_TRIES}`;
  const [session] = await db
    .update(kidsSessions)
    .set({
      tries: sql`CASE WHEN ${last} THEN 0 ELSE ${kidsSessions.tries} + 1 END`,
      lockedUntil: sql`CASE WHEN ${last} THEN ${now + KIDS_LOCK_SECONDS} ELSE 0 END`,
    })
    .where(and(eq(kidsSessions.id, id), lte(kidsSessions.lockedUntil, now)))
    .returning({ pinHash: kidsSessions.pinHash, lockedUntil: kidsSessions.lockedUntil });
  if (!session) return lockOf(db, id, now);
  if (!(await isSignedText(keys, session.pinHash, pinText(id, pin)))) {
    return session.lockedUntil > now ? { is: 'locked', seconds: session.lockedUntil - now } : { is: 'wrong' };
  }
  await db.update(kidsSessions).set({ tries: 0, lockedUntil: 0 }).where(eq(kidsSessions.id, id));
  return { is: 'right' };
}

async function lockOf(db: Database, id: string, now: number): Promise<PinCheck> {
  const [row] = await db
    .select({ lockedUntil: kidsSessions.lockedUntil })
    .from(kidsSessions)
    .where(eq(kidsSessions.id, id));
  return row ? { is: 'locked', seconds: Math.max(1, row.lockedUntil - now) } : { is: 'unknown' };
}

/** Keyed with the server's secret: four digits behind a plain hash would be found in a moment by who reads the table. */
function pinText(id: string, pin: string): string {
  return `kids-pin-v1\n${id}\n${pin}`;
}
