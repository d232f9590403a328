// npm test: checks, unit and API tests, and browser tests on the production build. A failed step hides no other.
import { mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from './lib/chromium.mjs';
import { generate } from './lib/generate.mjs';
import { seed } from './lib/local-state.mjs';
import { isEnding, start, stopChildrenOnExit } from './lib/processes.mjs';
import { command, seconds } from './lib/progress.mjs';
import { scratchFolder } from './lib/scratch.mjs';
import { countChecks, countPlaywright, countVitest, summary, readSummary } from './lib/summary.mjs';
import { SEEDED, startTestServer } from './lib/test-server.mjs';

const REPORTS = { check: '.cache/check.json', vitest: '.cache/vitest.json', playwright: '.cache/playwright.json' };
const VITEST = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.vitest}`];
const rows = [];

stopChildrenOnExit();
const scratch = scratchFolder();
process.env.TMPDIR = scratch;
mkdirSync('.cache', { recursive: true });
await command(async () => {
  await step('checks', async () => {
    // The checks leave a core idle at times. What fails here is done again by the browser's step, and told there.
    const early = Promise.allSettled([ensureChromium(), seed(SEEDED)]);
    await show('node', ['scripts/check.mjs', `--json=${REPORTS.check}`], REPORTS.check);
    await early;
    return readSummary('checks', REPORTS.check, countChecks);
  });
  await step('unit, API', async () => {
    await generate();
    const code = await show('vitest', VITEST, REPORTS.vitest);
    return alsoExit(code, readSummary('unit, API', REPORTS.vitest, countVitest));
  });
  await step('browser', async () => {
    await ensureChromium();
    const server = await startTestServer({ folder: scratch });
    try {
      const code = await show('playwright', ['test'], REPORTS.playwright, { PARDEH_URL: server.url });
      return alsoExit(code, readSummary('browser', REPORTS.playwright, countPlaywright));
    } finally {
      await server.stop();
    }
  });
  console.log(`\n${summary(rows)}`);
  if (rows.some((row) => row.failed > 0)) process.exitCode = 1;
});

/** Runs one step and keeps its counts and time; an error in it is one failure. */
async function step(name, work) {
  if (isEnding()) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  let counts = { name, passed: 0, failed: 1 };
  try {
    counts = await work();
  } catch (error) {
    if (!isEnding()) console.error(error instanceof Error && error.name === 'Problem' ? error.message : error);
  }
  rows.push({ ...counts, time: seconds(Date.now() - started) });
}

/** Runs a tool with its output shown; its old report goes first, so that it cannot be mistaken for the new one. */
async function show(program, args, report, env = {}) {
  rmSync(report, { force: true });
  return start(program, args, { inherit: true, env }).ended;
}

/** A tool that failed although none of its tests did (an unhandled error, say) is one failure. */
function alsoExit(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
