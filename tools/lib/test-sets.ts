import { globSync, readFileSync } from 'node:fs';

/** `npm test` runs the chief tests, `npm run test:all` these and then the rest; a tool that is run by hand runs all. */
export type TestSet = 'chief' | 'rest' | 'all';

/** The tag of a test, and of a file (`@module-tag full`), that is not a chief one. */
export const FULL = 'full';

export function readTestSet(env: Record<string, string | undefined> = process.env): TestSet {
  const set = env['PARDEH_TESTS'] ?? 'all';
  if (set === 'chief' || set === 'rest' || set === 'all') return set;
  throw new Error(`PARDEH_TESTS is chief, rest or all, not ${set}`);
}

/** Test files with at least one test of the set; of the chief set also files whose tests all turn out to be others. */
export function listTestFiles(pattern: string, set: TestSet): string[] {
  const files = globSync(pattern);
  if (set === 'all') return files;
  if (set === 'chief') return files.filter((file) => !isFullFile(file));
  return files.filter((file) => isFullFile(file) || /\btags: /.test(readFileSync(file, 'utf8')));
}

/** Playwright's tests that are not chief ones, by path or full title: by file, by tag, or a repeat in English. */
export function matchFull(pattern: string): { files: RegExp; titles: RegExp } {
  const names = globSync(pattern)
    .filter(isFullFile)
    .map((file) => `${file.replace(/^tests\/e2e\//, '').replaceAll('.', '\\.')}\\b`);
  const files = names.length > 0 ? names.join('|') : '(?!)';
  return { files: new RegExp(files), titles: new RegExp(`@${FULL}\\b|\\ben\\b|${files}`) };
}

const isFullFile = (file: string) => readFileSync(file, 'utf8').includes(`@module-tag ${FULL}`);
