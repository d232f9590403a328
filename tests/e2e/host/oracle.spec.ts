// @module-tag full
import { expect, test } from '@playwright/test';
import { describeDifference, runOracle } from '../../../tools/oracle/run.ts';
import { prepareHosts } from '../../../tools/oracle/hosts.ts';

/** A part of what `npm run oracle` asks: 5,000 requests are recorded in docs/hosts.md. */
const COUNT = 1500;

test('both hosts answer the same requests with the same status, headers and bytes', async () => {
  test.setTimeout(900_000);
  await prepareHosts();
  const report = await runOracle({ count: COUNT, seed: 19, at: Date.UTC(2026, 10, 25, 12), port: 4382 });
  expect(report.differences.map(describeDifference)).toEqual([]);
  expect(report.tables).toEqual([]);
  // Else nothing would be proved: the visitor signed in, and pages, refusals and redirects were met.
  expect(report.requests).toBeGreaterThanOrEqual(COUNT);
  expect(report.recorded).toBeGreaterThan(50);
  for (const status of ['2xx', '3xx', '4xx']) expect(report.statuses[status], status).toBeGreaterThan(50);
});
