import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BUILT_CONFIG } from '../../../scripts/lib/build.ts';
import { scanHashedFiles, writeFileList } from '../../../scripts/lib/hashed-files.ts';
import { SEEDED, serveForTests } from '../../../scripts/lib/test-server.ts';
import { keepFrom } from '../../../tools/earlier-files/keep-from.ts';
import { visitAcrossDeployment, writeNextBuild } from '../../support/deployment.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 560;
const STATE = '.wrangler/deployment-state';
const NEXT = '.wrangler/next-build';

test('a page that a browser kept wakes after a deployment that keeps the files of the build before', async ({
  baseURL,
}) => {
  const files = writeNextBuild('dist', NEXT);
  const client = join(NEXT, 'client');
  writeFileList(client, scanHashedFiles(client));
  expect(existsSync(join(client, '_astro', files.before))).toBe(false);
  expect(await keepFrom(baseURL ?? '', client, new Date())).toContain('1 loaded');
  rmSync(STATE, { recursive: true, force: true });
  cpSync(SEEDED, STATE, { recursive: true });
  const serve = (config: string) => serveForTests({ port: PORT, stateDir: STATE, vars: {}, config });
  await visitAcrossDeployment(
    files,
    () => serve(BUILT_CONFIG),
    () => serve(`${NEXT}/server/wrangler.json`),
  );
});
