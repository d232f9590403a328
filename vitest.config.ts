import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __BUILD_ID__: JSON.stringify('test') },
  test: {
    // Each API file starts a workerd of its own; two cores carry two.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
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
