/** Null where the browser has no Cache API, or refuses it (blocked storage). Its methods may refuse, too. */
export function getCaches(): CacheStorage | null {
  try {
    return 'caches' in globalThis ? caches : null;
  } catch {
    return null;
  }
}
