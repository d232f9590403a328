import { followConnection } from '../../platform/client/connection.ts';

/** Spec 1.14. */
export function watchOffline(): void {
  const mark = (isOnline: boolean) => document.documentElement.toggleAttribute('data-offline', !isOnline);
  mark(navigator.onLine);
  followConnection(mark);
  // A private window may refuse.
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
