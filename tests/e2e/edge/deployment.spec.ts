// @module-tag full
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BUILT_CONFIG } from '../../../tools/lib/build.ts';
import { scanHashedFiles, writeFileList } from '../../../tools/lib/hashed-files.ts';
import { SEEDED, serveForTests } from '../../../tools/lib/test-server.ts';
import { keepFrom } from '../../../tools/earlier-files/keep-from.ts';
import { DEPLOYMENTS, writeNextBuild } from '../../support/site/deployment.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 560;

for (const [index, { name, visit }] of DEPLOYMENTS.entries()) {
  test(`${name} after a deployment that keeps the files of the build before`, async ({ baseURL }) => {
    const state = `.wrangler/deployment-state-${index}`;
    const next = `.wrangler/next-build-${index}`;
    const files = writeNextBuild('dist', next);
    const client = join(next, 'client');
    writeFileList(client, scanHashedFiles(client));
    expect(existsSync(join(client, '_astro', files.before))).toBe(false);
    expect(await keepFrom(baseURL ?? '', client, new Date())).toContain('1 loaded');
    rmSync(state, { recursive: true, force: true });
    cpSync(SEEDED, state, { recursive: true });
    const serve = (config: string) => serveForTests({ port: PORT + index, stateDir: state, vars: {}, config });
    await visit(
      files,
      () => serve(BUILT_CONFIG),
      () => serve(`${next}/server/wrangler.json`),
    );
  });
}
