// npm test: checks, unit and API tests, and the chief browser tests on the production build; it needs Node alone.
// npm run test:all: these and the rest, which needs the programs of `npm run install:system`. API tests use the Node
// host's bindings, which answer in a third of the time; some of ten rooms use workerd's besides, as the browser tests
// do, whose chief journeys are repeated on the Node host. npm test -- --changed: the chief tests of what changed.
// PARDEH_HOST=node: all API tests and the chief journeys on that host alone. A failed step hides no other.
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildForNode, buildIfNeeded } from '../tools/lib/build.ts';
import { ensureChromium } from '../tools/lib/chromium.ts';
import { generate } from '../tools/lib/generate.ts';
import { seed } from '../tools/lib/local-state.ts';
import { isEnding, start, stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, describeError, formatSeconds } from '../tools/lib/progress.ts';
import { scratchFolder } from '../tools/lib/scratch.ts';
import { hidePrograms, requirePrograms } from '../tools/lib/system.ts';
import { seedData, startNodeTestServer } from '../tools/node-server/test-server.ts';
import {
  countChecks,
  countPlaywright,
  countVitest,
  summary,
  readSummary,
  type Step,
  type Tally,
  type VitestReport,
} from '../tools/test-report/summary.ts';
import { SEEDED, startTestServer } from '../tools/lib/test-server.ts';
import { listChanges } from '../tools/lib/changed-files.ts';
import { selectChangedTests } from '../tools/lib/changed-tests.ts';
import { readTestGraph } from '../tools/lib/test-graph.ts';
import { listTestFiles, readTestSet } from '../tools/lib/test-sets.ts';

const CHECK_REPORT = '.cache/check.json';
const VITEST = ['run', '--reporter=default', '--reporter=json'];
/**
 * On both hosts: of each room that signs in, pays, plays, keeps a place, downloads or searches the files without which
 * D1 would not meet a statement or a refusal of that room (docs/hosts.md), all that asks a Durable Object, and of the
 * desk's catalogue and front those with batches.
 */
const API_ON_BOTH = [
  '--project',
  'api',
  ...[
    ...['accounts/account', 'accounts/auth', 'accounts/step-up', 'checkout/', 'direct-debit/debit-mandates'],
    ...['direct-debit/debit-renewal', 'direct-debit/resolve-debit', 'downloads/download-files'],
    ...['payments/bank-references', 'payments/exactly-once', 'payments/reconcile', 'payments/refunds'],
    ...[
      'payments/settlement',
      'paywall/round-trips',
      'playback/encryption',
      'playback/hidden-media',
      'playback/trailer',
      'progress/',
      'subscription/',
    ],
    ...['compensation/', 'operator/approvals', 'operator/close-day', 'operator/desk.test', 'operator/figures'],
    ...['catalogue/publish-due', 'front/front.test'],
    ...['operator/renewals', 'scripts/desk-owner', 'staff/staff', 'staff/trail', 'staff/valid-input'],
    ...['search/search.test', 'search/search-sentences', 'titles/browse', 'titles/catalogue', 'titles/hidden'],
  ].map((name) => `tests/api/${name}`),
];
/** All projects of Playwright but that of the tests that wait. */
const BUSY = ['without-pictures', 'working'].flatMap((project) => ['--project', project]);
/** The tests that `npm test` leaves out. */
const restOfTests = { PARDEH_TESTS: 'rest' };
const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
});
const isNode = process.env['PARDEH_HOST'] === 'node';
const rows: Step[] = [];

stopChildrenOnExit();
await command(async () => {
  if (values.all || isNode) requirePrograms();
  const scratch = scratchFolder();
  process.env['TMPDIR'] = scratch;
  // Hundreds of short processes of Node load the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= join(scratch, 'node');
  mkdirSync('.cache', { recursive: true });
  await ensureChromium();
  // Lint has one processor for as long as all else, the unit and API tests included, takes on the other.
  const beginChecks = () => step('checks', runChecks);
  if (isNode) {
    await prepare([buildForNode, seedData]);
    await Promise.all([beginChecks(), step('unit, API', (name) => runVitest(name))]);
    await step('Node host', (name) => runNodeHost(name, scratch));
  } else {
    const { vitest, playwright } = values.changed ? listChanged() : { vitest: [], playwright: [] };
    const chief = { PARDEH_TESTS: 'chief', ...hidePrograms(scratch) };
    const chiefApi = { ...chief, PARDEH_HOST: 'node' };
    const [hasApi, hasBrowser] = [vitest, playwright].map((files) => !values.changed || files.length > 0);
    const runApi = () => step('unit, API', (name) => runVitest(name, chiefApi, vitest));
    await prepare(hasBrowser ? [buildIfNeeded, () => seed(SEEDED)] : []);
    const server = hasBrowser ? startTestServer({ folder: scratch }) : null;
    // A server that did not start is the failure of each browser step.
    server?.catch(() => undefined);
    const browse = async (name: string, env: Record<string, string>, args: string[]) =>
      runPlaywright(name, (await server)?.url ?? '', env, args);
    // The tests that mostly wait take as long as half of the rest, and leave it the processors.
    const waiting = values.all ? runWaiting(browse) : undefined;
    await Promise.all([beginChecks(), ...(hasApi ? [runApi()] : [])]);
    if (hasBrowser) await step('browser', (name) => browse(name, chief, playwright));
    if (values.all) await runRest(browse);
    await waiting;
    const running = await server?.catch(() => undefined);
    if (running) await step('statements', (name) => Promise.resolve(countRefusals(name, running.refusals)));
    await running?.stop().catch(() => undefined);
    // On the port that the other had.
    if (values.all) await step('Node host', (name) => runNodeHost(name, scratch));
  }
  console.log(`\n${summary(rows)}`);
  if (rows.some((row) => row.failed > 0)) process.exitCode = 1;
});

