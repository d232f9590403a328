import { readFileSync } from 'node:fs';

/** @typedef {{name: string, passed: number, failed: number}} Tally */

/**
 * Counts a JSON report; anything but passed is failed. A report that is missing is one failure.
 * @param {string} name
 * @param {string} file
 * @param {(report: any) => {passed: number, failed: number}} count
 * @returns {Tally}
 */
export function readSummary(name, file, count) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { name, passed: 0, failed: 1 };
  }
  return { name, ...count(report) };
}

/** vitest's JSON: a file that did not load has no tests in it and is one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const passed = report.numPassedTests;
  return none({ passed, failed: report.numTotalTests - passed + broken.length });
}

/** Playwright's JSON: flaky and skipped are failures; so is an error outside of a test. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return none({ passed: expected, failed: unexpected + flaky + skipped + report.errors.length });
}

/** The report of scripts/check.mjs. */
export function countChecks(report) {
  const failed = report.filter((check) => !check.ok).length;
  return none({ passed: report.length - failed, failed });
}

/** A run without a single test proves nothing. */
function none(counts) {
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

/**
 * The end of `npm test`: a table, and as its last line the sum.
 * @param {(Tally & {time: string})[]} rows
 */
export function summary(rows) {
  const cells = rows.map((row) => [row.name, String(row.passed), String(row.failed), row.time]);
  const table = [['', 'passed', 'failed', 'time'], ...cells].map(
    ([name, passed, failed, time]) =>
      `  ${name.padEnd(10)}${passed.padStart(8)}${failed.padStart(8)}${time.padStart(14)}`,
  );
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  return [...table, '', `${sum('passed')} passed, ${sum('failed')} failed`].join('\n');
}
