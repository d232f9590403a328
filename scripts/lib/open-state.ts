import { join } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import type { Env } from '../../src/config/env.ts';

/** Opens the bindings of a folder of local state, as `npm start` has it; `dispose` writes and closes it. */
export function openState(folder: string) {
  return getPlatformProxy<Env>({
    configPath: 'wrangler.toml',
    persist: { path: join(folder, 'v3') },
    envFiles: ['/dev/null'],
  });
}
