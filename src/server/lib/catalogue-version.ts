import type { Env } from '../../config/env.ts';

/** The KV key that a load of the catalogue changes, so that cached pages turn over. */
export const CATALOGUE_VERSION_KEY = 'catalogue_version';
const MEMORY_MS = 5000;

let known: { version: string; until: number } | null = null;

/** The version of the catalogue that pages are made from: from KV, never from D1, and at most 5 s old. */
export async function catalogueVersion(env: Env): Promise<string> {
  if (env.API_BASE_URL !== '') return 'provider';
  if (known && known.until > Date.now()) return known.version;
  const version = (await env.CONFIG.get(CATALOGUE_VERSION_KEY, { cacheTtl: 60 })) ?? '0';
  known = { version, until: Date.now() + MEMORY_MS };
  return version;
}
