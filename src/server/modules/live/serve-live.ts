import { CATCH_UP_SECONDS, LIVE_WINDOW, MEDIA_SIGNATURE_SECONDS } from '../../../config/constants.ts';
import type { Env } from '../../../config/env.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import type { Layout } from '../../../domain/playout/layout.ts';
import type { Media } from '../../../domain/playout/media.ts';
import { partsOnAir, roundAt, showingAt } from '../../../domain/playout/on-air.ts';
import { masterPlaylist, mediaPlaylist, type PlaylistOptions } from '../../../domain/playout/playlist.ts';
import { kidsOf } from '../../lib/kids-cookie.ts';
import { respondFailure } from '../../lib/respond.ts';
import { ANYONE, signFolder } from '../../lib/media-address.ts';
import { mediaBase } from '../../lib/media-host.ts';
import { answerRenewal, asksToRenew, openingSignature, type Renewal } from '../../lib/media-renewal.ts';
import { signingKeys, type SigningKeys } from '../../lib/signing.ts';
import { isLiveGrant } from './address.ts';
import { sourcePlaylist } from './source.ts';
import { playoutOf, type Playout, type Programme } from './playout.ts';

const MASTER = 'master';
/** A live playlist is good for less than it takes to play a part; a complete one does not change. Seconds. */
const LIVE_SECONDS = 1;
const COMPLETE_SECONDS = 600;

/**
 * Discontinuities are counted from so long before an address ends, an hour before it can have been made: counted since
 * 1970 they are fifty million, and at each refresh hls.js 1.7 walks through an array of that length. Seconds.
 */
const COUNTED_SECONDS = MEDIA_SIGNATURE_SECONDS + 60 * 60;

export interface LivePath {
  signature: string;
  /** Epoch seconds. */
  expires: number;
  channel: number;
  /** A programme to be seen from its beginning (epoch seconds); null for what is on. */
  from: number | null;
  /** `master`, or the name of a rendition. */
  name: string;
}

/**
 * A playlist of a live channel, made from its schedule and the clock. A bad signature, or one that has expired and was not
 * renewed, is 403.
 */
export async function serveLive(request: Request, env: Env, path: LivePath): Promise<Response> {
  const keys = signingKeys(env);
  if (keys === null) {
    console.error('MEDIA_SIGNING_KEY is not set: live is refused.');
    return respondFailure(fail('media_unavailable'));
  }
  const now = Date.now();
  const seconds = Math.floor(now / 1000);
  const media = `live-${path.channel}`;
  const opening = await openingSignature(request, media, path, ({ signature, expires }) =>
    isLiveGrant(keys, signature, { channel: path.channel, expires }, seconds),
  );
  if (!opening) return respondFailure(fail('media_link_expired'));
  if ((await kidsOf(request, env))?.on) return respondFailure(fail('kids_not_allowed'));
  const playout = await playoutOf(env, path.channel);
  if (!playout) return respondFailure(fail('not_found'));
  if (path.name === MASTER && asksToRenew(request)) return answerRenewal(media, opening, seconds);
  const max = Number(new URL(request.url).searchParams.get('max') ?? Infinity);
  const made =
    playout.channel.streamUrl === null
      ? await ownPlaylist(env, keys, playout, path, opening, now, max)
      : await sourcePlaylist(env, playout.channel.streamUrl, path.name);
  if (!made.ok) return respondFailure(made);
  return new Response(made.value.text, {
    headers: {
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': `private, max-age=${Math.min(made.value.seconds, opening.expires - seconds)}`,
    },
  });
}

/** A playlist and how long it may be kept, in seconds. */
export interface Made {
  text: string;
  seconds: number;
}

async function ownPlaylist(
  env: Env,
  keys: SigningKeys,
  { layout, media }: Playout,
  { from, name, expires: own }: LivePath,
  { expires }: Renewal,
  now: number,
  max: number,
): Promise<Outcome<Made, ErrorCode>> {
  if (!layout) return fail('live_unavailable');
  if (name === MASTER) return ok({ text: masterPlaylist(media, max), seconds: COMPLETE_SECONDS });
  const chosen = chooseParts(layout, from, now * 1000);
  if (!chosen) return fail('programme_unavailable');
  const folders = [...new Set(chosen.parts.map((part) => part.media.folder))];
  const signed = new Map(
    await Promise.all(
      folders.map(async (folder) => [folder, await signFolder(keys, { viewer: ANYONE, folder, expires })] as const),
    ),
  );
  const base = mediaBase(env);
  const urlOf = ({ folder }: Media, path: string, file: string) =>
    `${base}/v/${signed.get(folder) ?? ''}/${path}/${file}`;
  const firstRound = chosen.type === 'live' ? roundAt(layout, (own - COUNTED_SECONDS) * 1e6) : 0;
  const text = mediaPlaylist(chosen.parts, name, { target: layout.target, type: chosen.type, firstRound, urlOf });
  return text === null
    ? fail('not_found')
    : ok({ text, seconds: chosen.type === 'vod' ? COMPLETE_SECONDS : LIVE_SECONDS });
}

/** What is on, or of one programme all that has been on; null for one that is gone or has nothing to show yet. */
function chooseParts(layout: Layout<Programme>, from: number | null, now: number) {
  if (from === null) return { parts: partsOnAir(layout, now, LIVE_WINDOW), type: 'live' } satisfies Chosen;
  const showing = showingAt(layout, from, now);
  if (!showing || showing.parts.length === 0) return null;
  // Who has begun to watch may finish.
  if (showing.endsAt < now / 1e6 - CATCH_UP_SECONDS - MEDIA_SIGNATURE_SECONDS) return null;
  return { parts: showing.parts, type: showing.over ? 'vod' : 'event' } satisfies Chosen;
}

interface Chosen {
  parts: Parameters<typeof mediaPlaylist>[0];
  type: PlaylistOptions['type'];
}
