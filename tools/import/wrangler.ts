import { run } from '../../scripts/lib/processes.ts';
import { problem } from '../../scripts/lib/progress.ts';

/** The command line of wrangler, for what only it can reach. @returns what it prints */
export async function wrangler(args: string[]): Promise<string> {
  const env = { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', NO_COLOR: '1' };
  const { code, output } = await run('wrangler', args, { env });
  if (code !== 0) throw problem(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${output.trim()}`);
  return output;
}

/** Puts the catalogue version into KV, local (under a state folder) or remote. */
export async function putVersion(key: string, version: string, place: readonly string[]): Promise<void> {
  await wrangler(['kv', 'key', 'put', key, version, '--binding', 'CONFIG', '--preview', 'false', ...place]);
}
