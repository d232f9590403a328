import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { whenShown } from '../../../platform/client/when-shown.ts';
import { EMPTY_SEARCH_PATH } from '../keys.ts';

/** A visit counts, not its reload and not the way back to it. Nothing is sent for viewers who ask not to be followed. */
export function reportEmptySearch(query: string): void {
  if (navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
  const [visit] = performance.getEntriesByType('navigation');
  if (visit instanceof PerformanceNavigationTiming && visit.type !== 'navigate') return;
  whenShown(() => {
    const body = new Blob([JSON.stringify({ query })], { type: 'application/json' });
    navigator.sendBeacon(API_BASE + EMPTY_SEARCH_PATH, body);
  });
}
