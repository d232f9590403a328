import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  [1024, 1, 'A process may open 1024 files here'],
  [2048, 0, ''],
])('a build under a limit of %i open files', (limit, status, text) => {
  const code = `import('./tools/lib/open-files.ts').then(({ requireOpenFiles }) => requireOpenFiles())`;
  const built = spawnSync('sh', ['-c', `ulimit -n ${String(limit)} && exec node -e "${code}"`], { encoding: 'utf8' });
  expect(built.stderr).toContain(text);
  expect(built.status).toBe(status);
});
