import { sql } from 'drizzle-orm';
import type { countPlay as call } from '../contract.ts';
import { ok } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { takeBudget } from '../../../platform/http/rate-limit.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { signingKeys, signText } from '../../../platform/media/signing.ts';
import { getProfile } from '../../progress/server/profile.ts';

const DAY = 24 * 60 * 60;

/**
 * Notes a play of a title, once a day for each viewer: an account, a kids session, a guest's cookie, else an address.
 * `too_many_requests` where one network plays more than people do. A title that does not exist is not counted.
 */
export const countPlay: Service<typeof call> = async (context, { id }) => {
  const taken = await takeBudget(context, [{ limit: 'play' }]);
  if (!taken.ok) return taken;
  const day = Math.floor(context.now / DAY);
  const rows = await context.db.all(sql`INSERT OR IGNORE INTO plays (title_id, viewer, day)
    SELECT id, ${await hashViewer(context, day)}, ${day} FROM titles WHERE id = ${id} RETURNING title_id`);
  return ok({ data: { counted: rows.length > 0 } });
};

/** The viewer as a hash of this day, which says nothing of who it is and cannot be followed over days. */
async function hashViewer(context: RequestContext, day: number): Promise<string> {
  const viewer = getProfile(context) ?? (context.guest === null ? `address:${context.address}` : `g${context.guest}`);
  const key = signingKeys(context.env)?.current ?? 'no key';
  return (await signText(key, `play-v1\n${String(day)}\n${viewer}`)).slice(0, 22);
}
