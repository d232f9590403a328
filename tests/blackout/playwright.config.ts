import { defineConfig, devices } from '@playwright/test';
import { BEGINS_BY_ITSELF, launchOptions } from '../../tools/lib/chromium.ts';

/** Run by tests/e2e/host/blackout.spec.ts inside a network namespace that has loopback alone. */
export default defineConfig({
  testDir: '.',
  testMatch: 'drill.ts',
  outputDir: '../../.cache/blackout-output',
  workers: 1,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['PARDEH_URL'] ?? '',
    serviceWorkers: 'block',
    launchOptions: launchOptions([BEGINS_BY_ITSELF]),
  },
});
