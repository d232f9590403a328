/** A part that an answer needs failed: worth another try. */
export class OutageError extends Error {
  override name = 'OutageError';
}

/** A part did not answer in time; what it did meanwhile is not known. */
export class DeadlineError extends OutageError {
  override name = 'DeadlineError';
}

/**
 * What `work` resolves to, or a `DeadlineError` after `ms` milliseconds. The work itself goes on; whoever needs its end
 * hands it to `waitUntil`.
 * @param part for the log: which part was too slow
 */
export async function withDeadline<T>(work: Promise<T>, ms: number, part: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`${part}: no answer within ${String(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
