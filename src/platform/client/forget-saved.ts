export const SAVED_CACHE_PREFIX = 'saved-';

export async function forgetAllSaved(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(SAVED_CACHE_PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}
