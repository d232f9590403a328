import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { SESSION_DAYS } from '../../config/constants.ts';
import type { Device } from '../../domain/device.ts';
import type { Database } from '../db/client.ts';
import { sessions, users } from '../db/schema.ts';
import type { SessionUser } from './context.ts';
import { sha256 } from './hash.ts';

const DAY = 24 * 60 * 60;
/** How long a session lives from its last day of use, in seconds. */
export const SESSION_SECONDS = SESSION_DAYS * DAY;

/** A new bearer token: 256 random bits in base64url. Only its hash is ever stored. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) => (c === '+' ? '-' : c === '/' ? '_' : ''));
}

/** The statement that begins a session of the user with this mobile, for the batch that makes sure of the user. */
export function sessionInsert(db: Database, tokenHash: string, mobile: string, device: Device, now: number) {
  return db.insert(sessions).values({
    tokenHash,
    userId: sql`(SELECT id FROM users WHERE mobile = ${mobile})`,
    createdAt: now,
    expiresAt: now + SESSION_SECONDS,
    ...device,
  });
}

/**
 * The user of a token whose session has not ended, or null: one read. A cancelled account is nobody's. The end slides forward with use,
 * written at most once a day.
 */
export async function findSessionUser(db: Database, token: string, now: number): Promise<SessionUser | null> {
  const tokenHash = await sha256(token);
  const row = await db
    .select({
      id: users.id,
      mobile: users.mobile,
      subscribedUntil: users.subscribedUntil,
      ref: users.ref,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.cancelledAt)))
    .get();
  if (!row) return null;
  const { expiresAt, ...user } = row;
  const renewBelow = now + SESSION_SECONDS - DAY;
  if (expiresAt < renewBelow) {
    await db
      .update(sessions)
      .set({ expiresAt: now + SESSION_SECONDS })
      .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.expiresAt, renewBelow)));
  }
  return user;
}

/** Ends the session of a token; a token that has none is fine. */
export async function revokeSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, await sha256(token)));
}
