/** Generated music: the same for the same seed. It imports nothing of ingest. */

export const TUNE_RATE = 8000;

/** Numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two voices of plucked notes with an overtone, mono, between -1 and 1. */
export function makeTune(seed: number, seconds: number): Float32Array {
  const random = createRandom(seed);
  const tune = new Float32Array(seconds * TUNE_RATE);
  for (let voice = 0; voice < 2; voice += 1) {
    for (let start = 0; start < tune.length;) {
      const end = Math.min(tune.length, start + Math.ceil((0.15 + 0.5 * random()) * TUNE_RATE));
      const [step, level] = [(2 * Math.PI * 150 * 2 ** (4 * random())) / TUNE_RATE, 0.1 + 0.2 * random()];
      for (let at = start; at < end; at += 1) {
        const phase = (at - start) * step;
        const fade = level * Math.exp((-3 * (at - start)) / TUNE_RATE);
        tune[at] = (tune[at] ?? 0) + fade * (Math.sin(phase) + 0.5 * Math.sin(2 * phase));
      }
      start = end;
    }
  }
  return tune;
}

/** A copy of `sound` in which `part` replaces what is at `seconds`, with a level, and noise lies over all. */
export function insertPart(
  sound: Float32Array,
  part: Float32Array,
  { seconds, level = 1, noise = 0, seed = 1 }: { seconds: number; level?: number; noise?: number; seed?: number },
): Float32Array {
  const random = createRandom(seed);
  const copy = sound.slice();
  copy.set(
    part.map((value) => value * level),
    Math.round(seconds * TUNE_RATE),
  );
  return copy.map((value) => value + noise * (2 * random() - 1));
}
