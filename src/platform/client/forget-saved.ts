import { clearRecords, deleteRecord } from './saved-records.ts';

export const SAVED_CACHE_PREFIX = 'saved-';

export async function deleteSavedCache(name: string): Promise<void> {
  await deleteRecord(name).catch(() => undefined);
  await caches.delete(name);
}

export async function forgetAllSaved(): Promise<void> {
  if (!('caches' in globalThis)) return;
  await clearRecords().catch(() => undefined);
  const names = (await caches.keys()).filter((name) => name.startsWith(SAVED_CACHE_PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}
