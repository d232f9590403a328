import { getCaches } from '../../../../platform/client/get-caches.ts';
import { readReferrerText } from '../../../accounts/client/referral.ts';
import { savesData } from '../../../data-cost/data-saver.ts';
import { savedCache } from '../../../offline/saved-title.ts';
import { CART_PATH, GHOST_CART_PATH, toEntitlementRequest } from '../../../watch-options/entitlement-request.ts';
import { canUseMediaSource } from '@pardeh/hls/media-source';
import { isInsideFrame } from '../../../../platform/client/frame.ts';
import { isPlain } from '../../../../platform/client/intent.ts';
import { whenShown } from '../../../../platform/client/when-shown.ts';
import { hasSession } from '../../../../platform/client/session.ts';
import { API_BASE } from '../../../../platform/http/calls/api-base.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { PLAY_HASH } from '../../../../platform/modal-hashes.ts';
import { PLAY_MARK } from '../../../qoe/keys.ts';
import { preloadCode } from './preload-code.ts';
import type { WarmPlay } from './warm-media.ts';

const OPENER = 'main [data-modal=player]';

interface Title {
  kind: TitleKind;
  id: number;
}

/** A press on Play requests engine and entitlement at once, React after the first picture (docs/playback.md). Where React
 * is here, and by `#play`: the player's code, the entitlement (player.ts takes the cart of `startedPlay`), the first seconds. */
export function warmPlay(): void {
  const { titleKind, titleId, startCode } = document.body.dataset;
  const title = { kind: titleKind as TitleKind, id: Number(titleId) };
  const findOpener = ({ target }: Event) => (target as Partial<Element>).closest?.<HTMLElement>(OPENER);
  // The script of the modals leaves a marked opener alone; it would load React.
  if (startCode && !isInsideFrame())
    document.querySelectorAll<HTMLElement>(OPENER).forEach((opener) => (opener.dataset['start'] = startCode));
  const getStartCode = (opener: HTMLElement) =>
    'modals' in document.body.dataset ? undefined : opener.dataset['start'];
  // A touch may become a scroll: it loads the code only, which the cache keeps.
  const onDown = (event: Event) => {
    const opener = findOpener(event);
    if (opener && !savesData()) preloadCode(getStartCode(opener) ?? document.body.dataset['playCode']);
  };
  const onClick = (event: MouseEvent) => {
    const opener = findOpener(event);
    if (!opener || !event.isTrusted || !isPlain(event)) return;
    const code = getStartCode(opener);
    if (code === undefined) {
      void begin(title);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (opener.ariaBusy === null) void start(opener, title, code);
  };
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  if (location.hash === PLAY_HASH) whenShown(() => void begin(title));
}

async function start(opener: HTMLElement, title: Title, code: string): Promise<void> {
  opener.ariaBusy = 'true';
  const video = document.createElement('video');
  // In Safari a video may play later only if a press has loaded it.
  video.hidden = true;
  (opener as ParentNode).append(video);
  video.load();
  try {
    const answer = begin(title, code, video);
    // A guest who saves data loads no code before it is known to be of use.
    if (savesData() && !hasSession() && !getPlay(await answer)) throw new TypeError('refused');
    preloadCode(code);
    const [entry = ''] = code.split(' ');
    const { startPlay } = (await import(/* @vite-ignore */ entry)) as typeof import('./start-play.ts');
    opener.ariaBusy = null;
    await startPlay(title.kind, title.id, video);
  } catch {
    video.remove();
    // The host of modals takes the entitlement that has come.
    opener.ariaBusy = null;
    delete opener.dataset['start'];
    opener.click();
  }
}

/** By a press and by `#play`. `video`: of the first picture, whose engine loads its segments itself. */
function begin(title: Title, code = document.body.dataset['playCode'], video?: HTMLVideoElement): Promise<unknown> {
  performance.mark(PLAY_MARK);
  const answer = prefetchMedia(title, video);
  if (!savesData() || hasSession()) preloadCode(code);
  return answer;
}

/** The entitlement; null where none has come. */
async function prefetchMedia(title: Title, video?: HTMLVideoElement): Promise<unknown> {
  const cart = prefetchEntitlement(title).catch(() => null);
  const isSaved =
    (await getCaches()
      ?.has(savedCache(title))
      .catch(() => false)) === true;
  const answer = await cart;
  const play = isSaved ? null : getPlay(answer);
  if (!play) return answer;
  if (!video) void import('./warm-media.ts').then((media) => media.warmMedia(play)).catch(() => null);
  else if (!savesData()) {
    if (canUseMediaSource()) void fetch(play.manifest_url).catch(() => null);
    else if (!play.progress?.points.length) video.src = play.manifest_url;
  }
  return answer;
}

/** The request that the player's store sends (spec 7.20, 7.21, 3.06). */
async function prefetchEntitlement(title: Title): Promise<unknown> {
  const url = API_BASE + (hasSession() ? CART_PATH : GHOST_CART_PATH);
  const body = JSON.stringify(toEntitlementRequest(title, readReferrerText()));
  const headers = {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    'content-type': 'application/json',
  };
  const response = fetch(url, { method: 'POST', headers, body });
  globalThis.startedPlay = { ...title, cart: { url, body, at: performance.now(), response } };
  return (await response).clone().json();
}

interface EntitlementAnswer {
  data?: { data?: { play?: WarmPlay | null } };
}

const getPlay = (cart: unknown) => (cart as EntitlementAnswer | null)?.data?.data?.play;
