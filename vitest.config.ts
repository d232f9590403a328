import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A file of minutes that begins last leaves one core idle: these begin first, also where no run before is remembered. */
const LONGEST = /(interleavings|simulated-money|seeded-bugs)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

export default defineConfig({
  define: { __BUILD_ID__: JSON.stringify('test') },
  test: {
    fsModuleCache: true,
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
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          // Wrangler is half of what a file imports: it is loaded once a worker. The setup undoes what a file left.
          isolate: false,
          setupFiles: ['tests/support/api-setup.ts'],
        },
      },
    ],
  },
});
