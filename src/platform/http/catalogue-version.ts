import { DEADLINES } from '../config/deadlines.ts';
import type { Env } from '../config/env.ts';
import { withDeadline } from './deadline.ts';
import { describeError } from './describe-error.ts';

/** The KV key that a load of the catalogue changes, so that cached pages turn over. */
export const CATALOGUE_VERSION_KEY = 'catalogue_version';
const MEMORY_MS = 5000;

let cached: { version: string | null; until: number } = { version: null, until: 0 };

/**
 * The version of the catalogue that pages are made from: from KV, never from D1, and at most 5 s old. While KV fails or
 * is slow, the last version this isolate read; null where it has read none, which any kept page then fits.
 */
export async function catalogueVersion(env: Env): Promise<string | null> {
  if (env.API_BASE_URL !== '') return 'provider';
  if (cached.until > Date.now()) return cached.version;
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
