import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ArtJob } from './art-jobs.ts';
import type { ArtShare, Drawn } from './art-worker.ts';

/**
 * Draws all jobs on all cores, those already in the folder excepted, and calls `progress` with the count so far.
 * Returns the key of each name; its PNG is `<folder>/<key>.png`. A key ends in the hash of its SVG, so the folder may be kept between runs.
 */
export async function drawArt(
  jobs: readonly ArtJob[],
  folder: string,
  progress: (done: number) => void,
): Promise<Map<string, string>> {
  mkdirSync(folder, { recursive: true });
  const keys = new Map<string, string>();
  const workers = Math.max(1, Math.min(availableParallelism(), 4));
  const shares = Array.from({ length: workers }, (_, index) => jobs.filter((_job, at) => at % workers === index));
  await Promise.all(
    shares.map((share) =>
      runShare({ jobs: share, folder }, ({ name, key }) => {
        keys.set(name, key);
        progress(keys.size);
      }),
    ),
  );
  return keys;
}

function runShare(share: ArtShare, drawn: (piece: Drawn) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('art-worker.ts', import.meta.url), { workerData: share });
    worker.on('message', drawn);
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`drawing stopped with code ${String(code)}`));
    });
  });
}
