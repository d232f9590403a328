import { defineConfig, devices } from '@playwright/test';
import { BEGINS_BY_ITSELF, launchOptions } from './tools/lib/chromium.ts';
import { matchFull, readTestSet } from './tools/lib/test-sets.ts';

/** Two runs beside each other have files of their own. */
const run = process.env['PARDEH_RUN'] ?? 'playwright';
const siteUrl = process.env['PARDEH_URL'];
const baseURL = siteUrl ?? `http://localhost:${process.env['TEST_PORT'] ?? 4399}`;

const set = readTestSet();
const full = matchFull('tests/e2e/**/*.spec.ts');
const filter = { chief: { grepInvert: full.titles }, rest: { grep: full.titles }, all: {} }[set];
/** Not even loaded by `npm test`: some run a program at once. */
const leftOut = set === 'chief' ? [full.files] : [];

/** They mostly wait: for a film to play on, or for a slow network. */
const WAITING =
  /\/(continue|elsewhere|encoder|faults|gap|intent|live|player-device|saved|watch-party|watching)\.spec\.ts$/;

/** None of them is about a picture, which app, images, shell and titles look at: pictures cost a listing a quarter. */
const WITHOUT_PICTURES =
  /\/tests\/e2e\/((accounts|checkout|comments|direct-debit|kids|payments|search|subscription)\/|titles\/browse\.)/;
const NO_PICTURES = '--blink-settings=imagesEnabled=false';

/** The chief journeys, which `npm test` repeats on the Node host; and the tests that need it. */
const ON_NODE =
  /\/(app\/(journey|no-javascript)|desk\/(approvals|books|caller|desk|evening|talk)|host\/[^/]+|payments\/buy)\.spec\.ts$/;
const isNode = process.env['PARDEH_HOST'] === 'node';
/** The same on every host: English texts but those of the desk's journeys, what the browser alone does with media, and the build's files. */
const ON_ANY_HOST = /^(?!.*\bdesk\/).*\ben\b|@browser\b/;

/**
 * Locales, themes and sizes are the tests' own matter (by cookie and viewport). Two projects differ in nothing but their
 * workers: two cores carry two, and a third one for what leaves the processor alone. When that is done, it helps.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `.cache/${run}-output`,
  fullyParallel: true,
  ...filter,
  workers: 3,
  // A flaky test counts as broken.
  retries: 0,
  forbidOnly: true,
  // Against what hangs, not a bar: a machine may be slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: `.cache/${run}.json` }]],
  // Only offline.spec.ts is about the service worker; elsewhere it would answer what a test means to watch.
  use: { baseURL, trace: 'off', serviceWorkers: 'block', launchOptions: launchOptions([BEGINS_BY_ITSELF]) },
  projects: isNode
    ? [{ name: 'node', testMatch: ON_NODE, grepInvert: ON_ANY_HOST, use: devices['Desktop Chrome'] }]
    : [
        { name: 'waiting', testMatch: WAITING, testIgnore: leftOut, workers: 1, use: devices['Desktop Chrome'] },
        {
          name: 'without-pictures',
          testMatch: WITHOUT_PICTURES,
          testIgnore: leftOut,
          use: { ...devices['Desktop Chrome'], launchOptions: launchOptions([BEGINS_BY_ITSELF, NO_PICTURES]) },
        },
        {
          name: 'working',
          testIgnore: [WAITING, WITHOUT_PICTURES, /\/e2e\/host\//, ...leftOut],
          use: devices['Desktop Chrome'],
        },
      ],
  // npm test starts the server and names it; `npx playwright test` alone starts its own, or uses the one that runs.
  ...(siteUrl === undefined
    ? {
        webServer: {
          command: `node ${isNode ? 'tools/node-server' : 'tools/lib'}/test-server.ts`,
          url: baseURL,
          reuseExistingServer: true,
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
        },
      }
    : {}),
});
