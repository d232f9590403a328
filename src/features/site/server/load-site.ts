import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { siteBrand } from '../contract.ts';
import { toDeskFlags } from '../flag-rules.ts';
import { siteFlags } from '../texts-contract.ts';
import { BUILT_IN_BRAND, type Brand } from '../../../platform/config/brand.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import { applyFlags, setFlags, type DeskFlags } from '../../../platform/config/site-flags.ts';
import { batch } from '../../../platform/db/batch.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { catalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { dropMarks } from '../../../platform/text/drop-marks.ts';
import { setBrand } from '../../../platform/text/site-brand.ts';
import { setSupportPhone } from '../../../platform/text/support-phone.ts';
import { APP_DETAILS_KEY } from './details.ts';

const json = <T extends v.GenericSchema>(schema: T) => v.nullable(v.pipe(v.string(), v.parseJson(), schema));
const rows = v.array(
  v.object({ brand: json(v.object({ brand: siteBrand })), flags: json(siteFlags), phone: v.nullable(v.string()) }),
);

/** Of the last read that ended; `attempt` counts reads from the first. */
let last: { version: string | null; attempt: number } = { version: null, attempt: 0 };
let attempts = 0;

/**
 * Reads the brand, the telephone and the flags of the desk where the catalogue has another version than at the last read, as after
 * each save: pages of a version have the brand of that version. While the database fails the last ones stay.
 */
export async function loadSite(env: Env): Promise<void> {
  await readAtNewVersion(env);
  applyFlags(env);
}

/** For a request that a stored page may answer: the process's first one waits for a read. */
export async function loadSiteOnce(env: Env): Promise<void> {
  if (attempts === 0) await readAtNewVersion(env);
  applyFlags(env);
}

async function readAtNewVersion(env: Env): Promise<void> {
  const version = await catalogueVersion(env);
  if (env.API_BASE_URL !== '' || (last.attempt > 0 && version === last.version)) return;
  attempts += 1;
  const attempt = attempts;
  try {
    const { brand, flags, phone } = await withDeadline(readSite(env), DEADLINES.call, 'brand and flags');
    // A slow read must not replace a later one.
    if (attempt < last.attempt) return;
    last = { version, attempt };
    setBrand(brand);
    setFlags(flags);
    setSupportPhone(phone);
  } catch (cause) {
    console.error(`brand and flags: ${describeError(cause)}`);
  }
}

const selectNewest = (column: 'details' | 'value', part: 'brand' | 'flags' | 'house') =>
  sql`(SELECT ${sql.raw(column)} FROM site_texts WHERE part = ${part} ORDER BY rev DESC LIMIT 1)`;

interface Site {
  brand: Brand;
  flags: DeskFlags;
  phone: string | null;
}

/** At once, so that the desk shows a save before this process has read it. */
export async function readSite({ DB }: Pick<Env, 'DB'>): Promise<Site> {
  const [answer = []] = await batch(openDatabase(DB), [
    sql`SELECT ${selectNewest('details', 'brand')} AS brand, ${selectNewest('value', 'flags')} AS flags,
      coalesce(${selectNewest('details', 'house')} ->> 'support_phone',
        (SELECT value ->> 'support_phone' FROM settings WHERE key = ${APP_DETAILS_KEY})) AS phone`,
  ]);
  const [row] = v.parse(rows, answer);
  const flags = row?.flags ? toDeskFlags(row.flags) : {};
  return { brand: dropMarks(row?.brand?.brand ?? BUILT_IN_BRAND), flags, phone: row?.phone ?? null };
}
