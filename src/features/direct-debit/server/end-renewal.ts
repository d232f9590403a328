import { sql, type SQL } from 'drizzle-orm';
import { endMandates } from './revocations.ts';
import { buildSettings } from './settings.ts';

/** Banks whose consent is given or asked for. Of `mandates m`. */
const isOpen = sql`m.state IN ('active', 'pending')`;

/** The statements of the visitor's own end of the renewal, or with `revoke` of the end of every bank, by which all that is
 * collected ends. */
export function buildRenewalEnd(userId: number, { revoke, now }: { revoke: boolean; now: number }): SQL[] {
  const off = buildSettings(userId, { subscription: false }, now);
  return revoke ? [...off, ...endMandates(userId, isOpen, now)] : off;
}

/** JSON: what is collected from an account, and by which banks. */
export const selectCollection = (userId: number): SQL => sql`(SELECT json_object(
    'renews', coalesce((SELECT subscription FROM direct_debit_settings WHERE user_id = u.id), 0),
    'pay_anything', coalesce((SELECT pay_anything FROM direct_debit_settings WHERE user_id = u.id), 0),
    'series', (SELECT count(*) FROM direct_debit_series WHERE user_id = u.id),
    'banks', (SELECT json_group_array(m.bank) FROM mandates m WHERE m.user_id = u.id AND ${isOpen}))
  FROM users u WHERE u.id = ${userId})`;
