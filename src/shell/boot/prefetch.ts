import { PREFETCH_IDLE_MS } from '../config.ts';

const PREFETCH_MAX = 3;

/** Spec 1.14: idle time, HTML only, links in view. */
export function watchIdle(): void {
  if (!('requestIdleCallback' in window)) return;
  const wait = () => requestIdleCallback(prefetchVisible, { timeout: PREFETCH_IDLE_MS });
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}

function prefetchVisible(): void {
  if (!navigator.onLine) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]:not([href*="#"])')];
  const visible = links.filter((link) => {
    const box = link.getBoundingClientRect();
    return box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
  });
  for (const href of [...new Set(visible.map((link) => link.href))].slice(0, PREFETCH_MAX)) {
    const hint = document.createElement('link');
    hint.rel = 'prefetch';
    hint.href = href;
    document.head.appendChild(hint);
  }
}
