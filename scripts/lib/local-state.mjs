import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { start } from './processes.mjs';
import { problem } from './progress.mjs';

/** Where the local D1, R2 and KV live; the same for `npm start` and `npm run dev`. */
export const STATE_DIR = '.wrangler/state';
/** The developer's own variables and secrets; never committed, never printed. */
export const DEV_VARS = '.dev.vars';

/**
 * Makes sure that a file of variables has a key to sign media with.
 * @param {string} file a file of NAME=value lines; made if it is missing
 */
export function ensureSigningKey(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^MEDIA_SIGNING_KEY=./m.test(text)) return;
  const key = `MEDIA_SIGNING_KEY=${randomBytes(32).toString('hex')}\n`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text === '' || text.endsWith('\n') ? text + key : `${text}\n${key}`, { mode: 0o600 });
}

/**
 * Migrates and seeds a local state; the script says itself what it does and skips what is there already.
 * @param {string} stateDir
 */
export async function seed(stateDir) {
  const { ended } = start('node', ['scripts/seed.ts'], { env: { STATE_DIR: stateDir }, inherit: true });
  if ((await ended) !== 0) throw problem('Seeding the local database failed (see above).');
}
