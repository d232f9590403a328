// @module-tag full
import { run } from '../../../tools/lib/processes.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

const attack = (address: string) =>
  run('node', ['--disable-warning=ExperimentalWarning', 'tools/attack/attack.ts', address]);

test('the build holds against every attack of npm run attack', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const { code, output } = await attack(baseURL ?? '');
  expect(output).not.toContain('FELL');
  expect(code, output).toBe(0);
  expect(output.match(/^held/gm)?.length).toBeGreaterThanOrEqual(10);
});

test('the attacks are for a machine of one’s own', async () => {
  const { code, output } = await attack('https://pardeh.example');
  expect([code === 0, output.includes('--own pardeh.example'), output.includes('requests')]).toEqual([
    false,
    true,
    false,
  ]);
});
