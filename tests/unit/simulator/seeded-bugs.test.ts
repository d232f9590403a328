import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import { changeText } from '../../simulator/mutation/change.ts';
import { runChanged } from '../../simulator/mutation/run-changed.ts';
import { SEEDED_BUGS } from '../../simulator/mutation/seeded-bugs.ts';

/** Histories in which a bug has to show. */
const SEEDS = 2000;
/** `npm test` looks for one of so many bugs; which ones they are, the commit says. */
const SHARE = 14;
const MINUTES = 60_000;

test('there are more than twenty seeded bugs, each in its own words', () => {
  expect(SEEDED_BUGS.length).toBeGreaterThan(20);
  expect(new Set(SEEDED_BUGS.map(({ name }) => name)).size).toBe(SEEDED_BUGS.length);
});

for (const [index, { name, and = [], ...first }] of SEEDED_BUGS.entries()) {
  const tags = index % SHARE === readCommitNumber() % SHARE ? [] : [FULL];
  test.concurrent(
    `the simulator finds that ${name}`,
    { timeout: 30 * MINUTES, tags },
    async ({ expect: expectHere }) => {
      const changes = [first, ...and].map(({ file, find, replace }) =>
        changeText(file, readFileSync(file, 'utf8'), find, replace),
      );
      const verdict = await runChanged(changes, { from: 1, seeds: SEEDS, steps: 8 });
      expectHere(verdict.kind).toBe('found');
    },
  );
}

/** 0 in a folder without a history. */
function readCommitNumber(): number {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=6', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(stdout, 16) || 0;
}
