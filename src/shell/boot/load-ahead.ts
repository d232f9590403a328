import { savesData } from '../../features/data-cost/data-saver.ts';
import { isKids } from '../../platform/client/kids.ts';
import { whenShown } from '../../platform/client/when-shown.ts';
import { PREFETCH_IDLE_MS } from '../config.ts';
import { buildSpeculationRules, CATALOGUE } from './speculation-rules.ts';

/** Loads pages ahead: some in idle time (spec 1.14), in Chromium by rules, too. Not on 2G or 3G or in kids mode. */
export function loadAhead(): void {
  if (savesData() || isKids()) return;
  whenShown(() => {
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle);
  });
  if (!HTMLScriptElement.supports('speculationrules')) return;
  const text = buildSpeculationRules(matchMedia('(hover: hover)').matches);
  document.body.appendChild(Object.assign(document.createElement('script'), { type: 'speculationrules', text }));
}

function waitForIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: PREFETCH_IDLE_MS });
  else setTimeout(prefetch, PREFETCH_IDLE_MS);
}

function prefetch(): void {
  void import('./prefetch.ts').then(
    ({ prefetchVisible }) => prefetchVisible(CATALOGUE),
    () => undefined,
  );
}
