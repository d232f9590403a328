// The production Worker for browser tests, on fresh data. `node scripts/lib/test-server.mjs` keeps it running.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { buildIfNeeded } from './build.mjs';
import { ensureSigningKey, seed } from './local-state.mjs';
import { requireFreePort } from './ports.mjs';
import { stopChildrenOnExit } from './processes.mjs';
import { command } from './progress.mjs';
import { serveDirectly } from './serve.mjs';

export const TEST_PORT = Number(process.env.TEST_PORT ?? 4399);
const SEEDED = '.wrangler/test-seed';
const STATE = '.wrangler/test-state';
const VARS = '.wrangler/test.vars';

/**
 * Builds, seeds and serves. The seeded state is copied, so that each run begins without users, codes or cached pages,
 * and a developer's own .dev.vars changes nothing.
 */
export async function startTestServer() {
  await requireFreePort(TEST_PORT);
  await buildIfNeeded();
  mkdirSync('.wrangler', { recursive: true });
  ensureSigningKey(VARS);
  await seed(SEEDED);
  rmSync(STATE, { recursive: true, force: true });
  cpSync(SEEDED, STATE, { recursive: true });
  return serveDirectly({
    port: TEST_PORT,
    stateDir: STATE,
    envFile: VARS,
    vars: { SMS_PROVIDER: 'outbox', LISTS: 'on' },
  });
}

if (import.meta.main) {
  stopChildrenOnExit(0);
  await command(async () => {
    const server = await startTestServer();
    console.log(server.url);
    await server.ended;
  });
}
