import { sql } from 'drizzle-orm';
import {
  CODE_TRIES,
  CODE_TTL_SECONDS,
  RESEND_SECONDS,
  SENDS_PER_DAY,
  STEP_UP_SECONDS,
} from '../../../platform/config/constants.ts';
import type { confirmCode as confirmCall, sendConfirmation as sendCall } from '../contract/account.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { parseLoginCode } from '../login-code.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { requireSms } from '../../../platform/sms/choose.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { sameHash, sha256 } from '../../../platform/http/hash.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from './require-user.ts';
import { createCode } from './codes.ts';
import { CODE_SENT, buildConfirmationText } from './texts.ts';

const DAY = 24 * 60 * 60;

/** Sends a code to the account's mobile. It works for this session only, and has its own limits. */
export const sendConfirmation: Service<typeof sendCall> = async (context) => {
  const { db, locale, origin } = context;
  const { mobile } = requireUser(context);
  const sms = requireSms(context);
  if (!sms.ok) return sms;
  const code = createCode();
  const budget = await storeConfirmation(context, code);
  if (!budget.ok) return budget;
  const delivery = await sms.value.send({ mobile, code, text: buildConfirmationText(locale, code, origin) });
  if (!delivery.ok) {
    // It counts against the day, so that a failing provider is not hammered.
    await db.run(sql`UPDATE step_up_codes SET expires_at = 0 WHERE id = ${budget.value}`);
    return delivery;
  }
  return ok({ sms_sent: true, resend_after: RESEND_SECONDS, ...CODE_SENT });
};

/** Confirms the session's newest code once: 3 tries, 10 codes a day, so a stolen session guesses with 0.3 % a day. */
export const confirmCode: Service<typeof confirmCall> = async (context, input) => {
  const { db, now } = context;
  const code = parseLoginCode(input.code);
  if (code === null) return fail('code_invalid', { fields: { code: 'code_invalid' } });
  const tokenHash = await hashToken(context);
  const [codeRow] = await db.all<{ id: number; code_hash: string }>(sql`
    UPDATE step_up_codes SET tries_left = tries_left - 1
    WHERE id = (SELECT max(id) FROM step_up_codes WHERE token_hash = ${tokenHash})
      AND tries_left > 0 AND ${isAheadInSql(sql`expires_at`, now, CODE_TTL_SECONDS)}
    RETURNING id, code_hash`);
  const wrong = fail('code_wrong_or_expired', { fields: { code: 'code_wrong_or_expired' } } as const);
  if (!codeRow || !sameHash(codeRow.code_hash, await hashCode(tokenHash, code))) return wrong;
  const [confirmed = []] = await batch(db, [
    sql`UPDATE sessions SET stepped_up_at = ${now} WHERE token_hash = ${tokenHash}
      AND EXISTS (SELECT 1 FROM step_up_codes WHERE id = ${codeRow.id} AND expires_at > 0) RETURNING user_id`,
    sql`UPDATE step_up_codes SET expires_at = 0 WHERE id = ${codeRow.id}`,
  ]);
  return confirmed.length === 1 ? ok({ data: { confirmed_until: now + STEP_UP_SECONDS } }) : wrong;
};

/** Stores a code within the limits: 90 seconds apart per session, ten a day per account. Returns the row's id. */
async function storeConfirmation(context: RequestContext, code: string): Promise<Outcome<number, ErrorCode>> {
  const { db, now } = context;
  const { id: userId } = requireUser(context);
  const tokenHash = await hashToken(context);
  const isSince = (seconds: number) => isAheadInSql(sql`sent_at`, now - seconds, seconds);
  const [row] = await db.all<{ id: number }>(sql`
    INSERT INTO step_up_codes (user_id, token_hash, code_hash, tries_left, sent_at, expires_at)
    SELECT ${userId}, ${tokenHash}, ${await hashCode(tokenHash, code)}, ${CODE_TRIES}, ${now}, ${now + CODE_TTL_SECONDS}
    WHERE NOT EXISTS (SELECT 1 FROM step_up_codes WHERE token_hash = ${tokenHash} AND ${isSince(RESEND_SECONDS)})
      AND (SELECT count(*) FROM step_up_codes WHERE user_id = ${userId} AND ${isSince(DAY)}) < ${SENDS_PER_DAY}
    RETURNING id`);
  if (row) return ok(row.id);
  const [facts] = await db.all<{ last: number | null; tenth: number | null }>(sql`SELECT
    (SELECT max(sent_at) FROM step_up_codes WHERE token_hash = ${tokenHash} AND ${isSince(RESEND_SECONDS)}) AS last,
    (SELECT sent_at FROM step_up_codes WHERE user_id = ${userId} AND ${isSince(DAY)}
      ORDER BY sent_at DESC LIMIT 1 OFFSET ${SENDS_PER_DAY - 1}) AS tenth`);
  if (facts?.tenth != null) return refuse('code_daily_limit', facts.tenth + DAY - now);
  return refuse('code_too_soon', (facts?.last ?? now) + RESEND_SECONDS - now);
}

function refuse(code: 'code_daily_limit' | 'code_too_soon', seconds: number): Outcome<number, ErrorCode> {
  return fail(code, { fields: { code }, retryAfter: Math.max(1, seconds) });
}

function hashToken({ token }: RequestContext): Promise<string> {
  return sha256(token ?? '');
}

/** Bound to purpose and session, so that no other code can replace it. */
function hashCode(tokenHash: string, code: string): Promise<string> {
  return sha256(`step-up:${tokenHash}:${code}`);
}
