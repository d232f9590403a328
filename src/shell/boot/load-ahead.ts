import { savesData } from '../../features/data-cost/data-saver.ts';
import { isKids } from '../../platform/client/kids.ts';
import { buildSpeculationRules } from './speculation-rules.ts';

/** Loads the next page ahead, except where data are saved, on 2G and 3G, and in kids mode. */
export function loadAhead(): void {
  if (savesData() || isKids()) return;
  if (!HTMLScriptElement.supports('speculationrules')) {
    // Spec 1.14.
    void import('./prefetch.ts').then(
      ({ watchIdle }) => watchIdle(),
      () => undefined,
    );
    return;
  }
  const text = buildSpeculationRules(matchMedia('(hover: hover)').matches);
  document.body.appendChild(Object.assign(document.createElement('script'), { type: 'speculationrules', text }));
}
