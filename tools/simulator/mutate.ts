// npm run mutate -- --area ledger [--only text] [--every 1] [--seeds 250] [--jobs 2]: puts one mistake after the other into
// the area's code, and counts how many its tests find, and the simulator where --seeds says how long it may search. Prints
// each with its fate. Areas: ledger, callback, discount, signing.
// npm run mutate -- --site [--only text] [--set chief|all] [--jobs 2] [--verify]: puts the bugs of tests/site-bugs into
// copies of the checkout, and counts how many the tests find that each names; without --set the chief set first, then
// all. --verify runs all those tests without a bug.
import { parseArgs } from 'node:util';
import { AREAS, listMutants, type Area } from '../../tests/simulator/mutation/areas.ts';
import { openJudge, type Judge } from '../../tests/simulator/mutation/open-judge.ts';
import type { Mutant } from '../../tests/simulator/mutation/mutants.ts';
import { runChanged } from '../../tests/simulator/mutation/run-changed.ts';
import { mutateSite, verifySite } from './mutate-site.ts';
import { TEST_SETS } from './run-named-tests.ts';

const STEPS = 8;

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: 'ledger' },
    site: { type: 'boolean', default: false },
    set: { type: 'string' },
    verify: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    /** Of all mutants, each so-manyth: a sample. */
    every: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    /** Histories of the simulator for each that the tests leave. */
    seeds: { type: 'string', default: '0' },
  },
});

type Fate = 'simulator' | 'tests' | 'broken' | 'survived';
const fates: { mutant: Mutant; fate: Fate }[] = [];
const jobs = Number(values.jobs);
const seeds = Number(values.seeds);

if (values.site) await runSite();
else await mutateArea();

async function runSite(): Promise<void> {
  const sets = values.set === undefined ? TEST_SETS : TEST_SETS.filter((set) => set === values.set);
  if (sets.length === 0) throw new Error(`--set is one of ${TEST_SETS.join(', ')}`);
  const options = { only: values.only, sets, jobs };
  await (values.verify ? verifySite(options) : mutateSite(options));
}

async function mutateArea(): Promise<void> {
  const area = AREAS[values.area];
  if (!area) throw new Error(`--area is one of ${Object.keys(AREAS).join(', ')}`);
  const queue = listMutants(area)
    .filter(({ file, what }) => `${file} ${what}`.includes(values.only))
    .filter((_, at) => at % Number(values.every) === 0);
  const total = queue.length;
  await Promise.all(Array.from({ length: jobs }, () => work(area, queue, total)));
  conclude();
}

async function work({ sources, tests }: Area, queue: Mutant[], total: number): Promise<void> {
  const judge = openJudge();
  // Tests that fail without a mistake would find every one.
  const nothing = { file: sources[0] ?? '', start: 0, end: 0, text: '' };
  const { failure } = await judge.judgeCase({ changes: [nothing], tests });
  if (failure !== null) throw new Error(`the tests of this area fail without a mutant: ${failure}`);
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const fate = await decide(judge, tests, mutant);
    fates.push({ mutant, fate });
    const { file, line, what } = mutant;
    console.log(`${String(fates.length)}/${String(total)} ${fate.padEnd(9)} ${file}:${String(line)}  ${what}`);
  }
  judge.close();
}

async function decide(judge: Judge, tests: readonly string[], mutant: Mutant): Promise<Fate> {
  const { failure } = await judge.judgeCase({ changes: [mutant], tests });
  if (failure !== null) return isNoProgram(failure) ? 'broken' : 'tests';
  if (seeds === 0) return 'survived';
  const { kind } = await runChanged([mutant], { from: 1, seeds, steps: STEPS });
  return kind === 'found' ? 'simulator' : kind;
}

/** True if the changed code does not run at all, which shows nothing. */
function isNoProgram(failure: string): boolean {
  return /SyntaxError|syntax error|no such column|ambiguous column|wrong number of arguments|misuse of/.test(failure);
}

function conclude(): void {
  const count = (fate: Fate) => fates.filter((one) => one.fate === fate).length;
  const [bySimulator, byTests, survived] = [count('simulator'), count('tests'), count('survived')];
  const valid = bySimulator + byTests + survived;
  const score = ((100 * (bySimulator + byTests)) / Math.max(1, valid)).toFixed(1);
  console.log(
    `${values.area}: ${score} % of ${String(valid)} mutants found (${String(bySimulator)} by the simulator, ` +
      `${String(byTests)} by tests, ${String(survived)} survived, ${String(count('broken'))} do not run)`,
  );
}
