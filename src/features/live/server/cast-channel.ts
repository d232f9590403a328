import { CATCH_UP_SECONDS, MEDIA_SIGNATURE_SECONDS } from '../../../platform/config/constants.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { isViewerTag } from '../../../platform/http/session/viewer.ts';
import { requireSigningKeys } from '../../../platform/media/signing.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { CAST_RENEW_SECONDS, CAST_SECONDS, type castAddress as call } from '../../playback/contract.ts';
import { isCastAlive, openCast } from '../../playback/server/cast-address.ts';
import { continueStream } from '../../streams/server/choose-stream.ts';
import { getDefaultLimit, hasBegun } from '../../streams/server/lease.ts';
import { signLiveUrl } from './address.ts';
import { toReceiverAudience } from './audience.ts';
import { findReplay, isReplayOpen } from './live-play.ts';
import { getPlayout, isOutside } from './playout.ts';
import { getChannelRight, getReplayRight } from './viewer-right.ts';

/** For a receiver without cookies: a subscriber's address is bound to the session and ends with the subscription. */
export const castChannel: Service<typeof call> = async (context, { id, from, stream: current }) => {
  const { env, now, origin, token, user, maxAge } = context;
  if (maxAge !== undefined) return fail('kids_not_allowed');
  if (token !== null && user === null) return fail('unauthenticated');
  const keys = requireSigningKeys(env);
  if (keys === null) return fail('media_unavailable');
  const playout = await getPlayout(env, id, now);
  if (!playout) return fail('not_found');
  const { channel, layout } = playout;
  const channelRight = await getChannelRight(context, channel);
  if (channelRight === null) return fail('cast_not_allowed');
  if (channel.streamUrl === null && layout === null) return fail('live_unavailable');
  const replay = from === undefined ? null : findReplay(playout, from, now, true);
  if (from !== undefined && !(replay && (await isOffered(context, id, replay.programme.ends_at, current))))
    return fail('programme_unavailable');
  if (replay && isOutside(replay, context)) return fail('outside_area');
  const right = replay === null ? channelRight : await getReplayRight(context, channelRight, replay);
  if (right === null) return fail('cast_not_allowed');
  const isReceivers = user !== null && isViewerTag(right.audience);
  const stream = isReceivers ? continueStream({ user, token: context.token }, { kind: 'channel', id }, current) : null;
  const latest = (Math.floor(now / MEDIA_SIGNATURE_SECONDS) + 2) * MEDIA_SIGNATURE_SECONDS;
  const expires = Math.min(latest, right.until);
  const endsAt = stream === null ? expires : Math.min(now + CAST_SECONDS, expires);
  const refusal = stream === null ? null : await openCast(context, stream, endsAt);
  if (refusal !== null) return fail(refusal);
  const audience = stream === null ? right.audience : toReceiverAudience(stream);
  const grant = { audience, channel: id, from: from ?? null, expires };
  return ok({
    data: {
      manifest_url: await signLiveUrl(keys, origin, grant),
      stream,
      ends_at: endsAt,
      renew_seconds: CAST_RENEW_SECONDS,
    },
  });
};

/** In its last hours a programme is for those who began it while the guide offered it. */
async function isOffered(context: RequestContext, id: number, endsAt: number, stream = ''): Promise<boolean> {
  const { env, user, db, now } = context;
  if (isReplayOpen(endsAt, now, false)) return true;
  if (user === null || continueStream({ user, token: context.token }, { kind: 'channel', id }, stream) !== stream)
    return false;
  const isUnlimited = getDefaultLimit(env) === 0; // Leases are not stored then
  return isUnlimited ? isCastAlive(db, stream, now) : hasBegun(db, stream, endsAt + CATCH_UP_SECONDS);
}
