import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { DEVICES_SHOWN, NEW_DEVICE_DAYS } from '../../../platform/config/constants.ts';
import type {
  endDevice as endCall,
  endOtherDevices as endOthersCall,
  getDevices as getCall,
} from '../contract/account.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { sessions } from './schema.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from './require-user.ts';

const DAY = 24 * 60 * 60;
const ID_LENGTH = 16; // The prefix of the token's hash does not reveal the token
const idColumn = sql<string>`substr(${sessions.tokenHash}, 1, ${ID_LENGTH})`;

export const getDevices: Service<typeof getCall> = async (context) => {
  const { db, now, token } = context;
  const current = await sha256(token ?? '');
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, requireUser(context).id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.usedAt), desc(sessions.tokenHash))
    .limit(DEVICES_SHOWN);
  return ok({
    data: rows.map(({ tokenHash, browser, system, createdAt, usedAt, isNewDevice }) => ({
      id: tokenHash.slice(0, ID_LENGTH),
      browser,
      system,
      current: tokenHash === current,
      signed_in_at: createdAt,
      used_at: usedAt,
      is_new: isNewDevice && createdAt > now - NEW_DEVICE_DAYS * DAY,
    })),
  });
};

export const endDevice: Service<typeof endCall> = async (context, { id }) => {
  const ended = await context.db
    .delete(sessions)
    .where(and(eq(sessions.userId, requireUser(context).id), eq(idColumn, id)))
    .returning({ userId: sessions.userId });
  return ended.length === 0 ? fail('device_unknown') : ok({ data: { ended: ended.length } });
};

export const endOtherDevices: Service<typeof endOthersCall> = async (context) => {
  const current = await sha256(context.token ?? '');
  const ended = await context.db
    .delete(sessions)
    .where(and(eq(sessions.userId, requireUser(context).id), ne(sessions.tokenHash, current)))
    .returning({ userId: sessions.userId });
  return ok({ data: { ended: ended.length } });
};
