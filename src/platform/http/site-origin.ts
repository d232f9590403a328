import type { Env } from '../config/env.ts';

/**
 * The site's public origin, for SMS, canonical addresses and what banks are told: that of `SITE_URL`, else the
 * visited one. Only the demo runs without `SITE_URL` (unsafe-settings.ts), so no Host header gets out of it.
 */
export function getSiteOrigin(env: Pick<Env, 'SITE_URL'>, visited: string): string {
  return env.SITE_URL === '' ? visited : new URL(env.SITE_URL).origin;
}
