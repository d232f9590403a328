import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** The simulator's output, without its duration; in a process of its own, whose clock it takes. */
async function simulate(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['tools/simulator/simulate.ts', ...args], { maxBuffer: 1e9 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.replace(/; [\d.]+ s, .*/, '');
}

test('a seed is the same history each time, down to the statement', async () => {
  const args = ['--seed=3', '--seeds=10', '--trace'];
  const [first, second] = await Promise.all([simulate(...args), simulate(...args)]);
  expect(first.split('\n').length).toBeGreaterThan(200);
  expect(second).toBe(first);
});
