export class OutageError extends Error {
  override name = 'OutageError';
}

export class DeadlineError extends OutageError {
  override name = 'DeadlineError';
}

/** Rejects with `DeadlineError` after `ms`. The work itself is not cancelled: pass it to `waitUntil` if it must end. */
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
