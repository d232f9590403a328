import { MEDIA_SIGNATURE_SECONDS } from '../../../platform/config/constants.ts';
import type { EntitlementAnswer } from '../../paywall/contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fileAddress, signFolder } from '../../../platform/media/media-address.ts';
import { mediaBase } from '../../../platform/media/media-host.ts';
import { requireSigningKeys } from '../../../platform/media/signing.ts';
import { viewerTag, type ViewerProof } from '../../../platform/http/session/viewer.ts';
import { MANIFEST, getFolderRenditions } from './folder-renditions.ts';
import { joinViewer } from '../../streams/stream-id.ts';
import type { WatchingFacts } from './watching.ts';

const STORYBOARD = 'storyboard.vtt';

/** Seconds; expiries are rounded down, so that an address stays the same and cached. */
const EXPIRY_STEP_SECONDS = 60 * 60;

/** Addresses signed for this viewer, and stream where the account's are limited; null where the Worker cannot sign, or a guest has no cookie (a rendered page). */
export async function playback(
  context: RequestContext,
  folder: string,
  poster: string | null,
  stream: string | null,
): Promise<Omit<NonNullable<EntitlementAnswer['play']>, keyof WatchingFacts | 'offline_until' | 'protected'> | null> {
  const { env, origin, now } = context;
  const keys = requireSigningKeys(env);
  if (keys === null) return null;
  const proof = getViewerProof(context);
  if (proof === null) return null;
  const expires = Math.floor((now + MEDIA_SIGNATURE_SECONDS) / EXPIRY_STEP_SECONDS) * EXPIRY_STEP_SECONDS;
  const viewer = joinViewer(await viewerTag(proof), stream);
  const signed = await signFolder(keys, { viewer, folder, expires });
  const buildUrl = (file: string) =>
    new URL(`${mediaBase(env)}/${fileAddress.build({ ...signed, path: `${folder}/${file}` })}`, origin).href;
  const offer = await getFolderRenditions(env, folder);
  return {
    manifest_url: buildUrl(MANIFEST),
    expires_at: expires,
    stream,
    renditions: offer.renditions,
    audio_bandwidth: offer.audioBandwidth,
    storyboard_url: buildUrl(STORYBOARD),
    poster_url: poster,
    demo: folder.startsWith('clip-'),
    subtitles: offer.subtitles.map(({ language, uri }) => ({
      lang: language,
      url: buildUrl(uri.replace(/\.m3u8$/, '.vtt')),
    })),
  };
}

export function getViewerProof({ user, token, guest }: RequestContext): ViewerProof | null {
  if (user !== null && token !== null) return { session: token };
  return guest === null ? null : { guest };
}
