import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@playwright/test';
import { NODE_BUILD } from '../../../scripts/lib/build.ts';
import { VARS } from '../../../scripts/lib/test-server.ts';
import { startNodeServer } from '../../../tools/node-server/node-server.ts';
import { SEEDED_DATA } from '../../../tools/node-server/test-server.ts';
import { visitAcrossDeployment, writeNextBuild } from '../../support/deployment.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 561;
const DATA = '.wrangler/deployment-data';
const NEXT = '.wrangler/next-node-build';

test('a page that a browser kept wakes after a deployment on one data folder', async () => {
  const files = writeNextBuild(NODE_BUILD, NEXT);
  rmSync(DATA, { recursive: true, force: true });
  cpSync(SEEDED_DATA, DATA, { recursive: true });
  const vars = parseEnv(readFileSync(VARS, 'utf8')) as Record<string, string>;
  const serve = (build: string) => startNodeServer({ data: DATA, port: PORT, vars, build });
  await visitAcrossDeployment(
    files,
    () => serve(NODE_BUILD),
    () => serve(NEXT),
  );
  expect(existsSync(join(DATA, 'earlier-files/_astro', files.before))).toBe(true);
});
