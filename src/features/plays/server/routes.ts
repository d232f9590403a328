import { countPlay as call } from '../contract.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { sql } from 'drizzle-orm';
import { ok } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { signingKeys, signText } from '../../../platform/media/signing.ts';
import { getProfile } from '../../progress/server/profile.ts';

const DAY = 24 * 60 * 60;

/** Once a day for each account, kids session, guest cookie or address. `too_many_requests` by network. */
const countPlay: Service<typeof call> = async (context, { id }) => {
  const budget = await takeBudget(context, [{ limit: 'play' }]);
  if (!budget.ok) return budget;
  const day = Math.floor(context.now / DAY);
  const rows = await context.db.all(sql`INSERT OR IGNORE INTO plays (title_id, viewer, day)
    SELECT id, ${await hashViewer(context, day)}, ${day} FROM titles WHERE id = ${id} RETURNING title_id`);
  return ok({ data: { counted: rows.length > 0 } });
};

/** A hash of this day: it names nobody and cannot be followed over days. */
async function hashViewer(context: RequestContext, day: number): Promise<string> {
  const viewer = getProfile(context) ?? (context.guest === null ? `address:${context.address}` : `g${context.guest}`);
  const key = signingKeys(context.env)?.current ?? 'no key';
  return (await signText(key, `play-v1\n${String(day)}\n${viewer}`)).slice(0, 22);
}

export function mountPlays(app: Api): void {
  serve(app, call, countPlay);
}
