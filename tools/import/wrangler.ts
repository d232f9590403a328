import { run } from '../lib/processes.ts';
import { problem } from '../lib/progress.ts';

/** At a lower log level, `auth token` prints nothing. */
const LOGGED = { WRANGLER_LOG: 'log', WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', NO_COLOR: '1' };

/** The command line of wrangler, for what only it can reach. @returns what it prints, without warnings */
export async function wrangler(args: string[]): Promise<string> {
  const { code, output, stdout } = await run('wrangler', args, { env: LOGGED });
  if (code !== 0) throw problem(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${output.trim()}`);
  return stdout;
}

/** Runs a file of SQL in Cloudflare's D1, whole or not at all. */
export async function runSqlFile(file: string): Promise<void> {
  await wrangler(['d1', 'execute', 'DB', '--yes', '--remote', '--file', file]);
}

/** Puts the catalogue version into the local KV under a state folder, which only wrangler writes. */
export async function putLocalVersion(key: string, version: string, stateDir: string): Promise<void> {
  const place = ['--binding', 'CONFIG', '--preview', 'false', '--local', '--persist-to', stateDir];
  await wrangler(['kv', 'key', 'put', key, version, ...place]);
}
