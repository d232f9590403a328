import { startFiles, startPlaylists } from './start-of-hls.ts';

/**
 * Stands in the page of a title and shortens the way from a press on Play to the picture. The code, what the viewer may
 * do, and the first seconds of the film are asked for at once, where they would wait for each other: on a slow network
 * that is most of the time. This file is inlined, so that it shares no module with an island and names by itself what
 * belongs to them: the request of playback/client/player.ts, which takes the answer by platform/client/prefetched-cart.ts.
 */
export function warmPlay(): void {
  const { titleKind: kind, titleId: id, playCode = '' } = document.body.dataset;
  if (!kind || !id) return;
  const isPlay = ({ target }: Event) => target instanceof Element && target.closest('main [data-modal=player]');
  // A touch may become a scroll: then the code, which stays in the cache, is all that came too early.
  addEventListener('pointerdown', (event) => isPlay(event) && !saves() && loadCode(playCode), true);
  const begin = () => {
    // A guest who saves data may yet be told to sign in first.
    if (!saves() || cookie('signed_in')) loadCode(playCode);
    const cart = prefetchEntitlement(kind, Number(id));
    // What is kept in this browser (offline/saved-title.ts) plays from here.
    const saved = 'caches' in window && caches.has(`saved-${kind}-${id}`);
    void Promise.all([cart, saved]).then(
      ([entitlement, isSaved]) => (isSaved ? null : warmMedia(entitlement)),
      () => null,
    );
  };
  addEventListener('click', (event) => isPlay(event) && event.isTrusted && isPlain(event) && begin(), true);
  if (location.hash === '#play') begin();
}

function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(button || ctrlKey || metaKey || shiftKey || altKey);
}

/** Whether the browser plays HLS by itself. */
const playsHls = () => document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';

let loaded = false;
function loadCode(playCode: string): void {
  if (loaded || !playCode) return;
  loaded = true;
  const [always = '', withoutHls = ''] = playCode.split('|');
  for (const href of `${always} ${playsHls() ? '' : withoutHls}`.trim().split(' ')) {
    document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

const cookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}
/** Whether data is saved, by the setting or for the network; then the player asks for nothing above `SAVED`. */
const saves = () => {
  const { connection } = navigator as { connection?: Connection };
  return cookie('save_data') === '1' || connection?.saveData || /(^|-)[23]g$/.test(connection?.effectiveType ?? '');
};
const SAVED = '?max=360';

/** The cart, as the player's store asks for it (spec 7.20, 7.21, 3.06). */
async function prefetchEntitlement(type: string, id: number): Promise<unknown> {
  const ref = /^\d{1,18}$/.exec(cookie('ref_number') ?? '')?.[0] ?? '0';
  const url = `/api/v1/${cookie('signed_in') ? '' : 'ghost/'}get/cart`;
  const body = JSON.stringify({ id, type, quality: '', force_to_buy: 0, ref });
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

/** Brings what playing begins with into the browser's cache, where the player finds it. */
async function warmMedia(cart: unknown): Promise<void> {
  const play = (cart as EntitlementAnswer).data?.data?.play;
  // Safari's player asks past the browser's cache.
  if (!play || (playsHls() && !('userAgentData' in navigator))) return;
  const text = async (url: URL) => (await fetch(url)).text();
  const master = new URL(play.manifest_url + (saves() ? SAVED : ''));
  const warm = async (name: string) => {
    const playlist = new URL(name, master);
    const files = startFiles(await text(playlist), play.progress?.points[0]?.at ?? 0);
    await Promise.all(files.map((file) => text(new URL(file, playlist))));
  };
  await Promise.allSettled(startPlaylists(await text(master)).map(warm));
}
