// The production Worker for browser tests, on fresh data. `node tools/lib/test-server.ts` keeps it running.
import { randomInt } from 'node:crypto';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';
import { ensureLocalVars, seed } from './local-state.ts';
import { requireFreePort } from './ports.ts';
import { stopChildrenOnExit } from './processes.ts';
import { command } from './progress.ts';
import { serveDirectly, type DirectOptions, type WorkerServer } from './serve.ts';

export const TEST_PORT = Number(process.env['TEST_PORT'] ?? 4399);
const TEST_OPERATORS = Array.from({ length: 16 }, (_, at) => ({
  name: `e2e-${String(at)}`,
  secret: `operator-token-of-the-browser-tests-${String(at)}`,
}));
/** The operators of browser tests: each has a budget of calls, which tests beside each other would use up. */
export const TEST_OPERATOR_TOKEN = TEST_OPERATORS.map(({ name, secret }) => `${name}:${secret}`).join(',');
/** Who sells, on invoices. */
export const TEST_SELLER = {
  SELLER_NAME: 'شرکت نمایش نمونه',
  SELLER_ECONOMIC_CODE: '411111111111',
  SELLER_NATIONAL_ID: '10100000000',
  SELLER_ADDRESS: 'تهران، خیابان نمونه، شمارهٔ ۱',
  SELLER_POSTAL_CODE: '1100000000',
  SELLER_PHONE: '02100000000',
};
export const SEEDED = '.wrangler/test-seed';
export const VARS = '.wrangler/test.vars';

/** Headers of calls by a token of the settings; one test keeps what it draws. */
export function drawOperatorHeaders(origin: string): { origin: string; authorization: string } {
  const secret = TEST_OPERATORS[randomInt(TEST_OPERATORS.length)]?.secret ?? '';
  return { origin, authorization: `Bearer ${secret}` };
}

/** Builds, seeds and serves: a copy of the seeded state in `folder`, and no variable of the developer's .dev.vars. */
export async function startTestServer({ folder = '.wrangler' } = {}): Promise<WorkerServer> {
  const stateDir = join(folder, 'test-state');
  await requireFreePort(TEST_PORT);
  await buildIfNeeded();
  mkdirSync('.wrangler', { recursive: true });
  ensureLocalVars(VARS);
  await seed(SEEDED);
  rmSync(stateDir, { recursive: true, force: true });
  cpSync(SEEDED, stateDir, { recursive: true });
  return serveForTests({ port: TEST_PORT, stateDir, vars: { OPERATOR_TOKEN: TEST_OPERATOR_TOKEN, ...TEST_SELLER } });
}

/** Serves the build as browser tests need it: codes in the outbox, and AVIF encoded as fast as possible. */
export function serveForTests(options: Omit<DirectOptions, 'envFile'>): Promise<WorkerServer> {
  return serveDirectly({ ...options, envFile: VARS }, { AVIF_EFFORT: '0' });
}

if (import.meta.main) {
  stopChildrenOnExit(0);
  await command(async () => {
    const server = await startTestServer();
    console.log(server.url);
    await server.ended;
  });
}
