/** Repeats idempotent work once after a lost connection: a busy workerd may close one that the next request takes. */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TypeError && cause.message === 'fetch failed') return work();
    throw cause;
  }
}
