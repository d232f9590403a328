import type { Env } from '../config/env.ts';

/** Only the demo runs without `SITE_URL`, so a forged Host header reaches no SMS, bank or canonical URL. */
export function getSiteOrigin(env: Pick<Env, 'SITE_URL'>, visited: string): string {
  return env.SITE_URL === '' ? visited : new URL(env.SITE_URL).origin;
}
