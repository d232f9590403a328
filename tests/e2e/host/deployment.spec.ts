// @module-tag full
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@playwright/test';
import { NODE_BUILD } from '../../../tools/lib/build.ts';
import { VARS } from '../../../tools/lib/test-server.ts';
import { startNodeServer } from '../../../tools/node-server/node-server.ts';
import { SEEDED_DATA } from '../../../tools/node-server/test-server.ts';
import { DEPLOYMENTS, writeNextBuild } from '../../support/site/deployment.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 565;

for (const [index, { name, visit }] of DEPLOYMENTS.entries()) {
  test(`${name} after a deployment on one data folder`, async () => {
    const data = `.wrangler/deployment-data-${index}`;
    const next = `.wrangler/next-node-build-${index}`;
    const files = writeNextBuild(NODE_BUILD, next);
    rmSync(data, { recursive: true, force: true });
    cpSync(SEEDED_DATA, data, { recursive: true });
    const vars = parseEnv(readFileSync(VARS, 'utf8')) as Record<string, string>;
    const serve = (build: string) => startNodeServer({ data, port: PORT + index, vars, build });
    await visit(
      files,
      () => serve(NODE_BUILD),
      () => serve(next),
    );
    expect(existsSync(join(data, 'earlier-files/_astro', files.before))).toBe(true);
  });
}
