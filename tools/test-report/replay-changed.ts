// npm run replay:changed -- [--commits=200] [--bar=8] [--list]: which tests `npm test -- --changed` would
// have run for each of the last commits of main, by today's rules and imports, and how long they take by the reports of
// the last whole run: its reports in .cache. See docs/benchmarks.md.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { describeChanges, readAt } from '../lib/changed-files.ts';
import { selectChangedTests, type ChangedTests } from '../lib/changed-tests.ts';
import { readTestGraph } from '../lib/test-graph.ts';

interface VitestTimes {
  startTime: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}
interface Suite {
  file: string;
  suites?: Suite[];
  specs: { tests: { projectName: string; results: { duration: number }[] }[] }[];
}
interface PlaywrightTimes {
  stats: { duration: number };
  suites: Suite[];
}
/** Seconds of work in each file. */
type Times = Map<string, number>;
/** The test files that share one worker. */
type Queue = (file: string) => string;

const { values } = parseArgs({
  options: {
    commits: { type: 'string', default: '200' },
    bar: { type: 'string', default: '8' },
    list: { type: 'boolean', default: false },
    /** Seconds of the checks, and of the build with the seed for browser tests. */
    checks: { type: 'string', default: '75' },
    build: { type: 'string', default: '60' },
    vitest: { type: 'string', default: '.cache/vitest-unit-api.json' },
    playwright: { type: 'string', default: '.cache/playwright-browser.json' },
  },
});
const VITEST_WORKERS = 2;
const PLAYWRIGHT_WORKERS = 3;

const graph = readTestGraph();
const vitest = readVitestTimes(read<VitestTimes>(values.vitest));
const report = read<PlaywrightTimes>(values.playwright);
const playwright = readPlaywrightTimes(report);
const waiting = new Set(
  report.suites.filter((suite) => findProject(suite) === 'waiting').map(({ file }) => `tests/e2e/${file}`),
);
const commits = listCommits(Number(values.commits)).map(({ commit, subject, files }) => {
  const changes = describeChanges(files, readAt(`${commit}^`), readAt(commit));
  const tests = selectChangedTests(changes, graph);
  return { commit, subject, tests, seconds: estimateSeconds(tests) };
});
const sorted = commits.toSorted((a, b) => a.seconds - b.seconds);
const within = commits.filter(({ seconds }) => seconds <= Number(values.bar) * 60).length;

if (values.list)
  for (const { commit, subject, tests, seconds } of sorted)
    console.log(
      [
        toMinutes(seconds),
        tests.vitest.length,
        tests.playwright.length,
        commit,
        tests.everywhere.join(' '),
        subject,
      ].join('  '),
    );
const [half, nine, all] = [0.5, 0.9, 1].map((share) => sorted[Math.ceil(sorted.length * share) - 1]?.seconds ?? 0);
console.log(
  `${commits.length} commits: ${within} within ${values.bar} min; half within ${toMinutes(half)}, nine of ten within ${toMinutes(nine)}, all within ${toMinutes(all)}; everything for ${commits.filter(({ tests }) => tests.everywhere.length > 0).length}`,
);

function estimateSeconds({ vitest: unit, playwright: browser }: ChangedTests): number {
  const steps = [Number(values.checks), spread(unit, vitest, VITEST_WORKERS, (file) => file)];
  if (browser.length > 0) steps.push(Number(values.build) + spreadBrowser(browser));
  return steps.reduce((sum, step) => sum + step, 0);
}

/** The tests of the project `waiting` share a worker, those of others spread over all. */
function spreadBrowser(files: readonly string[]): number {
  return spread(files, playwright, PLAYWRIGHT_WORKERS, (file) => (waiting.has(file) ? 'waiting' : ''));
}

/** Seconds of files over workers, of files that did not run none: at least those of the longest queue that one worker takes; the queue '' is none. */
function spread(files: readonly string[], times: Times, workers: number, findQueue: Queue): number {
  const queues = new Map<string, number>();
  for (const file of files) {
    const queue = findQueue(file);
    queues.set(queue, (queues.get(queue) ?? 0) + (times.get(file) ?? 0));
  }
  const sum = [...queues.values()].reduce((total, seconds) => total + seconds, 0);
  queues.delete('');
  return Math.max(sum / workers, ...queues.values());
}

/** The time between tests, as for opening a database, is shared among the files by their own time. */
function readVitestTimes({ startTime, testResults }: VitestTimes): Times {
  const times = testResults.map(
    ({ name, startTime: from, endTime }) => [relative('.', trim(name)), (endTime - from) / 1000] as const,
  );
  const wall = (Math.max(...testResults.map(({ endTime }) => endTime)) - startTime) / 1000;
  return scale(times, wall * VITEST_WORKERS);
}

function readPlaywrightTimes({ stats, suites }: PlaywrightTimes): Times {
  const times = suites.map((suite) => [`tests/e2e/${suite.file}`, sumDurations(suite) / 1000] as const);
  return scale(times, (stats.duration / 1000) * PLAYWRIGHT_WORKERS);
}

function scale(times: readonly (readonly [string, number])[], total: number): Times {
  const factor = total / times.reduce((sum, [, seconds]) => sum + seconds, 0);
  return new Map(times.map(([file, seconds]) => [file, seconds * factor]));
}

function sumDurations({ specs, suites = [] }: Suite): number {
  const durations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...durations, ...suites.map(sumDurations)].reduce((sum, value) => sum + value, 0);
}

function findProject({ specs, suites = [] }: Suite): string | undefined {
  return specs[0]?.tests[0]?.projectName ?? (suites[0] && findProject(suites[0]));
}

function listCommits(count: number) {
  const log = execFileSync(
    'git',
    ['log', '--no-merges', `-${count}`, '--format=%x00%h %s', '--name-only', '--no-renames', 'main'],
    { encoding: 'utf8', maxBuffer: 1e9 },
  );
  return log
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [title = '', ...files] = entry.split('\n').filter((line) => line !== '');
      const [commit = '', ...words] = title.split(' ');
      return { commit, subject: words.join(' '), files };
    });
}

/** The path within the project, of a report that another checkout wrote. */
function trim(name: string): string {
  return name.replace(/^.*?(?=tests\/)/, '');
}

function toMinutes(seconds = 0): string {
  return `${(seconds / 60).toFixed(1)} min`;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the report is read here
function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
