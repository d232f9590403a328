import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FULL, listTestFiles, readTestSet } from './tools/lib/test-sets.ts';
import { listAheadPaths } from './src/platform/pages/find-page.ts';

const set = readTestSet();
const filter = { chief: [`!${FULL}`], rest: [FULL], all: [] }[set];

/** A file of minutes that begins last leaves one core idle: these begin first, also where no run before is remembered. */
const LONG_FILES = /(interleavings|simulated-money|seeded-bugs|scripts\/cloudflare|ingest\/(changes|sync))\.test\.ts$/;

const UNDO_STUBS = 'tests/support/undo-stubs.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = ({ moduleId }: TestSpecification) => LONG_FILES.test(moduleId);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

export default defineConfig({
  define: { __BUILD_ID__: JSON.stringify('test'), __AHEAD__: JSON.stringify(listAheadPaths()) },
  test: {
    fsModuleCache: true,
    tags: [{ name: FULL, description: 'not in `npm test`, but in `npm run test:all`' }],
    ...(filter.length > 0 && { tagsFilter: filter }),
    // A worker loads wrangler, fast-check and the other packages once: they were half of what a file took.
    isolate: false,
    // Each API file starts a workerd of its own; two cores carry two.
    maxWorkers: 2,
    // Of a file's own: each is a process.
    maxConcurrency: 2,
    // wrangler prints it at each opening of bindings.
    onConsoleLog: (log) => !log.includes('Using secrets defined in'),
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: listTestFiles('{tests/unit,packages/*/tests}/**/*.test.ts', set),
          setupFiles: [UNDO_STUBS],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: listTestFiles('tests/api/**/*.test.ts', set),
          setupFiles: [UNDO_STUBS, 'tests/support/site/api-setup.ts'],
        },
      },
    ],
  },
});
