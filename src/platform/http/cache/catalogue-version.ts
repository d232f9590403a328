import { DEADLINES } from '../../config/deadlines.ts';
import type { Env } from '../../config/env.ts';
import { isAhead } from '../clock.ts';
import { withDeadline } from '../limits/deadline.ts';
import { describeError } from '../faults/describe-error.ts';

export const CATALOGUE_VERSION_KEY = 'catalogue_version';
const MEMORY_MS = 5000;

let cached: { version: string | null; until: number } = { version: null, until: 0 };

/** From KV, at most 5 s old. While KV fails: the last version read; null (any cached page fits) where none was. */
export async function catalogueVersion(env: Env): Promise<string | null> {
  if (env.API_BASE_URL !== '') return 'provider';
  if (isAhead(cached.until, Date.now(), MEMORY_MS)) return cached.version;
  let { version } = cached;
  try {
    const read = env.CONFIG.get(CATALOGUE_VERSION_KEY, { cacheTtl: 60 });
    version = (await withDeadline(read, DEADLINES.near, 'KV')) ?? '0';
  } catch (cause) {
    console.error(`catalogue version: ${describeError(cause)}`);
  }
  cached = { version, until: Date.now() + MEMORY_MS };
  return version;
}

/** Every stored page is rendered again before it is shown. While KV fails, pages are rendered again by their age alone. */
export async function renewCatalogueVersion({ CONFIG }: Pick<Env, 'CONFIG'>, version: string): Promise<void> {
  try {
    await CONFIG.put(CATALOGUE_VERSION_KEY, version);
    cached = { version, until: Date.now() + MEMORY_MS };
  } catch (cause) {
    console.error(`catalogue version: ${describeError(cause)}`);
  }
}
