/** A browser's copy of a page of the build before may link to parts that both the browser and the server have no more
 * (decision 080). Asked for anew, the page has its texts. A page that was just reloaded is not reloaded again. */
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
