import { savesData } from '../../features/data-cost/data-saver.ts';
import { isKids } from '../../platform/client/kids.ts';
import { whenShown } from '../../platform/client/when-shown.ts';
import { PREFETCH_IDLE_MS } from '../config.ts';
import { buildSpeculationRules, listFetched } from './speculation-rules.ts';

const AHEAD = __AHEAD__;
const MAX_PREFETCHED = 3;
const LINKS = 'main a[href^="/"]:not([href*="#"],[download],[target])';

/** Loads pages ahead: some in idle time (spec 1.14), in Chromium by rules, too. Not on 2G or 3G or in kids mode. */
export function loadAhead(): void {
  if (savesData() || isKids()) return;
  addEventListener('load', () => whenShown(waitForIdle));
  if (!HTMLScriptElement.supports('speculationrules')) return;
  const text = buildSpeculationRules(matchMedia('(hover: hover)').matches, AHEAD);
  document.body.appendChild(Object.assign(document.createElement('script'), { type: 'speculationrules', text }));
}

function waitForIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(prefetchVisible, { timeout: PREFETCH_IDLE_MS });
  else setTimeout(prefetchVisible, PREFETCH_IDLE_MS);
}

/** Fetches the first catalogue pages in view into the browser's cache (docs/pages.md). */
function prefetchVisible(): void {
  if (!navigator.onLine) return;
  const pages = new RegExp(`^(${listFetched(AHEAD).join('|').replaceAll(':id', '[^/]+')})$`);
  const hrefs = [...document.querySelectorAll<HTMLAnchorElement>(LINKS)]
    .filter((link) => {
      const { width, top, bottom, left, right } = link.getBoundingClientRect();
      const isInView = width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      return isInView && pages.test(link.pathname) && link.href !== location.href;
    })
    .map(({ href }) => href);
  for (const href of [...new Set(hrefs)].slice(0, MAX_PREFETCHED)) {
    // Read to the end, or the browser ends the request and keeps nothing.
    fetch(href, { priority: 'low', headers: { accept: 'text/html' } })
      .then((page) => page.text())
      .catch(() => undefined);
  }
}
