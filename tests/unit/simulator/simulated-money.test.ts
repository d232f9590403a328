import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';

/** Seeds of the histories; more on demand: npm run simulate -- --seeds 200000 --workers 2. */
const PARTS = [
  { from: 1, seeds: 500, tags: [] },
  { from: 501, seeds: 9500, tags: [FULL] },
];
/** Two cores shared by many must still do. */
const MINUTES = 60_000;
const ALL_MINUTES = 60;

/** Of 500 histories: acts that are compared with their previews, and what at least so many of these name. */
const MIN_COMPARED = {
  ...{ '/operator/refunds': 100, '/operator/refunds/undo': 30, '/operator/corrections': 60 },
  ...{ '/operator/gift-batches': 25, '/operator/debits': 15 },
  ...{ purchases: 50, cards: 12, days: 30, pauses: 4 },
};

const run = promisify(execFile);

for (const { from, seeds, tags } of PARTS)
  test(
    `${String(seeds)} simulated histories of visitors, banks, crashes and the cron keep every toman`,
    { timeout: ALL_MINUTES * MINUTES, tags },
    async () => {
      const args = ['tools/simulator/simulate.ts', `--seed=${String(from)}`, `--seeds=${String(seeds)}`];
      // A failure is in the output with its shortest trace.
      const output = await run(process.execPath, args, { maxBuffer: 1e9 }).then(
        ({ stdout }) => stdout,
        (error: unknown) => (error as { stdout: string }).stdout,
      );
      expect(output).toContain(`${String(seeds)} seeds,`);
      expect(output).toContain(' 0 failed');
      expect(output).not.toContain('✗');
      const compared = readCounts(output);
      for (const [name, minimum] of Object.entries(MIN_COMPARED)) {
        expect(compared[name] ?? 0, `${name} compared with previews`).toBeGreaterThanOrEqual((minimum * seeds) / 500);
      }
    },
  );

function readCounts(output: string): Record<string, number> {
  const [, text = '{}'] = /^compared with previews: (.*)$/m.exec(output) ?? [];
  return JSON.parse(text) as Record<string, number>;
}