/** A build writes the texts that checks and tests read, so they wait for it. The step that needs it repeats what fails. */
async function prepare(parts: (() => Promise<unknown>)[]): Promise<void> {
  await generate().catch(() => undefined);
  await Promise.allSettled(parts.map((begin) => begin()));
}

async function runChecks(): Promise<Tally> {
  await show('node', ['scripts/check.ts', `--json=${CHECK_REPORT}`], CHECK_REPORT);
  return readSummary('checks', CHECK_REPORT, countChecks);
}

/** The chief tests of what differs from the commit where the branch began, or from the last one. */
function listChanged(): { vitest: string[]; playwright: string[] } {
  const { vitest, playwright, everywhere } = selectChangedTests(listChanges(), readTestGraph());
  if (everywhere.length > 0) console.log(`May reach every test: ${everywhere.join(', ')}`);
  const ofSet = new Set(listTestFiles('{tests,packages/*/tests}/**/*.{test,spec}.ts', 'chief'));
  const tests = {
    vitest: vitest.filter((file) => ofSet.has(file)),
    playwright: playwright.filter((file) => ofSet.has(file)),
  };
  console.log(
    `Of what changed: ${String(tests.vitest.length + tests.playwright.length)} of ${String(ofSet.size)} files of tests`,
  );
  return tests;
}

type Browse = (name: string, env: Record<string, string>, args: string[]) => Promise<Tally>;

async function runWaiting(browse: Browse): Promise<void> {
  await step('waiting', (name) => browse(name, restOfTests, ['--project', 'waiting']));
  // One worker: a workerd of a second one would slow the tests beside it that watch a clock.
  await step('API, workerd', (name) => runVitest(name, {}, [...API_ON_BOTH, '--maxWorkers=1']));
}

async function runRest(browse: Browse): Promise<void> {
  // For the last step, which repeats the one that fails.
  const prepared = Promise.allSettled([seedData(), buildForNode()]);
  await step('more API', (name) => runVitest(name, { ...restOfTests, PARDEH_HOST: 'node' }));
  // The worker of the tests that wait is free by then.
  await step('more browser', (name) => browse(name, restOfTests, [...BUSY, '--workers', '4']));
  await prepared;
}

async function runVitest(name: string, env: Record<string, string> = {}, args: string[] = []): Promise<Tally> {
  await generate();
  const report = `.cache/${nameRun('vitest', name)}.json`;
  const code = await show('vitest', [...VITEST, `--outputFile.json=${report}`, ...args], report, env);
  const count = (result: VitestReport) => countVitest(result, readTestSet(env));
  return countExit(code, readSummary(name, report, count));
}

async function runNodeHost(name: string, scratch: string): Promise<Tally> {
  const server = await startNodeTestServer({ folder: scratch });
  try {
    return await runPlaywright(name, server.url, { PARDEH_HOST: 'node' }, []);
  } finally {
    await server.stop();
  }
}

async function runPlaywright(name: string, url: string, env: Record<string, string>, args: string[]): Promise<Tally> {
  const run = nameRun('playwright', name);
  const report = `.cache/${run}.json`;
  const code = await show('playwright', ['test', ...args], report, { ...env, PARDEH_URL: url, PARDEH_RUN: run });
  return countExit(code, readSummary(name, report, countPlaywright));
}

/** A statement that the database does not take is a mistake of ours, also where the page went without its answer. */
function countRefusals(name: string, refusals: readonly string[]): Tally {
  const failures = [...new Set(refusals)];
  return { name, passed: failures.length === 0 ? 1 : 0, failed: failures.length, failures };
}

/** Steps beside each other keep their reports apart. */
function nameRun(tool: string, step: string): string {
  return `${tool}-${step.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
}

/** Runs one step and keeps its counts and time; an error in it is one failure. */
async function step(name: string, work: (name: string) => Promise<Tally>): Promise<void> {
  if (isEnding()) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const processors = readProcessors();
  let counts: Tally = { name, passed: 0, failed: 1, failures: [] };
  try {
    counts = await work(name);
  } catch (error) {
    if (isEnding()) return;
    console.error(describeError(error));
    counts.failures.push(String(describeError(error)));
  }
  const [used = 0, all = 0] = readProcessors().map((now, index) => now - (processors[index] ?? 0));
  const busy = `${String(Math.round((100 * used) / Math.max(1, all)))} %`;
  rows.push({ ...counts, time: formatSeconds(Date.now() - started), busy });
}

/** Milliseconds since the machine began: of its processors in use, and of all that they had. */
function readProcessors(): [used: number, all: number] {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return [all - times.reduce((sum, { idle }) => sum + idle, 0), all];
}

/** Runs a tool with its output shown, after removing the report of an earlier run. */
async function show(program: string, args: string[], report: string, env: Record<string, string> = {}) {
  rmSync(report, { force: true });
  return start(program, args, { inherit: true, env }).ended;
}

/** A tool that failed although its tests passed, by an unhandled error for example, is one failure. */
function countExit(code: number, counts: Tally): Tally {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [`exit code ${String(code)}`] } : counts;
}
