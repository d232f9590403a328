import { MEDIA_SIGNATURE_SECONDS } from '../../../config/constants.ts';
import type { Cart } from '../../../contract/cart.ts';
import type { RequestContext } from '../../lib/context.ts';
import { signFolder } from '../../lib/signing.ts';

/** The files of a title's folder, as scripts/make-demo-media and ingest write them. */
const MANIFEST = 'master.m3u8';
const STORYBOARD = 'storyboard.vtt';
const SUBTITLE_LANGUAGES = ['fa', 'en'];

/** Expiries are rounded up to this many seconds, so that an address stays the same, and cached, for a while. */
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
  const expires = Math.ceil((now + MEDIA_SIGNATURE_SECONDS) / EXPIRY_STEP_SECONDS) * EXPIRY_STEP_SECONDS;
  const signature = await signFolder(key, folder, expires);
  const host = env.MEDIA_BASE_URL === '' ? `${origin}/media` : env.MEDIA_BASE_URL.replace(/\/$/, '');
  const base = `${host}/v/${signature}/${String(expires)}/${folder}`;
  return {
    manifest_url: `${base}/${MANIFEST}`,
    storyboard_url: `${base}/${STORYBOARD}`,
    poster_url: poster,
    demo: folder.startsWith('clip-'),
    subtitles: SUBTITLE_LANGUAGES.map((lang) => ({ lang, url: `${base}/subs/${lang}.vtt` })),
  };
}
