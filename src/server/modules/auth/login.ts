import { NO_REFERRER } from '../../../config/constants.ts';
import type { login as call } from '../../../contract/auth.ts';
import { readDevice } from '../../../domain/device.ts';
import { parseLoginCode } from '../../../domain/login-code.ts';
import { parseMobile } from '../../../domain/mobile.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { numericReferrer } from '../../../domain/referral-code.ts';
import { users } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { sha256 } from '../../lib/hash.ts';
import type { Service } from '../../lib/serve.ts';
import { newToken, sessionInsert } from '../../lib/session.ts';
import { isCancelled, restoring } from '../account/cancel.ts';
import { storeCode, useCode } from './codes.ts';

const DAY = 24 * 60 * 60;

/**
 * Signs in with mobile and code (spec 7.04); a number that is new becomes a user with the trial's days. A cancelled
 * account (spec 8.16) is `account_cancelled` until its owner asks, with the same code, to have it back.
 */
export const login: Service<typeof call> = async (context, input) => {
  const mobile = parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const code = parseLoginCode(input.password);
  if (code === null) return fail('code_invalid', { fields: { password: 'code_invalid' } });
  const { db, now } = context;
  if (!(await useCode(db, mobile, code, now))) {
    return fail('code_wrong_or_expired', { fields: { password: 'code_wrong_or_expired' } });
  }
  if (!input.restore && (await isCancelled(db, mobile))) {
    // They have shown that the number is theirs: the same code is good for the answer to this question.
    await storeCode(db, mobile, code, now);
    return fail('account_cancelled', { fields: { password: 'account_cancelled' } });
  }
  return ok({ token: await beginSession(context, mobile, numericReferrer(input.ref), input.restore) });
};

/** The user and the session in one batch: neither without the other. */
async function beginSession(
  { db, env, now, userAgent }: RequestContext,
  mobile: string,
  referrer: number,
  restore: boolean,
): Promise<string> {
  const token = newToken();
  const tokenHash = await sha256(token);
  const trialDays = Number(env.TRIAL_DAYS);
  const user = {
    mobile,
    subscribedUntil: trialDays > 0 ? now + trialDays * DAY : 0,
    ref: referrer === 0 ? NO_REFERRER : referrer,
    createdAt: now,
  };
  await db.batch([
    db.insert(users).values(user).onConflictDoNothing({ target: users.mobile }),
    ...(restore ? [restoring(db, mobile)] : []),
    sessionInsert(db, tokenHash, mobile, readDevice(userAgent), now),
  ]);
  return token;
}
