// npm test: checks, unit and API tests, browser tests on the production build, and a part of both on the Node host.
// PARDEH_HOST=node: all API tests and the chief journeys on the Node host alone. A failed step hides no other.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from './lib/generate.ts';
import { seed } from './lib/local-state.ts';
import { isEnding, start, stopChildrenOnExit } from './lib/processes.ts';
import { command, describeError, formatSeconds } from './lib/progress.ts';
import { scratchFolder } from './lib/scratch.ts';
import { requirePrograms } from './lib/system.ts';
import { startNodeTestServer } from '../tools/node-server/test-server.ts';
import {
  countChecks,
  countPlaywright,
  countVitest,
  summary,
  readSummary,
  type Tally,
} from '../tools/test-report/summary.ts';
import type { Server } from './lib/serve.ts';
import { SEEDED, startTestServer } from './lib/test-server.ts';

const REPORTS = { check: '.cache/check.json', vitest: '.cache/vitest.json', playwright: '.cache/playwright.json' };
const VITEST = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.vitest}`];
/** On both hosts: what reads the catalogue, and what signs in, pays, plays and downloads. */
const API_ON_NODE = [
  '--project',
  'api',
  ...['accounts', 'downloads', 'payments', 'playback', 'titles'].map((name) => `tests/api/${name}`),
];
const isNode = process.env['PARDEH_HOST'] === 'node';
const rows: (Tally & { time: string })[] = [];

stopChildrenOnExit();
await command(async () => {
  requirePrograms();
  const scratch = scratchFolder();
  process.env['TMPDIR'] = scratch;
  // Hundreds of short processes of Node load the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= join(scratch, 'node');
  mkdirSync('.cache', { recursive: true });
  await step('checks', async () => {
    // The checks leave a core idle at times. The browser's step seeds again what fails here, and reports it.
    const early = seed(SEEDED).catch(() => undefined);
    await show('node', ['scripts/check.ts', `--json=${REPORTS.check}`], REPORTS.check);
    await early;
    return readSummary('checks', REPORTS.check, countChecks);
  });
  await step('unit, API', async () => {
    await generate();
    return countExit(
      await show('vitest', VITEST, REPORTS.vitest),
      readSummary('unit, API', REPORTS.vitest, countVitest),
    );
  });
  if (!isNode) await step('browser', () => runBrowser('browser', () => startTestServer({ folder: scratch }), {}));
  // The tests of vitest ran on the Node host, too, where PARDEH_HOST names it.
  if (!isNode) {
    await step('API, Node', async () => {
      const code = await show('vitest', [...VITEST, ...API_ON_NODE], REPORTS.vitest, { PARDEH_HOST: 'node' });
      return countExit(code, readSummary('API, Node', REPORTS.vitest, countVitest));
    });
  }
  const serveNode = () => startNodeTestServer({ folder: scratch });
  await step('Node host', () => runBrowser('Node host', serveNode, { PARDEH_HOST: 'node' }));
  console.log(`\n${summary(rows)}`);
  if (rows.some((row) => row.failed > 0)) process.exitCode = 1;
});

async function runBrowser(name: string, serve: () => Promise<Server>, env: Record<string, string>): Promise<Tally> {
  const server = await serve();
  try {
    const code = await show('playwright', ['test'], REPORTS.playwright, { ...env, PARDEH_URL: server.url });
    return countExit(code, readSummary(name, REPORTS.playwright, countPlaywright));
  } finally {
    await server.stop();
  }
}

/** Runs one step and keeps its counts and time; an error in it is one failure. */
async function step(name: string, work: () => Promise<Tally>): Promise<void> {
  if (isEnding()) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  let counts: Tally = { name, passed: 0, failed: 1, failures: [] };
  try {
    counts = await work();
  } catch (error) {
    if (isEnding()) return;
    console.error(describeError(error));
    counts.failures.push(String(describeError(error)));
  }
  rows.push({ ...counts, time: formatSeconds(Date.now() - started) });
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
