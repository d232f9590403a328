import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeText } from '../../simulator/mutation/change.ts';
import { runChanged } from '../../simulator/mutation/run-changed.ts';
import { SEEDED_BUGS } from '../../simulator/mutation/seeded-bugs.ts';

/** Histories in which a bug has to show. */
const SEEDS = 2000;
const MINUTES = 60_000;

test('there are more than twenty seeded bugs, each in its own words', () => {
  expect(SEEDED_BUGS.length).toBeGreaterThan(20);
  expect(new Set(SEEDED_BUGS.map(({ name }) => name)).size).toBe(SEEDED_BUGS.length);
});

test.concurrent.for(SEEDED_BUGS)(
  'the simulator finds that $name',
  { timeout: 30 * MINUTES },
  async ({ and = [], ...first }, { expect: expectHere }) => {
    const changes = [first, ...and].map(({ file, find, replace }) =>
      changeText(file, readFileSync(file, 'utf8'), find, replace),
    );
    const verdict = await runChanged(changes, { from: 1, seeds: SEEDS, steps: 8 });
    expectHere(verdict.kind).toBe('found');
  },
);
