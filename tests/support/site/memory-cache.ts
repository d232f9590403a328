/**
 * The edge's cache in memory. The one of getPlatformProxy keeps nothing, so it would prove nothing; as the real one,
 * this refuses what sets a cookie.
 */
export class MemoryCache {
  readonly kept = new Map<string, Response>();
  match(key: string): Promise<Response | undefined> {
    return Promise.resolve(this.kept.get(key)?.clone());
  }
  put(key: string, response: Response): Promise<void> {
    if (response.headers.has('set-cookie')) throw new Error('a response that sets a cookie was put into the cache');
    this.kept.set(key, response);
    return Promise.resolve();
  }
}
