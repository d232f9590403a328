import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** SIMULATED=200 is a quick look; more on demand: npm run simulate -- --seeds 200000 --workers 2. */
const SEEDS = Number(process.env['SIMULATED'] ?? 10_000);
/** Two cores shared by many must still do. */
const MINUTES = 60_000;
const ALL_MINUTES = 60;

const run = promisify(execFile);

test(
  `${String(SEEDS)} simulated histories of visitors, banks, crashes and the cron keep every toman`,
  async () => {
    const args = ['tools/simulator/simulate.ts', `--seeds=${String(SEEDS)}`];
    // A failure is in the output with its shortest trace.
    const output = await run(process.execPath, args, { maxBuffer: 1e9 }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    expect(output).toContain(`${String(SEEDS)} seeds,`);
    expect(output).toContain(' 0 failed');
    expect(output).not.toContain('✗');
  },
  ALL_MINUTES * MINUTES,
);
