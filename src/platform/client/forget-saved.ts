/** How the caches begin that hold a title kept to be watched; features/offline/saved-title.ts names them. */
export const SAVED_CACHE_PREFIX = 'saved-';

/** Deletes every title that this browser keeps: a visitor who signs out leaves nothing to the next one. */
export async function forgetAllSaved(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(SAVED_CACHE_PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}
