/** A browser's copy of an older build's page may link to parts that are gone everywhere (decision 080). */
export function reloadWithoutParts(): void {
  addEventListener('DOMContentLoaded', () => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigator.onLine && visit?.type !== 'reload' && hasLostParts()) location.reload();
  });
}

function hasLostParts(): boolean {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[href^="/parts/"]')];
  return (
    sheets.some(({ sheet }) => !sheet?.cssRules.length) || document.querySelector('astro-island:not(:defined)') !== null
  );
}
