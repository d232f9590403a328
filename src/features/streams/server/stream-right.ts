import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { readPlace } from '../../../platform/http/address/place.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { decideForViewer, findTitle } from '../../watch-options/server/title-entitlement.ts';
import { parseStreamId, SESSION_LENGTH } from '../stream-id.ts';

const viewerRow = v.object({
  id: v.number(),
  subscribedUntil: v.number(),
  pausedUntil: v.number(),
  beganAt: v.number(),
});
const channelRow = v.object({ isFree: v.number(), isReleased: v.number() });

/** The right is that of the stream's beginning: a subscription that ends cuts no film; a refund, a pause or a sign-out does. */
export async function hasStreamRight(
  db: Database,
  request: Request,
  env: Env,
  { stream, now }: { stream: string; now: number },
): Promise<boolean> {
  const parsed = parseStreamId(stream);
  if (parsed === null) return false;
  const { user: id, item, session } = parsed;
  const began = sql`coalesce((SELECT min(s.began_at, ${now}) FROM streams s WHERE s.id = ${stream}), ${now})`;
  const readViewer = batch(db, [
    sql`SELECT u.id, u.subscribed_until AS "subscribedUntil", u.paused_until AS "pausedUntil", ${began} AS "beganAt"
      FROM users u
      WHERE u.id = ${id} AND u.cancelled_at IS NULL AND u.blocked_at IS NULL AND (${session} IS NULL OR EXISTS (
        SELECT 1 FROM sessions x WHERE x.user_id = u.id AND x.expires_at > ${now}
          AND substr(x.token_hash, 1, ${SESSION_LENGTH}) = ${session}))`,
    sql`SELECT access = 'free' AS "isFree", state = 'released' AS "isReleased" FROM channels
      WHERE ${item.kind} = 'channel' AND id = ${item.id}`,
  ]);
  // In one round trip: the viewer waits for it at the first segment.
  const [[[viewer] = [], [channel] = []], title] = await Promise.all([
    readViewer,
    item.kind === 'title' ? findTitle({ db, now: began, maxAge: undefined }, null, item.id, id) : undefined,
  ]);
  if (viewer === undefined) return false;
  const { beganAt, ...user } = v.parse(viewerRow, viewer);
  const url = new URL(isMediaHost(request, env) && env.SITE_URL !== '' ? env.SITE_URL : request.url);
  const viewerContext = {
    db,
    env,
    now: beganAt,
    maxAge: undefined,
    ...readPlace(request, env),
    host: url.host,
    user,
  };
  if (item.kind === 'channel') {
    const { isFree, isReleased } = v.parse(channelRow, channel ?? { isFree: 0, isReleased: 0 });
    // On a free channel a stream is of a replay, whose address ends with the right to the title.
    return isReleased === 1 && (isFree === 1 || isSubscribed(viewerContext));
  }
  return title !== undefined && canPlay(decideForViewer(viewerContext, title).entitlement.state);
}
