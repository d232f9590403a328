import { LIVE_WINDOW, REWIND_SECONDS } from '../../../platform/config/constants.ts';
import type { Env } from '../../../platform/config/env.ts';
import { readPlace, type Place } from '../../../platform/http/address/place.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { REWIND_QUERY } from '@pardeh/hls/rewind';
import type { AiredAs } from '../playout/aired.ts';
import type { Layout } from '../playout/layout.ts';
import { findRewindStart, getSegmentsOnAir, getLoopAt, showingAt, type AirSegment } from '../playout/on-air.ts';
import { isOffered, masterPlaylist, mediaPlaylist, type PlaylistOptions } from '../playout/playlist.ts';
import { readKids } from '../../../platform/http/session/kids-cookie.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { mediaBase } from '../../../platform/media/media-host.ts';
import { answerRenewal, asksToRenew, getEffectiveGrant, type Renewal } from '../../../platform/media/media-renewal.ts';
import { readEncryption } from '../../../platform/media/encryption.ts';
import { requireSigningKeys, type SigningKeys } from '../../../platform/media/signing.ts';
import { admitStream } from '../../streams/server/admit.ts';
import { splitViewer } from '../../streams/stream-id.ts';
import { isLiveGrant, MAX_VALID_SECONDS, MASTER, type SignedLive } from './address.ts';
import { readAiredKeys } from './aired-keys.ts';
import { airedAddress, signAired } from './aired-address.ts';
import { EVERYBODY, isEverybodySubscribed, isInAudience } from './audience.ts';
import { isReplayOpen } from './live-play.ts';
import { sourcePlaylist, type LivePlaylist } from './source.ts';
import { getPlayout, isOutside, type Playout, type Programme } from './playout.ts';

const SKIP_QUERY = '_HLS_skip';
/** Seconds: a live playlist is valid for less than a segment's duration; a complete one does not change. */
const LIVE_SECONDS = 1;
const COMPLETE_SECONDS = 600;

/** Seconds. hls.js 1.7 walks an array as long as the discontinuity number: counted since 1970 that is fifty million. */
const COUNTED_SECONDS = MAX_VALID_SECONDS + 60 * 60;

/** 403 for a bad signature, one that has expired and was not renewed, and for another audience. */
export async function serveLive(request: Request, env: Env, path: SignedLive): Promise<Response> {
  const keys = requireSigningKeys(env);
  if (keys === null) return respondFailure(fail('media_unavailable'));
  const now = Date.now();
  const seconds = Math.floor(now / 1000);
  const media = `live-${path.channel}${path.from === null ? '' : `-${path.from}`}`;
  const grant = await getEffectiveGrant(request, media, path, ({ signature, expires }) =>
    isLiveGrant(keys, signature, { ...path, expires }, seconds),
  );
  if (!grant) return respondFailure(fail('media_link_expired'));
  if (!(await isInAudience(request, env, path.audience))) return respondFailure(fail('media_foreign'));
  if ((await readKids(request, env))?.on) return respondFailure(fail('kids_not_allowed'));
  const refusal = await admitStream(env, request, splitViewer(path.audience).stream);
  if (refusal !== null) return respondFailure(fail(refusal));
  const playout = await getPlayout(env, path.channel, seconds);
  if (!playout) return respondFailure(fail('not_found'));
  const isForFree = path.audience === EVERYBODY && !isEverybodySubscribed(env, request);
  if (isForFree && playout.channel.access !== 'free') return respondFailure(fail('live_needs_subscription'));
  if (path.name === MASTER && asksToRenew(request)) return answerRenewal(media, grant, seconds);
  const { searchParams } = new URL(request.url);
  const max = Number(searchParams.get('max') ?? Infinity);
  const isRewound = searchParams.has(REWIND_QUERY);
  const playlist =
    playout.channel.streamUrl === null
      ? await scheduledPlaylist(env, keys, playout, path, grant, {
          now,
          max,
          isForFree,
          isRewound,
          place: readPlace(request, env),
        })
      : await sourcePlaylist(env, playout.channel.streamUrl, path.name, {
          isRewound,
          isDelta: searchParams.has(SKIP_QUERY),
        });
  if (!playlist.ok) return respondFailure(playlist);
  return new Response(playlist.value.text, {
    headers: {
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': `private, max-age=${Math.min(playlist.value.seconds, grant.expires - seconds)}`,
    },
  });
}

