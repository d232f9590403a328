import { sql } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import { CONFIRM_SECONDS, RECOVERY_CODES, STAFF_SESSION_SECONDS } from '../staff.ts';
import type { OwnMember } from './own-member.ts';

/** After a factor: the desk is open on this session, or confirmed where it was. */
export async function openSession(
  { now, db, token }: RequestContext,
  member: OwnMember,
): Promise<{ ends_at: number; confirmed_until: number }> {
  const endsAt = member.session?.endsAt ?? now + STAFF_SESSION_SECONDS;
  await db.run(sql`INSERT INTO staff_sessions (token_hash, staff_id, began_at, ends_at, confirmed_at)
    VALUES (${await sha256(token ?? '')}, ${member.id}, ${now}, ${endsAt}, ${now})
    ON CONFLICT (token_hash) DO UPDATE SET staff_id = excluded.staff_id, confirmed_at = excluded.confirmed_at,
      began_at = CASE WHEN ends_at = excluded.ends_at THEN began_at ELSE excluded.began_at END,
      ends_at = excluded.ends_at`);
  return { ends_at: endsAt, confirmed_until: now + CONFIRM_SECONDS };
}

/** In place of all earlier ones. */
export async function createRecoveryCodes({ db }: RequestContext, memberId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(memberId, foldCode(code))));
  await batch(db, [
    sql`DELETE FROM staff_recovery_codes WHERE staff_id = ${memberId}`,
    sql`INSERT INTO staff_recovery_codes (staff_id, code_hash)
      SELECT ${memberId}, value FROM json_each(${JSON.stringify(hashes)})`,
  ]);
  return codes;
}

export async function takeRecoveryCode({ db, now }: RequestContext, memberId: number, code: string): Promise<boolean> {
  const hash = await hashRecoveryCode(memberId, code);
  const rows = await db.all(sql`UPDATE staff_recovery_codes SET used_at = ${now}
    WHERE staff_id = ${memberId} AND code_hash = ${hash} AND used_at IS NULL RETURNING staff_id`);
  return rows.length === 1;
}

/** 60 bits, of letters and digits that are not mistaken for each other. */
function createRecoveryCode(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  const text = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte % 32] ?? '').join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

function hashRecoveryCode(memberId: number, code: string): Promise<string> {
  return sha256(`staff-recovery:${String(memberId)}:${code.replaceAll('-', '')}`);
}

/** Closes the member's desks elsewhere: a way in that is gone leaves none open. */
export async function endOtherSessions({ db, token }: RequestContext, memberId: number): Promise<void> {
  await db.run(
    sql`DELETE FROM staff_sessions WHERE staff_id = ${memberId} AND token_hash <> ${await sha256(token ?? '')}`,
  );
}
