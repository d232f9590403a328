import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../lib/ports.ts';
import { start, stop } from '../lib/processes.ts';
import { isBrowserTest, type NamedTest } from '../../tests/site-bugs/named-test.ts';
import { countPlaywright, type PlaywrightReport, type VitestReport } from '../test-report/summary.ts';

/** The tests of `npm test`, or those of `test:all`. */
export const TEST_SETS = ['chief', 'all'] as const;
export type TestSet = (typeof TEST_SETS)[number];

/** `broken`: the code does not even load or build, so the tests show nothing. */
export type Result = { kind: 'passed' } | { kind: 'failed'; by: string } | { kind: 'broken'; text: string };

const REPORTS = { vitest: '.cache/site-bug-vitest.json', playwright: '.cache/playwright.json' };
/** Tests that take longer are taken to go round in circles, which is a failure. */
const TESTS_TIMEOUT_MS = 15 * 60_000;
const NO_PROGRAM = /SyntaxError|Transform failed|Build failed|PARSE_ERROR/;

/** Runs tests in a copy of the checkout, up to the first failure. */
export async function runNamedTests(folder: string, tests: readonly NamedTest[], set: TestSet): Promise<Result> {
  for (const test of tests) {
    const result = await (isBrowserTest(test) ? runPlaywright(folder, [test], set) : runVitest(folder, [test], set));
    if (result.kind !== 'passed') return result;
  }
  return { kind: 'passed' };
}

export async function runVitest(folder: string, tests: readonly NamedTest[], set: TestSet): Promise<Result> {
  const output = ['--reporter=json', `--outputFile.json=${REPORTS.vitest}`];
  const args = ['run', '--bail=1', '--passWithNoTests', ...output, ...listFiles(tests), ...chooseTitles('-t', tests)];
  const end = await runTool(folder, 'vitest', args, REPORTS.vitest, toEnvironment(set));
  if (end.result) return end.result;
  return readVitest(end.report as VitestReport) ?? { kind: 'passed' };
}

export async function runPlaywright(folder: string, tests: readonly NamedTest[], set: TestSet): Promise<Result> {
  const args = ['test', '-x', '--pass-with-no-tests', ...listFiles(tests), ...chooseTitles('-g', tests)];
  const env = { ...toEnvironment(set), TEST_PORT: String(await findFreePort()) };
  const end = await runTool(folder, 'playwright', args, REPORTS.playwright, env);
  if (end.result) return end.result;
  const report = end.report as PlaywrightReport;
  const [by = ''] = countPlaywright(report).failures;
  if (report.stats.unexpected > 0) return { kind: 'failed', by };
  return report.errors.length > 0 ? { kind: 'broken', text: by } : { kind: 'passed' };
}

function readVitest({ testResults }: VitestReport): Result | null {
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed) return { kind: 'failed', by: `${name} › ${failed.fullName}` };
    if (status !== 'failed') continue;
    return NO_PROGRAM.test(message)
      ? { kind: 'broken', text: message }
      : { kind: 'failed', by: `${name} › ${message}` };
  }
  return null;
}

type End = { report: unknown; result: null } | { report: null; result: Result };

/** Runs a tool to its report. */
async function runTool(
  cwd: string,
  program: string,
  args: string[],
  file: string,
  env: Record<string, string>,
): Promise<End> {
  const path = join(cwd, file);
  rmSync(path, { force: true });
  let output = '';
  const started = start(program, args, { cwd, env, onOutput: (text) => (output += text) });
  const patience = AbortSignal.timeout(TESTS_TIMEOUT_MS);
  const giveUp = () => void stop(started);
  patience.addEventListener('abort', giveUp);
  await started.ended;
  patience.removeEventListener('abort', giveUp);
  if (patience.aborted) return { report: null, result: { kind: 'failed', by: `${program} does not end` } };
  try {
    return { report: JSON.parse(readFileSync(path, 'utf8')) as unknown, result: null };
  } catch {
    return { report: null, result: { kind: 'broken', text: output.slice(-2000) } };
  }
}

/** Both configurations read it (tools/lib/test-sets.ts). */
function toEnvironment(set: TestSet): Record<string, string> {
  return { PARDEH_TESTS: set };
}

function listFiles(tests: readonly NamedTest[]): string[] {
  return [...new Set(tests.map(({ file }) => file))];
}

/** All titles, where one test of them names none. */
function chooseTitles(option: string, tests: readonly NamedTest[]): string[] {
  const titles = tests.map(({ title }) => title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return titles.includes(undefined) ? [] : [option, titles.join('|')];
}
