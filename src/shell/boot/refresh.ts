import { isPublishedSince, parsePageTiming } from '../../platform/http/pages/page-timing.ts';

/**
 * Reloads a page of before a publication that has changed it (decision 142). Changes without one, as those of the
 * channels of home, reload nothing, and neither does a page in whose dialog somebody is.
 */
export async function refresh(): Promise<void> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const timings = entry?.serverTiming.map(({ name, description }) => `${name};desc="${description}"`) ?? [];
  const displayed = parsePageTiming(timings.join());
  if (!displayed) return;
  try {
    const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    const current = parsePageTiming(headers.get('server-timing') ?? '');
    if (current && isPublishedSince(displayed, current) && !document.querySelector('dialog[open]')) location.reload();
  } catch {
    // Without a network the page stays as it is.
  }
}
