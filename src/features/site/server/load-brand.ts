import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { siteBrand } from '../contract.ts';
import { BUILT_IN_BRAND, type Brand } from '../../../platform/config/brand.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import { batch } from '../../../platform/db/batch.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { catalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { setBrand } from '../../../platform/text/site-brand.ts';
import { setSupportPhone } from '../../../platform/text/support-phone.ts';
import { APP_DETAILS_KEY } from './details.ts';

const storedBrand = v.pipe(v.string(), v.parseJson(), v.object({ brand: siteBrand }));
const rows = v.array(v.object({ details: v.nullable(storedBrand), phone: v.nullable(v.string()) }));

/** Of the last read that ended; `attempt` counts reads from the first. */
let last: { version: string | null; attempt: number } = { version: null, attempt: 0 };
let attempts = 0;

/**
 * Reads the site's name, colours, logo and telephone where the catalogue has another version than at the last read, as after each
 * save of them: pages of a version have the brand of that version. While the database fails the last one stays.
 */
export async function loadBrand(env: Env): Promise<void> {
  const version = await catalogueVersion(env);
  if (env.API_BASE_URL !== '' || (last.attempt > 0 && version === last.version)) return;
  attempts += 1;
  const attempt = attempts;
  try {
    const { brand, phone } = await withDeadline(readBrand(env), DEADLINES.call, 'brand');
    // A slow read must not replace a later one.
    if (attempt < last.attempt) return;
    last = { version, attempt };
    setBrand(brand);
    setSupportPhone(phone);
  } catch (cause) {
    console.error(`brand: ${describeError(cause)}`);
  }
}

async function readBrand({ DB }: Env): Promise<{ brand: Brand; phone: string | null }> {
  const [answer = []] = await batch(openDatabase(DB), [
    sql`SELECT (SELECT details FROM site_texts WHERE part = 'brand' ORDER BY rev DESC LIMIT 1) AS details,
      coalesce((SELECT details ->> 'support_phone' FROM site_texts WHERE part = 'house' ORDER BY rev DESC LIMIT 1),
        (SELECT value ->> 'support_phone' FROM settings WHERE key = ${APP_DETAILS_KEY})) AS phone`,
  ]);
  const [row] = v.parse(rows, answer);
  return { brand: row?.details?.brand ?? BUILT_IN_BRAND, phone: row?.phone ?? null };
}
