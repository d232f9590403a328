import { readFileSync } from 'node:fs';

interface Counts {
  passed: number;
  failed: number;
}
export interface Tally extends Counts {
  name: string;
}
export interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** Counts a JSON report; a report that is missing is one failure. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the report of `count` is read here
export function readSummary<T>(name: string, file: string, count: (report: T) => Counts): Tally {
  try {
    return { name, ...count(JSON.parse(readFileSync(file, 'utf8')) as T) };
  } catch {
    return { name, passed: 0, failed: 1 };
  }
}

/** vitest's JSON: a file that did not load has no tests in it and is one failure. */
export function countVitest({ testResults, numPassedTests: passed, numTotalTests }: VitestReport): Counts {
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return refuseEmpty({ passed, failed: numTotalTests - passed + broken.length });
}

/** Playwright's JSON: flaky and skipped tests are failures; so is an error outside of a test. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  const { expected: passed, unexpected, flaky, skipped } = stats;
  return refuseEmpty({ passed, failed: unexpected + flaky + skipped + errors.length });
}

/** The report of scripts/check.ts. */
export function countChecks(report: { ok: boolean }[]): Counts {
  const failed = report.filter(({ ok }) => !ok).length;
  return refuseEmpty({ passed: report.length - failed, failed });
}

/** A run without a test is one failure. */
function refuseEmpty(counts: Counts): Counts {
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

/** The end of `npm test`: a table, and as its last line the sum. */
export function summary(rows: (Tally & { time: string })[]): string {
  const cells = rows.map(({ name, passed, failed, time }) => [name, String(passed), String(failed), time]);
  const table = [['', 'passed', 'failed', 'time'], ...cells].map(
    ([name = '', passed = '', failed = '', time = '']) =>
      `  ${name.padEnd(10)}${passed.padStart(8)}${failed.padStart(8)}${time.padStart(14)}`,
  );
  const sum = (key: keyof Counts) => rows.reduce((total, row) => total + row[key], 0);
  return [...table, '', `${sum('passed')} passed, ${sum('failed')} failed`].join('\n');
}
