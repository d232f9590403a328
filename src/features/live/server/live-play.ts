import { CATCH_UP_SECONDS, MEDIA_SIGNATURE_SECONDS, REWIND_SECONDS } from '../../../platform/config/constants.ts';
import { getOperatorName } from '../../../platform/config/operators.ts';
import type { getLivePlay as call, LivePlay } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { paths } from '../../../platform/paths.ts';
import { showingAt } from '../playout/on-air.ts';
import { onAir } from '../../../platform/text/tehran-week.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireSigningKeys } from '../../../platform/media/signing.ts';
import { isViewerTag } from '../../../platform/http/session/viewer.ts';
import { chooseStream } from '../../streams/server/choose-stream.ts';
import { joinViewer } from '../../streams/stream-id.ts';
import { signLiveUrl } from './address.ts';
import { getPlayout, isOutside, type Playout, type Programme as PlannedProgramme } from './playout.ts';
import { getChannelRight, getReplayRight } from './viewer-right.ts';

const POSTER_WIDTH = 192;
/** Seconds; expiries are rounded down, so that an address stays the same and cached. */
const EXPIRY_STEP_SECONDS = 60 * 60;

type Programme = LivePlay['programme'];

interface Replay extends Pick<PlannedProgramme, 'area' | 'paidTitle'> {
  programme: NonNullable<Programme>;
}

export const getLivePlay: Service<typeof call> = async (context, { id, from, stream: playing }) => {
  const { env, now, origin, asn, locale } = context;
  const keys = requireSigningKeys(env);
  if (keys === null) return fail('media_unavailable');
  const playout = await getPlayout(env, id, now);
  if (!playout) return fail('not_found');
  const { channel, layout } = playout;
  const channelRight = await getChannelRight(context, channel);
  if (channelRight === null) return fail('live_needs_subscription');
  if (channel.streamUrl === null && layout === null) return fail('live_unavailable');
  const current = programmeNow(playout, now);
  const replay = from === undefined ? null : findReplay(playout, from, now);
  if (from !== undefined && replay === null) return fail('programme_unavailable');
  if (replay && isOutside(replay, context)) return fail('outside_area');
  const right = replay === null ? channelRight : await getReplayRight(context, channelRight, replay);
  if (right === null) return fail('replay_needs_title');
  const latest = Math.floor((now + MEDIA_SIGNATURE_SECONDS) / EXPIRY_STEP_SECONDS) * EXPIRY_STEP_SECONDS;
  const expires = Math.min(latest, right.until);
  const isLimited = isViewerTag(right.audience);
  const stream = isLimited ? chooseStream(context, 'subscribed', { kind: 'channel', id }, playing) : null;
  const grant = { audience: joinViewer(right.audience, stream), channel: id, from: from ?? null, expires };
  const restart = current && findReplay(playout, current.starts_at, now);
  return ok({
    data: {
      now,
      channel: { id, slug: channel.slug, name_fa: channel.name_fa, name_en: channel.name_en },
      manifest_url: await signLiveUrl(keys, origin, grant),
      expires_at: expires,
      stream,
      poster_url: channel.art === null ? null : paths.image(channel.art, POSTER_WIDTH),
      programme: replay?.programme ?? current,
      programmes: listRecent(playout, now),
      next_at: onAir(channel.programmes, now).nextAt,
      fullrate: right.isFullrate ? { operator: getOperatorName(asn, locale) } : null,
      can_restart:
        restart !== null &&
        !isOutside(restart, context) &&
        (await getReplayRight(context, channelRight, restart)) !== null,
    },
  });
};

const MINUTE = 60;

function listRecent(playout: Playout, now: number): LivePlay['programmes'] {
  const programmes: LivePlay['programmes'] = [];
  for (let at = now; at > now - REWIND_SECONDS; at -= MINUTE) {
    const programme = programmeNow(playout, at);
    if (!programme) continue;
    programmes.unshift(programme);
    at = programme.starts_at + MINUTE - 1;
  }
  return programmes;
}

function programmeNow({ channel }: Playout, now: number): Programme {
  const air = onAir(channel.programmes, now);
  if (!air.now || air.startsAt === null) return null;
  return { starts_at: air.startsAt, ends_at: air.endsAt, name_fa: air.now.name_fa, name_en: air.now.name_en };
}

export const isReplayOpen = (endsAt: number, now: number, hasBegun: boolean) =>
  endsAt >= now - CATCH_UP_SECONDS - (hasBegun ? MEDIA_SIGNATURE_SECONDS : 0);

/** The guide offers a programme for a day after its end; a viewer who `hasBegun` may finish. */
export function findReplay({ layout }: Playout, startsAt: number, now: number, hasBegun = false): Replay | null {
  const showing = layout && showingAt(layout, startsAt, now * 1e6);
  if (!showing?.entry.item || showing.segments.length === 0) return null;
  if (!isReplayOpen(showing.endsAt, now, hasBegun)) return null;
  const { name_fa, name_en, area, paidTitle } = showing.entry.item;
  return { area, paidTitle, programme: { starts_at: startsAt, ends_at: showing.endsAt, name_fa, name_en } };
}
