import { sql, type SQL } from 'drizzle-orm';
import { DEVICE_NOTICE_SECONDS, DEVICE_NOTICES_PER_DAY } from '../../../platform/config/constants.ts';
import type { Device } from '../device.ts';
import type { Database } from '../../../platform/db/client.ts';

const DAY = 24 * 60 * 60;

/** An SQL value: the account is older than this login, and was not used on such a browser and system before. */
export function isNewDevice(mobile: string, { browser, system }: Device, now: number): SQL<boolean> {
  return sql`EXISTS (SELECT 1 FROM users u WHERE u.mobile = ${mobile} AND u.created_at < ${now}
    AND NOT EXISTS (SELECT 1 FROM known_devices k
      WHERE k.user_id = u.id AND k.browser = ${browser} AND k.system = ${system}))`;
}

/** True if the owner must be notified. One statement checks and writes, so simultaneous logins send one notice. */
export async function storeDevice(
  db: Database,
  mobile: string,
  { browser, system }: Device,
  now: number,
): Promise<boolean> {
  const noticed = (since: number) => sql`(SELECT count(*) FROM known_devices k
    WHERE k.user_id = u.id AND k.noticed_at > ${since})`;
  const [row] = await db.all<{ noticed_at: number }>(sql`
    INSERT INTO known_devices (user_id, browser, system, first_at, noticed_at)
    SELECT u.id, ${browser}, ${system}, ${now}, CASE WHEN u.created_at < ${now}
        AND ${noticed(now - DEVICE_NOTICE_SECONDS)} = 0 AND ${noticed(now - DAY)} < ${DEVICE_NOTICES_PER_DAY}
      THEN ${now} ELSE 0 END
    FROM users u WHERE u.mobile = ${mobile}
    ON CONFLICT DO NOTHING RETURNING noticed_at`);
  return row !== undefined && row.noticed_at > 0;
}
