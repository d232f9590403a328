/** How many go at the same moment: more sockets than this, and a busy machine closes some. */
const WAVE = 20;

/** Does the same so many times, twenty at the same moment; the results in order. */
export async function inWaves<T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < count; from += WAVE) {
    const wave = Array.from({ length: Math.min(WAVE, count - from) }, (_, at) => act(from + at));
    results.push(...(await Promise.all(wave)));
  }
  return results;
}
