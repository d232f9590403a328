import { getCaches } from './get-caches.ts';
import { clearRecords, deleteRecord } from './saved-records.ts';

export const SAVED_CACHE_PREFIX = 'saved-';

export async function deleteSavedCache(name: string): Promise<void> {
  await deleteRecord(name).catch(() => undefined);
  await getCaches()
    ?.delete(name)
    .catch(() => false);
}

export async function forgetAllSaved(): Promise<void> {
  await clearRecords().catch(() => undefined);
  const names =
    (await getCaches()
      ?.keys()
      .catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(SAVED_CACHE_PREFIX)).map(deleteSavedCache));
}
