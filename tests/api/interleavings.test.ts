import { expect, test } from 'vitest';
import { unstable_dev } from 'wrangler';
import { migrationStatements } from '../support/platform.ts';
import type { Task } from '../support/interleavings-worker.ts';

/** All of them take some minutes of one core; INTERLEAVINGS=200 is a quick look. */
const RUNS = Number(process.env['INTERLEAVINGS'] ?? 2000);
/** A worker and its database live for so many: the books are read whole after each, and grow. */
const RUNS_PER_WORKER = 200;
const MINUTES = 60_000;
/** Two cores shared by many must still do. */
const ALL_MINUTES = 60;

test(
  `${String(RUNS)} random interleavings of buying, paying, coming back, dying and reconciling keep the books`,
  async () => {
    const seed = Date.now() % 1_000_000_000;
    for (let part = 0; part < RUNS / RUNS_PER_WORKER; part += 1) {
      expect(await inWorkerd({ create: migrationStatements(), runs: RUNS_PER_WORKER, seed: seed + part })).toBe('');
    }
  },
  ALL_MINUTES * MINUTES,
);

/** What a new worker with a new database says of a task. */
async function inWorkerd(task: Task): Promise<string> {
  const worker = await unstable_dev('tests/support/interleavings-worker.ts', {
    config: 'tests/support/interleavings.wrangler.toml',
    envFiles: ['/dev/null'],
    ip: '127.0.0.1',
    port: 0,
    persist: false,
    logLevel: 'error',
    experimental: { disableExperimentalWarning: true, disableDevRegistry: true, watch: false },
  });
  try {
    const response = await worker.fetch('http://interleavings/', { method: 'POST', body: JSON.stringify(task) });
    return await response.text();
  } finally {
    await worker.stop();
  }
}
