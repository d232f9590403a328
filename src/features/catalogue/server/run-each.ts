/** Of an act of many; a Worker opens at most six connections at a time. */
const MAX_AT_ONCE = 6;

/** Runs an act for each id, in groups. Throws the first failure, after the other acts of its group have ended. */
export async function runEach<T>(ids: readonly number[], run: (id: number) => Promise<T>): Promise<Map<number, T>> {
  const results = new Map<number, T>();
  for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
    const group = ids.slice(from, from + MAX_AT_ONCE);
    const ends = await Promise.allSettled(
      group.map(async (id) => {
        results.set(id, await run(id));
      }),
    );
    const failure = ends.find((one) => one.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }
  return results;
}
