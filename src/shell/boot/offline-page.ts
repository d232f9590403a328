import { followConnection } from '../../platform/client/connection.ts';
import { getCaches } from '../../platform/client/get-caches.ts';
import { PAGE_CACHES } from '../../features/offline/offline.ts';

const OFFERED = 12;

/** Lists pages that the service worker cached. */
export async function listCachedPages(): Promise<void> {
  // A captive network counts as online: a reload must find the site first.
  followConnection((isOnline) => void (isOnline && reloadWhenReachable()));
  // The network may be back before this script ran.
  if (navigator.onLine && takeReload()) void reloadWhenReachable();
  document.querySelector('#again')?.addEventListener('click', () => location.reload());
  const section = document.querySelector<HTMLElement>('#seen');
  const list = section?.querySelector('ul');
  const storage = getCaches();
  if (!section || !list || storage === null) return;
  const kids = 'kids' in document.documentElement.dataset;
  const cache = await storage.open(kids ? PAGE_CACHES.kids : PAGE_CACHES.all).catch(() => null);
  if (cache === null) return;
  const keys = [...(await cache.keys())].reverse().slice(0, OFFERED);
  for (const key of keys) {
    const html = (await (await cache.match(key))?.text()) ?? '';
    const title = readTitle(html);
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

/** Without the name of the site. Only the title is parsed: the policy of this page refuses the styles of another, and the console would show it. */
function readTitle(html: string): string {
  const [element = ''] = /<title>[^<]*<\/title>/.exec(html) ?? [];
  return new DOMParser().parseFromString(element, 'text/html').title.replace(/ \| [^|]*$/, '');
}

/** Between two reloads of a page that fails while the site answers. */
const RETRY_GAP_MS = 60_000;
const TRIED_KEY = 'offline-tried';
/** A new network may not carry at once. */
const WAITS_MS = [0, 1000, 3000];

function takeReload(): boolean {
  try {
    const triedAt = Number(sessionStorage.getItem(TRIED_KEY) ?? 0);
    sessionStorage.setItem(TRIED_KEY, String(Date.now()));
    return Date.now() - triedAt >= RETRY_GAP_MS;
  } catch {
    return false;
  }
}

async function reloadWhenReachable(): Promise<void> {
  for (const wait of WAITS_MS) {
    await new Promise((go) => setTimeout(go, wait));
    if (await isSiteReachable()) {
      location.reload();
      return;
    }
  }
}

async function isSiteReachable(): Promise<boolean> {
  const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}
