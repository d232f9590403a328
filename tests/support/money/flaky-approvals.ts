import type { Env } from '../../../src/platform/config/env.ts';
import { disturbBatches, type Moods } from '../database/flaky-database.ts';
import type { Platform } from '../site/platform.ts';
import { openMoney } from './money.ts';

export type { Moods };

/** A site whose database is disturbed where a request is decided. */
export function openFlaky(platform: Platform, settings: Partial<Env>, now: number, moods: Moods) {
  const DB = disturbBatches(platform.env.DB, 'approval_decisions (approval_id', moods);
  const site = openMoney(platform, { ...settings, DB });
  site.clock.now = now;
  return site;
}
