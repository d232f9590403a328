import { isEnding, stopChildrenOnExit } from '../lib/processes.ts';
import { generate } from '../lib/generate.ts';
import { seed } from '../lib/local-state.ts';
import { scratchFolder } from '../lib/scratch.ts';
import { SEEDED } from '../lib/test-server.ts';
import { isBrowserTest, parseNamedTest } from '../../tests/site-bugs/named-test.ts';
import type { SiteBug } from '../../tests/site-bugs/site-bug.ts';
import { SITE_BUGS } from '../../tests/site-bugs/site-bugs.ts';
import { runNamedTests, runPlaywright, runVitest, type Result, type TestSet } from './run-named-tests.ts';
import { copyCheckout, seedBug } from './site-copy.ts';

interface Options {
  /** Only bugs whose file or name holds this text. */
  only: string;
  /** The sets to run, one after the other, until one finds the bug. */
  sets: readonly TestSet[];
  jobs: number;
}

type Fate = TestSet | 'survived' | 'broken';

/** Puts the bugs of the list into copies of the checkout, and prints which set of tests finds each. */
export async function mutateSite({ only, sets, jobs }: Options): Promise<void> {
  const bugs = chooseBugs(only);
  const queue = [...bugs];
  const fates: { bug: SiteBug; fate: Fate }[] = [];
  await prepare(bugs);
  const work = async (folder: string) => {
    for (let bug = queue.shift(); bug && !isEnding(); bug = queue.shift()) {
      const { fate, detail } = await decide(folder, bug, sets);
      fates.push({ bug, fate });
      console.log(`${String(fates.length)}/${String(bugs.length)} ${fate.padEnd(9)} ${bug.file}  ${bug.name}${detail}`);
    }
  };
  await Promise.all((await copyCheckouts(Math.min(jobs, bugs.length))).map(work));
  conclude(fates);
}

/** Requires that all tests of the list pass without a bug. */
export async function verifySite({ only, sets }: Options): Promise<void> {
  const bugs = chooseBugs(only);
  await prepare(bugs);
  const [folder = ''] = await copyCheckouts(1);
  const tests = bugs.flatMap((bug) => bug.tests.map(parseNamedTest));
  const browserTests = tests.filter(isBrowserTest);
  const set = sets.at(-1) ?? 'all';
  const results = [
    await runVitest(
      folder,
      tests.filter((test) => !isBrowserTest(test)),
      set,
    ),
    ...(browserTests.length === 0 ? [] : [await runPlaywright(folder, browserTests, set)]),
  ];
  for (const result of results) if (result.kind !== 'passed') throw new Error(`without a bug: ${describe(result)}`);
  console.log(`All tests of ${String(bugs.length)} bugs pass without a bug.`);
}

function chooseBugs(only: string): SiteBug[] {
  return SITE_BUGS.filter(({ file, name }) => `${file} ${name}`.includes(only));
}

/** Generates and seeds in the checkout, once for all copies. */
async function prepare(bugs: readonly SiteBug[]): Promise<void> {
  stopChildrenOnExit();
  process.env['TMPDIR'] = scratchFolder();
  await generate();
  if (bugs.some(({ tests }) => tests.map(parseNamedTest).some(isBrowserTest))) await seed(SEEDED);
}

async function copyCheckouts(count: number): Promise<string[]> {
  const folders: string[] = [];
  for (let at = 1; at <= count; at += 1) folders.push(await copyCheckout(String(at)));
  return folders;
}

async function decide(folder: string, bug: SiteBug, sets: readonly TestSet[]): Promise<{ fate: Fate; detail: string }> {
  const takeOut = seedBug(folder, bug);
  try {
    for (const set of sets) {
      const result = await runNamedTests(folder, bug.tests.map(parseNamedTest), set);
      if (result.kind === 'failed') return { fate: set, detail: describe(result) };
      if (result.kind === 'broken') return { fate: 'broken', detail: describe(result) };
    }
    return { fate: 'survived', detail: '' };
  } finally {
    takeOut();
  }
}

function describe(result: Result): string {
  if (result.kind === 'passed') return '';
  return `\n    ${(result.kind === 'failed' ? result.by : result.text).replace(/\s+/g, ' ').slice(0, 300)}`;
}

function conclude(fates: readonly { fate: Fate }[]): void {
  const count = (fate: Fate) => fates.filter((one) => one.fate === fate).length;
  const [byChief, byRest, survived] = [count('chief'), count('all'), count('survived')];
  console.log(
    `Site: ${String(byChief + byRest)} of ${String(fates.length)} bugs found (${String(byChief)} by the chief set, ` +
      `${String(byRest)} by all tests alone, ${String(survived)} survived, ${String(count('broken'))} do not run)`,
  );
  if (byChief + byRest < fates.length) process.exitCode = 1;
}
