import { expect, test } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import { bundleWorker } from '../../../tools/lib/own-worker.ts';
import { migrationStatements } from '../../support/database/migration-statements.ts';
import type { Task } from '../../support/workers/interleavings-worker.ts';

/** All of them take some minutes of one core. */
const PARTS = [
  { runs: 100, tags: [] },
  { runs: 1900, tags: [FULL] },
];
/** A worker and its database live for so many: the books are read whole after each, and grow. */
const RUNS_PER_WORKER = 100;
const MINUTES = 60_000;
/** Two cores shared by many must still do. */
const ALL_MINUTES = 60;

for (const { runs, tags } of PARTS)
  test(
    `${String(runs)} random interleavings of buying, paying, coming back, dying and reconciling keep the books`,
    { timeout: ALL_MINUTES * MINUTES, tags },
    async () => {
      const start = await bundleWorker('tests/support/workers/interleavings.wrangler.toml');
      const seed = Date.now() % 1_000_000_000;
      for (let part = 0; part < runs / RUNS_PER_WORKER; part += 1) {
        const task = { create: migrationStatements(), runs: RUNS_PER_WORKER, seed: seed + part };
        expect(await runTask(start, task)).toBe('');
      }
    },
  );

/** Runs a task in a new worker with a new database. */
async function runTask(start: Awaited<ReturnType<typeof bundleWorker>>, task: Task): Promise<string> {
  const worker = await start();
  try {
    const response = await fetch(worker.origin, { method: 'POST', body: JSON.stringify(task) });
    return await response.text();
  } finally {
    await worker.stop();
  }
}
