// npm test: checks, unit and API tests, and the chief browser tests on the production build; it needs Node alone.
// npm run test:all: these and then the rest, which needs the programs of `npm run install:system`. API tests use the Node
// host's bindings, which answer in a third of the time; those of ten features use workerd's besides, as the browser
// tests do, whose chief journeys are repeated on the Node host. npm test -- --changed: the chief tests of what changed. PARDEH_HOST=node: all API tests and the chief
// journeys on that host alone. A failed step hides no other.
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../tools/lib/chromium.ts';
import { generate } from '../tools/lib/generate.ts';
import { seed } from '../tools/lib/local-state.ts';
import { isEnding, start, stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, describeError, formatSeconds } from '../tools/lib/progress.ts';
import { scratchFolder } from '../tools/lib/scratch.ts';
import { hidePrograms, requirePrograms } from '../tools/lib/system.ts';
import { startNodeTestServer } from '../tools/node-server/test-server.ts';
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
import type { Server } from '../tools/lib/serve.ts';
import { SEEDED, startTestServer } from '../tools/lib/test-server.ts';
import { listChanges } from '../tools/lib/changed-files.ts';
import { selectChangedTests } from '../tools/lib/changed-tests.ts';
import { readTestGraph } from '../tools/lib/test-graph.ts';
import { listTestFiles, readTestSet } from '../tools/lib/test-sets.ts';

const CHECK_REPORT = '.cache/check.json';
const VITEST = ['run', '--reporter=default', '--reporter=json'];
/** On both hosts: what reads and searches the catalogue, and what signs in, pays, plays, keeps a place and downloads. */
const API_ON_BOTH = [
  '--project',
  'api',
  ...[
    'accounts',
    'checkout',
    'direct-debit',
    'downloads',
    'payments',
    'playback',
    'progress',
    'paywall',
    'subscription',
    // The other two count how many names a query finds, which is the same on every host.
    'search/search.test',
    'search/search-queries',
    'search/search-sentences',
    'titles',
  ].map((name) => `tests/api/${name}`),
];
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
  await step('checks', runChecks);
  if (isNode) {
    await step('unit, API', (name) => runVitest(name));
    await step('Node host', (name) => runBrowser(name, () => startNodeTestServer({ folder: scratch }), {}));
  } else {
    const { vitest, playwright } = values.changed ? listChanged() : { vitest: [], playwright: [] };
    const serve = () => startTestServer({ folder: scratch });
    const chief = { PARDEH_TESTS: 'chief', ...hidePrograms(scratch) };
    const chiefApi = { ...chief, PARDEH_HOST: 'node' };
    if (!values.changed || vitest.length > 0) await step('unit, API', (name) => runVitest(name, chiefApi, vitest));
    if (!values.changed || playwright.length > 0)
      await step('browser', (name) => runBrowser(name, serve, chief, playwright));
    if (values.all) await runRest(scratch, serve);
  }
  console.log(`\n${summary(rows)}`);
  if (rows.some((row) => row.failed > 0)) process.exitCode = 1;
});

async function runChecks(): Promise<Tally> {
  // The checks leave a core idle at times. The browser's step seeds again what fails here, and reports it.
  const early = seed(SEEDED).catch(() => undefined);
  await show('node', ['scripts/check.ts', `--json=${CHECK_REPORT}`], CHECK_REPORT);
  await early;
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

/** The tests that `npm test` leaves out. */
async function runRest(scratch: string, serve: () => Promise<Server>): Promise<void> {
  const [rest, onNode] = [{ PARDEH_TESTS: 'rest' }, { PARDEH_HOST: 'node' }];
  const serveNode = () => startNodeTestServer({ folder: scratch });
  const server = serve();
  const [waiting, working] = ['waiting', 'working'].map((project) => ['--project', project]);
  const moreBrowser = async (name: string, args: string[] = []) => runPlaywright(name, (await server).url, rest, args);
  const runWorking = async () => {
    await step('more API', (name) => runVitest(name, { ...rest, ...onNode }));
    await step('more browser', (name) => moreBrowser(name, working));
  };
  // The tests that mostly wait take as long as all the rest together, and leave it the processors.
  await Promise.all([step('waiting', (name) => moreBrowser(name, waiting)), runWorking()]);
  // A server that did not start is the failure of both browser steps.
  await server.then(async (running) => running.stop()).catch(() => undefined);
  await step('API, workerd', (name) => runVitest(name, {}, API_ON_BOTH));
  await step('Node host', (name) => runBrowser(name, serveNode, onNode));
}

async function runVitest(name: string, env: Record<string, string> = {}, args: string[] = []): Promise<Tally> {
  await generate();
  const report = `.cache/${nameRun('vitest', name)}.json`;
  const code = await show('vitest', [...VITEST, `--outputFile.json=${report}`, ...args], report, env);
  const count = (result: VitestReport) => countVitest(result, readTestSet(env));
  return countExit(code, readSummary(name, report, count));
}

async function runBrowser(
  name: string,
  serve: () => Promise<Server>,
  env: Record<string, string>,
  files: string[] = [],
): Promise<Tally> {
  const server = await serve();
  try {
    return await runPlaywright(name, server.url, env, files);
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
