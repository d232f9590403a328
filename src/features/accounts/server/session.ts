import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { SESSION_DAYS, SESSION_MAX_DAYS } from '../../../platform/config/constants.ts';
import type { Device } from '../device.ts';
import type { Database } from '../../../platform/db/client.ts';
import { exactReferrer } from '../../../platform/db/referrer-column.ts';
import { sessions, users } from './schema.ts';
import type { SessionUser } from '../../../platform/http/context.ts';
import { isNewDevice } from './known-devices.ts';
import { sha256 } from '../../../platform/http/hash.ts';

const DAY = 24 * 60 * 60;
/** How long a session lives from its last day of use, in seconds. */
export const SESSION_SECONDS = SESSION_DAYS * DAY;
/** How long it lives at most, from its login, in seconds. */
const SESSION_MAX_SECONDS = SESSION_MAX_DAYS * DAY;

/** A new bearer token: 256 random bits in base64url. Only its hash is ever stored. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) => (c === '+' ? '-' : c === '/' ? '_' : ''));
}

/**
 * The statement that begins a session of the user with this mobile, for the batch that makes sure of the user. The
 * login's own code counts as confirmed on it.
 */
export function sessionInsert(db: Database, tokenHash: string, mobile: string, device: Device, now: number) {
  return db.insert(sessions).values({
    tokenHash,
    userId: sql`(SELECT id FROM users WHERE mobile = ${mobile})`,
    createdAt: now,
    expiresAt: now + SESSION_SECONDS,
    usedAt: now,
    steppedUpAt: now,
    isNewDevice: isNewDevice(mobile, device, now),
    ...device,
  });
}

/**
 * The user of a token whose session has not ended, or null: one read. A cancelled account is nobody's. The end slides
 * forward with use, written at most once a day, and never past the longest life from its login.
 */
export async function findSessionUser(db: Database, token: string, now: number): Promise<SessionUser | null> {
  const tokenHash = await sha256(token);
  const row = await db
    .select({
      id: users.id,
      mobile: users.mobile,
      subscribedUntil: users.subscribedUntil,
      ref: exactReferrer(users.ref),
      steppedUpAt: sessions.steppedUpAt,
      sessionEndsAt: sessions.expiresAt,
      beganAt: sessions.createdAt,
      usedAt: sessions.usedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.cancelledAt)))
    .get();
  if (!row) return null;
  const { beganAt, usedAt, ...user } = row;
  if (usedAt >= now - DAY) return user;
  const sessionEndsAt = Math.min(now + SESSION_SECONDS, beganAt + SESSION_MAX_SECONDS);
  await db
    .update(sessions)
    .set({ usedAt: now, expiresAt: sessionEndsAt })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.usedAt, now - DAY)));
  return { ...user, sessionEndsAt };
}

/** The statement that ends the session of a token, for a batch. */
export function sessionEnd(db: Database, tokenHash: string) {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends the session of a token; a token that has none is fine. */
export async function revokeSession(db: Database, token: string): Promise<void> {
  await sessionEnd(db, await sha256(token));
}