async function scheduledPlaylist(
  env: Env,
  keys: SigningKeys,
  { layOutIn, layout: everywhere, media }: Playout,
  { audience, from, name, expires: signedUntil }: SignedLive,
  { expires }: Renewal,
  {
    now,
    max,
    isForFree,
    isRewound,
    place,
  }: { now: number; max: number; isForFree: boolean; isRewound: boolean; place: Place },
): Promise<Outcome<LivePlaylist, ErrorCode>> {
  const encryption = readEncryption(env);
  if (encryption === 'unusable') return fail('media_unavailable');
  // A replay is refused with the reason; what is on the air is the slate.
  const layout = from === null ? layOutIn(place) : everywhere;
  if (!layout) return fail('live_unavailable');
  if (name === MASTER) return ok({ text: masterPlaylist(media, max), seconds: COMPLETE_SECONDS });
  if (!isOffered(media, name)) return fail('not_found');
  const mayRewind = (item: Programme | null) =>
    !(item && isOutside(item, place)) && (!item?.paidTitle || (!isForFree && item.paidTitle.isInSubscription));
  const chosen = chooseSegments(layout, from, now * 1000, { mayRewind, isRewound });
  if (!chosen) return fail('programme_unavailable');
  if (chosen.programme && isOutside(chosen.programme, place)) return fail('outside_area');
  if (isForFree && chosen.programme?.paidTitle) return fail('replay_needs_title');
  const showings = new Map(
    chosen.segments.map(({ airing, item, media: { folder } }) => {
      const as: AiredAs = chosen.type !== 'live' ? 'again' : mayRewind(item) ? 'rewind' : 'live';
      return [airing.startsAt, { airing, folder, as }];
    }),
  );
  const signed = new Map(
    await Promise.all(
      Array.from(showings, async ([startsAt, showing]) => {
        return [startsAt, await signAired(keys, { audience, expires, ...showing })] as const;
      }),
    ),
  );
  const buildUrl = (base: string) => (segment: AirSegment, path: string, file: string) => {
    const showing = signed.get(segment.airing.startsAt);
    return showing ? `${base}/${airedAddress.build({ ...showing, file: `${path}/${file}` })}` : '';
  };
  const getUrl = buildUrl(mediaBase(env));
  // Keys come from the site, which knows the viewer by a cookie.
  const getKeyUrl = buildUrl('/media');
  const firstLoop = chosen.type === 'live' ? getLoopAt(layout, (signedUntil - COUNTED_SECONDS) * 1e6) : 0;
  const getKey = encryption === 'off' ? null : await readAiredKeys(encryption.secret, chosen.segments, name, getKeyUrl);
  const text = mediaPlaylist(chosen.segments, name, {
    target: layout.target,
    type: chosen.type,
    firstLoop,
    rewindSeconds: chosen.rewindSeconds,
    getUrl,
    getKey,
  });
  return text === null
    ? fail('not_found')
    : ok({ text, seconds: chosen.type === 'vod' ? COMPLETE_SECONDS : LIVE_SECONDS });
}

function chooseSegments(
  layout: Layout<Programme>,
  from: number | null,
  now: number,
  { mayRewind, isRewound }: { mayRewind: (item: Programme | null) => boolean; isRewound: boolean },
) {
  if (from === null) {
    const since = findRewindStart(layout, now, REWIND_SECONDS * 1e6, mayRewind);
    const segments = getSegmentsOnAir(layout, now, LIVE_WINDOW, isRewound ? since : Infinity);
    const rewindSeconds = Math.max(0, ((segments[0]?.startsAt ?? now) - since) / 1e6);
    return { segments, type: 'live', programme: null, rewindSeconds } satisfies Chosen;
  }
  const showing = showingAt(layout, from, now);
  if (!showing || showing.segments.length === 0) return null;
  if (!isReplayOpen(showing.endsAt, now / 1e6, true)) return null;
  return {
    segments: showing.segments,
    type: showing.over ? 'vod' : 'event',
    programme: showing.entry.item,
    rewindSeconds: 0,
  } satisfies Chosen;
}

interface Chosen {
  segments: AirSegment<Programme>[];
  rewindSeconds: number;
  type: PlaylistOptions['type'];
  programme: Programme | null;
}
