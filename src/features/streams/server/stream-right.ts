import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { readNetworkNumber } from '../../../platform/http/network-number.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import { parseStreamId, SESSION_LENGTH, type StreamItem } from '../stream-id.ts';

const viewerRow = v.object({ id: v.number(), subscribedUntil: v.number(), beganAt: v.number() });
const itemRow = v.object({ kind: v.nullable(v.picklist(TITLE_KINDS)), isFreeChannel: v.number() });

/** The right is that of the stream's beginning: a subscription that ends cuts no film; a refund or a sign-out does. */
export async function hasStreamRight(
  db: Database,
  request: Request,
  env: Env,
  { stream, now }: { stream: string; now: number },
): Promise<boolean> {
  const parsed = parseStreamId(stream);
  if (parsed === null) return false;
  const { user: id, item, session } = parsed;
  const [[viewer] = [], [rawItem] = []] = await batch(db, [
    sql`SELECT u.id, u.subscribed_until AS "subscribedUntil",
      coalesce((SELECT min(s.began_at, ${now}) FROM streams s WHERE s.id = ${stream}), ${now}) AS "beganAt"
      FROM users u WHERE u.id = ${id} AND u.cancelled_at IS NULL AND (${session} IS NULL OR EXISTS (
        SELECT 1 FROM sessions x WHERE x.user_id = u.id AND x.expires_at > ${now}
          AND substr(x.token_hash, 1, ${SESSION_LENGTH}) = ${session}))`,
    selectItem(item),
  ]);
  if (viewer === undefined) return false;
  const { beganAt, ...user } = v.parse(viewerRow, viewer);
  const { kind, isFreeChannel } = v.parse(itemRow, rawItem);
  const url = new URL(isMediaHost(request, env) && env.SITE_URL !== '' ? env.SITE_URL : request.url);
  const viewerContext = {
    db,
    env,
    now: beganAt,
    maxAge: undefined,
    asn: readNetworkNumber(request),
    host: url.host,
    user,
  };
  // On a free channel a stream is of a replay, whose address ends with the right to the title.
  if (item.kind === 'channel') return isFreeChannel === 1 || isSubscribed(viewerContext);
  const match = kind && (await readTitleEntitlement(viewerContext, kind, item.id));
  return match !== null && canPlay(match.entitlement.state);
}

function selectItem({ kind, id }: StreamItem) {
  return kind === 'title'
    ? sql`SELECT (SELECT kind FROM titles WHERE id = ${id}) AS kind, 0 AS "isFreeChannel"`
    : sql`SELECT NULL AS kind, EXISTS (SELECT 1 FROM channels WHERE id = ${id} AND access = 'free') AS "isFreeChannel"`;
}
