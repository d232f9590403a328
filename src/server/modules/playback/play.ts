import { MEDIA_SIGNATURE_SECONDS } from '../../../config/constants.ts';
import type { Cart } from '../../../contract/cart.ts';
import type { RequestContext } from '../../lib/context.ts';
import { signFolder } from '../../lib/signing.ts';
import { MANIFEST, offerOfFolder } from './offer.ts';

/** Beside the manifest in a title's folder, as scripts/make-demo-media and ingest write it. */
const STORYBOARD = 'storyboard.vtt';

/** Expiries are rounded down to this many seconds, so that an address stays the same, and cached, for a while. */
const EXPIRY_STEP_SECONDS = 60 * 60;

/** Everything the player needs for a folder of media, at signed addresses; null where the Worker cannot sign. */
export async function playback(
  { env, origin, now }: RequestContext,
  folder: string,
  poster: string | null,
): Promise<Cart['play']> {
  const key = env.MEDIA_SIGNING_KEY ?? '';
  if (key === '') {
    console.error('MEDIA_SIGNING_KEY is not set: nothing can be played');
    return null;
  }
  const expires = Math.floor((now + MEDIA_SIGNATURE_SECONDS) / EXPIRY_STEP_SECONDS) * EXPIRY_STEP_SECONDS;
  const signature = await signFolder(key, folder, expires);
  const host = env.MEDIA_BASE_URL === '' ? `${origin}/media` : env.MEDIA_BASE_URL.replace(/\/$/, '');
  const base = `${host}/v/${signature}/${String(expires)}/${folder}`;
  const offer = await offerOfFolder(env, folder);
  return {
    manifest_url: `${base}/${MANIFEST}`,
    expires_at: expires,
    renditions: offer.renditions,
    audio_bandwidth: offer.audioBandwidth,
    storyboard_url: `${base}/${STORYBOARD}`,
    poster_url: poster,
    demo: folder.startsWith('clip-'),
    subtitles: offer.subtitles.map((lang) => ({ lang, url: `${base}/subs/${lang}.vtt` })),
  };
}
