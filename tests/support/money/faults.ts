import * as v from 'valibot';
import { runCases } from '../../../src/features/compensation/server/run-cases.ts';
import { watchFaults } from '../../../src/features/compensation/server/watch-faults.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { openShop } from './shop.ts';

/** A folder of media that is in the store. */
export const FOLDER = 'fresh';

const caseRow = v.object({
  ...{
    id: v.number(),
    kind: v.string(),
    subject: v.number(),
    state: v.string(),
    starts_at: v.number(),
    ends_at: v.number(),
  },
  ...{ people: v.nullable(v.number()), given: v.number(), reason: v.string() },
});

/** A shop whose schedule looks for faults at each tick, and gives days. */
export async function openFaults() {
  const { platform, site } = await openShop();
  const db = openDatabase(platform.env.DB);
  await platform.env.MEDIA.put(`video/${FOLDER}/master.m3u8`, '#EXTM3U\n');

  const tick = async (seconds: number, vars: Partial<Env> = {}) => {
    site.clock.now += seconds;
    const context = { db, env: { ...platform.env, ...vars }, now: site.clock.now };
    await watchFaults(context);
    await runCases(context);
  };
  const listCases = async (kind: string) => {
    const { results } = await site.sql('SELECT * FROM compensation_cases WHERE kind = ? ORDER BY id', kind).all();
    return v.parse(v.array(caseRow), results);
  };
  const readEnd = async (id: number) =>
    (await site.sql('SELECT subscribed_until FROM users WHERE id = ?', id).first<number>('subscribed_until')) ?? 0;

  return { platform, site, db, tick, listCases, readEnd };
}
