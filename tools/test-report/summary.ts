import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { FULL, type TestSet } from '../lib/test-sets.ts';

interface Counts {
  passed: number;
  failed: number;
  /** Each failed test: its file, its name and the beginning of its error, in one line. */
  failures: string[];
}
export interface Tally extends Counts {
  name: string;
}
export interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags?: string[] }[];
  }[];
}
interface Suite {
  file: string;
  suites?: Suite[];
  specs: { title: string; line: number; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
}
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: Suite[];
}

/** The first line of an error is not the one that names what was expected. */
const MESSAGE_LINES = 8;
/** A longer line is cut where it is kept. */
const MAX_NAMES_CHARACTERS = 900;

/** Counts a JSON report; a report that is missing is one failure. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the report of `count` is read here
export function readSummary<T>(name: string, file: string, count: (report: T) => Counts): Tally {
  try {
    return { name, ...count(JSON.parse(readFileSync(file, 'utf8')) as T) };
  } catch {
    return { name, passed: 0, failed: 1, failures: [`no report in ${file}`] };
  }
}

/** vitest's JSON: a file that did not load has no tests in it and is one failure, and so is a test that was skipped. */
export function countVitest(
  { testResults, numPassedTests: passed, numTotalTests }: VitestReport,
  set: TestSet,
): Counts {
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const isOfSet = (tags: string[] = []) => set === 'all' || (set === 'rest') === tags.includes(FULL);
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, tags }) => status !== 'passed' && (status !== 'skipped' || isOfSet(tags)))
      .map(({ fullName, failureMessages }) => describe(name, fullName, failureMessages[0])),
  );
  const leftOut = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && !isOfSet(tags));
  const failures = [...failed, ...broken.map(({ name, message }) => describe(name, '', message))];
  return refuseEmpty({ passed, failed: numTotalTests - passed - leftOut.length + broken.length, failures });
}

/** Playwright's JSON: flaky and skipped tests are failures; so is an error outside of a test. */
export function countPlaywright({ stats, errors, suites }: PlaywrightReport): Counts {
  const { expected: passed, unexpected, flaky, skipped } = stats;
  const failures = [...suites.flatMap(listFailedSpecs), ...errors.map(({ message }) => describe('', '', message))];
  return refuseEmpty({ passed, failed: unexpected + flaky + skipped + errors.length, failures });
}

function listFailedSpecs({ file, specs, suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, line, tests }) =>
      describe(`${file}:${String(line)}`, title, tests[0]?.results[0]?.error?.message),
    ),
    ...suites.flatMap(listFailedSpecs),
  ];
}

/** The report of scripts/check.ts. */
export function countChecks(report: { name: string; ok: boolean }[]): Counts {
  const failures = report.filter(({ ok }) => !ok).map(({ name }) => name);
  return refuseEmpty({ passed: report.length - failures.length, failed: failures.length, failures });
}

/** A run without a test is one failure. */
function refuseEmpty(counts: Counts): Counts {
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1, failures: ['no test ran'] } : counts;
}

function describe(file: string, name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const saidLines = lines.map((line) => line.trim()).filter((line) => line !== '' && !/^at /.test(line));
  return [file, name, saidLines.slice(0, MESSAGE_LINES).join(' ⏎ ')].filter((part) => part !== '').join(' › ');
}

/** A step of `npm test`; `busy` is the share of the processors' time that was used meanwhile. */
export interface Step extends Tally {
  time: string;
  busy: string;
}

/** The end of `npm test`: a table, what failed, and as its last line the sum, which names what failed: CI keeps no more. */
export function summary(rows: Step[]): string {
  const cells = rows.map(({ name, passed, failed, time, busy }) => [name, String(passed), String(failed), time, busy]);
  const table = [['', 'passed', 'failed', 'time', 'processors'], ...cells].map(
    ([name = '', passed = '', failed = '', time = '', busy = '']) =>
      `  ${name.padEnd(14)}${passed.padStart(8)}${failed.padStart(8)}${time.padStart(14)}${busy.padStart(12)}`,
  );
  const sum = (key: 'passed' | 'failed') => rows.reduce((total, row) => total + row[key], 0);
  const failed = rows.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
  const names = failed.map((failure) => failure.slice(0, MAX_NAMES_CHARACTERS / failed.length)).join(' | ');
  const total = `${sum('passed')} passed, ${sum('failed')} failed${names && `: ${names}`}`;
  return [...table, '', ...failed.map((failure) => `  ${failure}`), total].join('\n');
}
