// npm test: checks, unit and API tests, and browser tests on the production build. A failed step hides no other.
import { mkdirSync, rmSync } from 'node:fs';
import { generate } from './lib/generate.ts';
import { seed } from './lib/local-state.ts';
import { isEnding, start, stopChildrenOnExit } from './lib/processes.ts';
import { command, describeError, formatSeconds } from './lib/progress.ts';
import { scratchFolder } from './lib/scratch.ts';
import { countChecks, countPlaywright, countVitest, summary, readSummary, type Tally } from './lib/summary.ts';
import { requirePrograms } from './lib/system.ts';
import { SEEDED, startTestServer } from './lib/test-server.ts';

const REPORTS = { check: '.cache/check.json', vitest: '.cache/vitest.json', playwright: '.cache/playwright.json' };
const VITEST = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.vitest}`];
const rows: (Tally & { time: string })[] = [];

stopChildrenOnExit();
await command(async () => {
  requirePrograms();
  const scratch = scratchFolder();
  process.env['TMPDIR'] = scratch;
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
    const code = await show('vitest', VITEST, REPORTS.vitest);
    return countExit(code, readSummary('unit, API', REPORTS.vitest, countVitest));
  });
  await step('browser', async () => {
    const server = await startTestServer({ folder: scratch });
    try {
      const code = await show('playwright', ['test'], REPORTS.playwright, { PARDEH_URL: server.url });
      return countExit(code, readSummary('browser', REPORTS.playwright, countPlaywright));
    } finally {
      await server.stop();
    }
  });
  console.log(`\n${summary(rows)}`);
  if (rows.some((row) => row.failed > 0)) process.exitCode = 1;
});

/** Runs one step and keeps its counts and time; an error in it is one failure. */
async function step(name: string, work: () => Promise<Tally>): Promise<void> {
  if (isEnding()) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  let counts = { name, passed: 0, failed: 1 };
  try {
    counts = await work();
  } catch (error) {
    if (!isEnding()) console.error(describeError(error));
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
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
