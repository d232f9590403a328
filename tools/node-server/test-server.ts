// The Node host for browser tests, on fresh data. `node tools/node-server/test-server.ts` keeps it running.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { buildForNode } from '../lib/build.ts';
import { ensureLocalVars } from '../lib/local-state.ts';
import { requireFreePort } from '../lib/ports.ts';
import { start, stopChildrenOnExit } from '../lib/processes.ts';
import { command, problem } from '../lib/progress.ts';
import type { Server } from '../lib/serve.ts';
import { TEST_OPERATOR_TOKEN, TEST_PORT, VARS } from '../lib/test-server.ts';
import { startNodeServer } from './node-server.ts';

/** The demo's catalogue in a data folder. */
export const SEEDED_DATA = '.wrangler/node-seed';

export async function seedData(): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/seed.ts', '--tests', '--data', SEEDED_DATA];
  if ((await start('node', args, { inherit: true }).ended) !== 0) throw problem('Seeding the data folder failed.');
}

/** As startTestServer of tools/lib/test-server.ts, on Node: a copy of the seeded data in `folder`. */
export async function startNodeTestServer({ folder = '.wrangler' } = {}): Promise<Server> {
  const data = join(folder, 'test-data');
  await requireFreePort(TEST_PORT);
  await buildForNode();
  await seedData();
  mkdirSync('.wrangler', { recursive: true });
  ensureLocalVars(VARS);
  rmSync(data, { recursive: true, force: true });
  cpSync(SEEDED_DATA, data, { recursive: true });
  const vars = parseEnv(readFileSync(VARS, 'utf8')) as Record<string, string>;
  // Each test is a visitor of its own by this header (tests/support/browser/fixtures.ts).
  const more = { CLIENT_ADDRESS_HEADER: 'cf-connecting-ip', OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
  return startNodeServer({ data, port: TEST_PORT, vars: { ...vars, ...more } });
}

if (import.meta.main) {
  stopChildrenOnExit(0);
  await command(async () => {
    const server = await startNodeTestServer();
    console.log(server.url);
    await server.ended;
  });
}
