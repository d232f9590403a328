import { titleOfCache } from '../domain/saved-title.ts';

/** Takes out of this browser all that was kept to be watched: whoever signs out leaves nothing to the next. */
export async function forgetAllSaved(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => titleOfCache(name) !== null);
  await Promise.all(names.map((name) => caches.delete(name)));
}
