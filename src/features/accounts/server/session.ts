import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { SESSION_DAYS, SESSION_MAX_DAYS } from '../../../platform/config/constants.ts';
import type { Device } from '../device.ts';
import type { Database } from '../../../platform/db/client.ts';
import { exactReferrer } from '../../../platform/db/referrer-column.ts';
import { readRows, reusable } from '../../../platform/db/reusable.ts';
import { sessions, users } from './schema.ts';
import type { SessionUser } from '../../../platform/http/calls/context.ts';
import { isNewDevice } from './known-devices.ts';
import { revokeAssertions } from '../../../platform/http/session/session-assertion.ts';
import { sha256 } from '../../../platform/http/hash.ts';

const DAY = 24 * 60 * 60;
export const SESSION_SECONDS = SESSION_DAYS * DAY; // Seconds from the last day of use
const SESSION_MAX_SECONDS = SESSION_MAX_DAYS * DAY; // Seconds from the login

/** 256 random bits in base64url. Only the hash is stored. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) => (c === '+' ? '-' : c === '/' ? '_' : ''));
}

/** A statement for the login's batch. The login's code counts as confirmed. */
export function buildSessionInsert(db: Database, tokenHash: string, mobile: string, device: Device, now: number) {
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

const sessionQueries = reusable((db, { tokenHash, now }: { tokenHash: string; now: number }) => [
  db
    .select({
      id: users.id,
      mobile: users.mobile,
      subscribedUntil: users.subscribedUntil,
      pausedUntil: users.pausedUntil,
      ref: exactReferrer(users.ref),
      steppedUpAt: sessions.steppedUpAt,
      sessionEndsAt: sessions.expiresAt,
      beganAt: sessions.createdAt,
      usedAt: sessions.usedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, now),
        isNull(users.cancelledAt),
        isNull(users.blockedAt),
      ),
    ),
]);

/** One read. A cancelled or blocked account has no session. The end slides, at most once a day, up to the maximum. */
export async function findSessionUser(db: Database, token: string, now: number): Promise<SessionUser | null> {
  const tokenHash = await sha256(token);
  const [row] = await readRows(db, sessionQueries({ tokenHash, now })[0]);
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

export function buildSessionDelete(db: Database, tokenHash: string) {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function revokeSession(db: Database, token: string, now: number): Promise<void> {
  revokeAssertions(token, now);
  await buildSessionDelete(db, await sha256(token));
}
