import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Report } from '../src/simulate.ts';

const TILL = fileURLToPath(new URL('till.ts', import.meta.url));

/** In a process of its own, whose clock and timers the simulator takes. */
async function simulateTill(kind: 'careless' | 'careful'): Promise<Report> {
  const { stdout } = await promisify(execFile)(process.execPath, [TILL, kind]);
  return JSON.parse(stdout) as Report;
}

test('a lost update is found, and shrunk to the two requests that it takes', async () => {
  const report = await simulateTill('careless');
  const [first] = report.failed;
  expect(first?.text).toContain('a full till:');
  expect(first?.text.match(/withdraws/g)).toHaveLength(2);
  expect(first?.text).toContain('✗');
  expect(first?.text).toContain(`till.ts --seed ${String(first?.seed)}`);
  expect(await simulateTill('careless')).toEqual(report);
});

test('a till that subtracts in one statement holds in every history', async () => {
  const { runs, settled, failed } = await simulateTill('careful');
  expect({ runs, settled, failed }).toEqual({ runs: 50, settled: 400, failed: [] });
});
