/** Spec 1.14. These listeners last as long as the page, and each page sends them: followConnection would be 33 bytes more. */
export function watchOffline(): void {
  const mark = () => document.documentElement.toggleAttribute('data-offline', !navigator.onLine);
  mark();
  addEventListener('online', mark);
  addEventListener('offline', mark);
  // A private window may refuse.
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
