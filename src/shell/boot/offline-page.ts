import { PAGE_CACHES } from '../../features/offline/offline.ts';

/** How many of the pages that were seen are offered; the last ones. */
const OFFERED = 12;

/** Lists the pages that this browser has kept, so that somebody without a network has somewhere to go. */
export async function listSeen(): Promise<void> {
  // Whatever was asked for may be there by now. A browser also says so of a network that carries nothing, and a page
  // that loads itself anew would take the place of the one that somebody is on the way to.
  addEventListener('online', () => void loadAgain());
  // It may have come back before this script had.
  if (navigator.onLine && mayTry()) void loadAgain();
  document.querySelector('#again')?.addEventListener('click', () => location.reload());
  const section = document.querySelector<HTMLElement>('#seen');
  const list = section?.querySelector('ul');
  if (!section || !list || !('caches' in window)) return;
  const kids = 'kids' in document.documentElement.dataset;
  const cache = await caches.open(kids ? PAGE_CACHES.kids : PAGE_CACHES.all);
  const keys = [...(await cache.keys())].reverse().slice(0, OFFERED);
  for (const key of keys) {
    const html = (await (await cache.match(key))?.text()) ?? '';
    const title = new DOMParser().parseFromString(html, 'text/html').title;
    if (title === '') continue;
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.className = 'row-link';
    link.href = new URL(key.url).pathname + new URL(key.url).search;
    link.textContent = title;
    item.appendChild(link);
    list.appendChild(item);
  }
  section.hidden = list.childElementCount === 0;
}

/** A page that cannot be had although the site answers is not asked for again and again, in milliseconds. */
const TRIED_MS = 60_000;
const TRIED = 'offline-tried';
/** A network that has just come back may not carry at once: it is tried after so many milliseconds each. */
const WAITS_MS = [0, 1000, 3000];

/** Takes the one try that there is in a while. */
function mayTry(): boolean {
  const tried = Number(sessionStorage.getItem(TRIED) ?? 0);
  sessionStorage.setItem(TRIED, String(Date.now()));
  return Date.now() - tried >= TRIED_MS;
}

async function loadAgain(): Promise<void> {
  for (const wait of WAITS_MS) {
    await new Promise((go) => setTimeout(go, wait));
    if (await isReached()) {
      location.reload();
      return;
    }
  }
}

/** Whether the site answers. */
async function isReached(): Promise<boolean> {
  const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}
