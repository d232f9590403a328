import { DATA_SAVER_QUERY } from '../../accounts/preferences.ts';
import { readReferrerText } from '../../accounts/client/referral.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import { savedCache } from '../../offline/saved-title.ts';
import { CART_PATH, GHOST_CART_PATH, toEntitlementRequest } from '../../watch-options/entitlement-request.ts';
import { isPlain } from '../../../platform/client/intent.ts';
import { whenShown } from '../../../platform/client/when-shown.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { API_BASE } from '../../../platform/http/api-base.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { PLAY_HASH } from '../../../platform/modal-hashes.ts';
import { PLAY_MARK } from '../../qoe/keys.ts';
import { startFiles, startPlaylists } from './start-of-hls.ts';

/** In a title's page: a press on Play requests the player's code, the entitlement and the first seconds of media at
 * once; on a slow network their order is most of the wait. playback/client/player.ts takes the answer from
 * `prefetchedCart`. */
export function warmPlay(): void {
  const { titleKind, titleId, playCode } = document.body.dataset;
  const title = { kind: titleKind as TitleKind, id: Number(titleId) };
  const isPlay = ({ target }: Event) => (target as Partial<Element>).closest?.('main [data-modal=player]');
  // A touch may become a scroll: it loads the code only, which the cache keeps.
  addEventListener('pointerdown', (event) => isPlay(event) && !savesData() && preloadCode(playCode), true);
  const begin = () => {
    performance.mark(PLAY_MARK);
    if (!savesData() || hasSession()) preloadCode(playCode);
    const cart = prefetchEntitlement(title);
    const isSaved = 'caches' in window && caches.has(savedCache(title));
    void Promise.all([cart, isSaved]).then(
      ([answer, saved]) => void (saved || warmMedia(answer)),
      () => null,
    );
  };
  addEventListener('click', (event) => isPlay(event) && event.isTrusted && isPlain(event) && begin(), true);
  if (location.hash === PLAY_HASH) whenShown(begin);
}

let isPreloaded = false;
function preloadCode(playCode: string | undefined): void {
  if (isPreloaded || !playCode) return;
  isPreloaded = true;
  for (const href of playCode.split(' ')) {
    document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/** The request that the player's store sends (spec 7.20, 7.21, 3.06). */
async function prefetchEntitlement(title: { kind: TitleKind; id: number }): Promise<unknown> {
  const url = API_BASE + (hasSession() ? CART_PATH : GHOST_CART_PATH);
  const body = JSON.stringify(toEntitlementRequest(title, readReferrerText()));
  const headers = {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    'content-type': 'application/json',
  };
  const response = fetch(url, { method: 'POST', headers, body });
  globalThis.prefetchedCart = { url, body, at: performance.now(), response };
  return (await response).clone().json();
}

interface EntitlementAnswer {
  data?: { data?: { play?: { manifest_url: string; progress: { points: { at: number }[] } | null } | null } };
}

async function warmMedia(cart: unknown): Promise<void> {
  const play = (cart as EntitlementAnswer).data?.data?.play;
  // A browser's own player does not read the browser's cache.
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: typeof MediaSource;
    ManagedMediaSource?: typeof MediaSource;
  };
  const Source = plain ?? managed;
  if (!play || !Source) return;
  const text = async (url: URL) => (await fetch(url)).text();
  const master = new URL(play.manifest_url + (savesData() ? DATA_SAVER_QUERY : ''));
  const warm = async (name: string) => {
    const playlist = new URL(name, master);
    const files = startFiles(await text(playlist), play.progress?.points[0]?.at ?? 0);
    await Promise.all(files.map((file) => text(new URL(file, playlist))));
  };
  const isPlayable = (codecs: string) => Source.isTypeSupported(`video/mp4; codecs="${codecs}"`);
  await Promise.allSettled(startPlaylists(await text(master), isPlayable).map(warm));
}
