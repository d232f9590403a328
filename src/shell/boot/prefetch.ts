import { savesData } from '../../features/data-cost/data-saver.ts';
import { PREFETCH_IDLE_MS } from '../config.ts';

/** How many pages are fetched ahead; the ones a visitor sees first. */
const AHEAD = 3;

/**
 * Spec 1.14: links are prefetched when the browser is idle. Only the HTML, only a few links that are in view,
 * and never for a visitor who saves data or has a slow network.
 */
export function watchIdle(): void {
  if (savesData() || !('requestIdleCallback' in window)) return;
  addEventListener('load', () => requestIdleCallback(prefetchVisible, { timeout: PREFETCH_IDLE_MS }));
}

function prefetchVisible(): void {
  if (!navigator.onLine) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]:not([href*="#"])')];
  const seen = links.filter((link) => {
    const box = link.getBoundingClientRect();
    return box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
  });
  for (const href of [...new Set(seen.map((link) => link.href))].slice(0, AHEAD)) {
    const hint = document.createElement('link');
    hint.rel = 'prefetch';
    hint.href = href;
    document.head.appendChild(hint);
  }
}
