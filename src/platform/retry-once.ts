/** Repeats idempotent work once if `isRetryable` takes its error; the second error is thrown. */
export async function retryOnce<T>(work: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return work();
  }
}
