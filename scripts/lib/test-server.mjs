// The production Worker for browser tests, on fresh data. `node scripts/lib/test-server.mjs` keeps it running.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureLocalVars, seed } from './local-state.mjs';
import { requireFreePort } from './ports.mjs';
import { stopChildrenOnExit } from './processes.mjs';
import { command } from './progress.mjs';
import { serveDirectly } from './serve.mjs';

export const TEST_PORT = Number(process.env.TEST_PORT ?? 4399);
/** The operator of browser tests. */
export const TEST_OPERATOR_TOKEN = 'e2e:operator-token-of-the-browser-tests';
export const SEEDED = '.wrangler/test-seed';
const VARS = '.wrangler/test.vars';

/**
 * Builds, seeds and serves. The seeded state is copied, so that each run begins without users, codes or cached pages,
 * and a developer's own .dev.vars changes nothing.
 * @param {{folder?: string}} [options] where the state lives
 */
export async function startTestServer({ folder = '.wrangler' } = {}) {
  const stateDir = join(folder, 'test-state');
  await requireFreePort(TEST_PORT);
  await buildIfNeeded();
  mkdirSync('.wrangler', { recursive: true });
  ensureLocalVars(VARS);
  await seed(SEEDED);
  rmSync(stateDir, { recursive: true, force: true });
  cpSync(SEEDED, stateDir, { recursive: true });
  return serveForTests({ port: TEST_PORT, stateDir, vars: { OPERATOR_TOKEN: TEST_OPERATOR_TOKEN } });
}

/**
 * Serves the build as browser tests want it: codes in the outbox, and pictures that are looked at, not weighed.
 * @param {{port: number, stateDir: string, vars: Record<string, string>, wrapper?: string}} options
 */
export function serveForTests({ port, stateDir, vars, wrapper }) {
  return serveDirectly({ port, stateDir, envFile: VARS, vars, wrapper }, { AVIF_EFFORT: '0' });
}

if (import.meta.main) {
  stopChildrenOnExit(0);
  await command(async () => {
    const server = await startTestServer();
    console.log(server.url);
    await server.ended;
  });
}
