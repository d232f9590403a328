import { and, eq, sql } from 'drizzle-orm';
import { KIDS_LOCK_SECONDS, KIDS_PIN_TRIES } from '../../../platform/http/session/kids.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { kidsSessions } from './schema.ts';
import { isSignedText, signText, type SigningKeys } from '../../../platform/media/signing.ts';

export type PinCheck = { is: 'right' | 'wrong' | 'unknown' } | { is: 'locked'; seconds: number };

export async function storePin(db: Database, key: string, id: string, pin: string, now: number): Promise<void> {
  await db
    .insert(kidsSessions)
    .values({ id, pinHash: await signText(key, toPinText(id, pin)), createdAt: now, cookieAt: now });
}

/** Records that the cookie was renewed. False for an unknown session. */
export async function renewKidsSession(db: Database, id: string, now: number): Promise<boolean> {
  const renewed = await db
    .update(kidsSessions)
    .set({ cookieAt: now })
    .where(eq(kidsSessions.id, id))
    .returning({ id: kidsSessions.id });
  return renewed.length > 0;
}

/** Takes a try before comparing, so that simultaneous guesses count. The fifth locks; a right one resets the tries. */
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
    .where(and(eq(kidsSessions.id, id), sql`NOT ${isAheadInSql(kidsSessions.lockedUntil, now, KIDS_LOCK_SECONDS)}`))
    .returning({ pinHash: kidsSessions.pinHash, lockedUntil: kidsSessions.lockedUntil });
  if (!session) return readLock(db, id, now);
  if (!(await isSignedText(keys, session.pinHash, toPinText(id, pin)))) {
    return session.lockedUntil > now ? { is: 'locked', seconds: session.lockedUntil - now } : { is: 'wrong' };
  }
  await db.update(kidsSessions).set({ tries: 0, lockedUntil: 0, cookieAt: now }).where(eq(kidsSessions.id, id));
  return { is: 'right' };
}

async function readLock(db: Database, id: string, now: number): Promise<PinCheck> {
  const [row] = await db
    .select({ lockedUntil: kidsSessions.lockedUntil })
    .from(kidsSessions)
    .where(eq(kidsSessions.id, id));
  return row ? { is: 'locked', seconds: Math.max(1, row.lockedUntil - now) } : { is: 'unknown' };
}

/** Keyed with the server's secret: a plain hash of four digits is guessed in a moment. */
function toPinText(id: string, pin: string): string {
  return `kids-pin-v1\n${id}\n${pin}`;
}
