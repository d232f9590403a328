import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { start } from './processes.ts';
import { problem } from './progress.ts';

/** The folder of the local D1, R2 and KV; `npm start` and `npm run dev` share it. */
export const STATE_DIR = '.wrangler/state';
/** The developer's own variables and secrets; never committed, never printed. */
export const DEV_VARS = '.dev.vars';

/** Settings of the demo on this machine: codes at /dev/inbox, a bank and mandates of our own. wrangler.toml has none. */
export const DEMO_VARS = {
  DEMO: '1',
  SMS_PROVIDER: 'outbox',
  PAYMENT_GATEWAYS: 'sandbox',
  MANDATE_PROVIDER: 'sandbox',
  // The operators of the specification (1.09). No network is known on this machine.
  FULLRATE_NETWORKS: '197207,44244',
  SISTER_URL: 'https://plus.example.org',
};

/** Secrets that are made up on this machine: signing media, and the operator's calls (docs/money.md). */
const SECRETS = ['MEDIA_SIGNING_KEY', 'OPERATOR_TOKEN'];

/** Adds the demo's variables and secrets that a file of NAME=value lines lacks; a variable that it has stays. */
export function ensureLocalVars(file: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const missing = Object.entries(DEMO_VARS).filter(
    ([name]) => !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text),
  );
  for (const name of SECRETS) {
    if (!new RegExp(`^${name}=.`, 'm').test(text)) missing.push([name, randomBytes(32).toString('hex')]);
  }
  if (missing.length === 0) return;
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text === '' || text.endsWith('\n') ? text + lines : `${text}\n${lines}`, { mode: 0o600 });
}

/** Migrates and seeds a local state, where that has not been done. A state of tests has their films. `options`: of the command. */
export async function seed(stateDir: string, options: readonly string[] = []): Promise<void> {
  const args = [...options, ...(stateDir === STATE_DIR ? [] : ['--tests'])];
  const { ended } = start('node', ['scripts/seed.ts', ...args], { env: { STATE_DIR: stateDir }, inherit: true });
  if ((await ended) !== 0) throw problem('Seeding the local database failed (see above).');
}
