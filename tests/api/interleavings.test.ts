import { afterAll, beforeAll, expect, test } from 'vitest';
import { unstable_dev, type Unstable_DevWorker } from 'wrangler';
import { migrationStatements } from '../support/platform.ts';
import type { Task } from '../support/interleavings-worker.ts';

/** All of them take some minutes of one core; INTERLEAVINGS=200 is a quick look. */
const RUNS = Number(process.env['INTERLEAVINGS'] ?? 2000);
const MINUTES = 60_000;
/** Two cores shared by many must still do; a hanging worker ends each part long before. */
const ALL_MINUTES = 60;

let worker: Unstable_DevWorker;
beforeAll(async () => {
  process.env['WRANGLER_LOG'] ??= 'error';
  worker = await unstable_dev('tests/support/interleavings-worker.ts', {
    config: 'tests/support/interleavings.wrangler.toml',
    envFiles: ['/dev/null'],
    ip: '127.0.0.1',
    port: 0,
    persist: false,
    logLevel: 'error',
    experimental: { disableExperimentalWarning: true, disableDevRegistry: true, watch: false },
  });
}, 2 * MINUTES);
afterAll(() => worker.stop());

test(
  `${String(RUNS)} random interleavings of buying, paying, coming back, dying and reconciling keep the books`,
  async () => {
    const task: Task = { create: migrationStatements(), runs: RUNS, seed: Date.now() % 1_000_000_000 };
    const response = await worker.fetch('http://interleavings/', { method: 'POST', body: JSON.stringify(task) });
    expect(await response.text()).toBe('.'.repeat(RUNS));
  },
  ALL_MINUTES * MINUTES,
);
