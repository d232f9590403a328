/**
 * Does it again where the connection was lost: on a busy machine workerd closes one that waited, just as the next
 * request takes it. For what may be done twice. Every other error, and a second such, passes through.
 */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TypeError && cause.message === 'fetch failed') return work();
    throw cause;
  }
}
