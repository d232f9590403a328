/** Registers the service worker (spec 1.14) once the page is there, and says on it when there is no network. */
export function watchOffline(): void {
  const mark = () => document.documentElement.toggleAttribute('data-offline', !navigator.onLine);
  mark();
  addEventListener('online', mark);
  addEventListener('offline', mark);
  // A browser that keeps nothing for a site refuses; then there is no page without a network.
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
