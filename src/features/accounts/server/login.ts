import { CODE_TRIES, CODE_TTL_SECONDS, NO_REFERRER } from '../../../platform/config/constants.ts';
import { LONG_CODE_LENGTH, SHARED_REQUESTER } from '../config.ts';
import type { login as call } from '../contract/auth.ts';
import { readDevice } from '../device.ts';
import { parseLoginCode } from '../login-code.ts';
import { readTrialDays } from '../../../platform/config/variants.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { numericReferrer, type Referrer } from '../../../platform/text/referral-code.ts';
import { users } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { revokeAssertions } from '../../../platform/http/session/session-assertion.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { findBuckets, returnBudget, takeBudget, type Charge } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { createToken, buildSessionDelete, buildSessionInsert } from './session.ts';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { identifyRequester, isKnownDevice, storeDevice, type Requester } from './requester.ts';
import { buildTermsAcceptance } from './accept-terms.ts';
import { selectTrialDays } from './trial-at.ts';
import { storeCode, useCode, type CodeKey } from './codes.ts';
import { notifyNewDevice } from './new-device.ts';
import { getLongCodeCharges, getShortCodeCharges } from './send-budget.ts';

const DAY = 24 * 60 * 60;

/** Spec 7.04, 8.16 (`restore`). Four-digit codes work for their requester only, long ones for any (decision 036). */
export const login: Service<typeof call> = async (context, input) => {
  const mobile = parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const code = parseLoginCode(input.password);
  if (code === null) return fail('code_invalid', { fields: { password: 'code_invalid' } });
  const { db, now } = context;
  const requester = await identifyRequester(context, input.asker);
  const isKnown = await isKnownDevice(db, mobile, requester);
  const isLong = code.length === LONG_CODE_LENGTH;
  // A known device has three guesses at its own code; an attacker may share its network.
  const budget = await takeBudget(context, [{ limit: 'guess', byNetwork: isLong || !isKnown }]);
  if (!budget.ok) {
    return fail('too_many_requests', {
      fields: { password: 'too_many_requests' },
      ...(budget.retryAfter !== undefined && { retryAfter: budget.retryAfter }),
    });
  }
  const key: CodeKey = { mobile, requester: isLong ? SHARED_REQUESTER : requester.id };
  if (!(await useCode(db, key, code, now))) {
    return fail('code_wrong_or_expired', { fields: { password: 'code_wrong_or_expired' } });
  }
  await returnBudget(context, budget.value);
  const account = await findAccount(db, mobile);
  if (account?.blockedAt != null) return fail('account_blocked', { fields: { password: 'account_blocked' } });
  if (!input.restore && account?.cancelledAt != null) {
    // The number is proved: the same code confirms the restore.
    await storeCode(db, key, code, now, { seconds: CODE_TTL_SECONDS, tries: isLong ? null : CODE_TRIES });
    return fail('account_cancelled', { fields: { password: 'account_cancelled' } });
  }
  const token = await beginSession(context, { mobile, requester }, numericReferrer(input.ref), input.restore);
  // Used codes cost nothing: only unused ones count against the mobile's day.
  const [, codeCharge]: [Charge, Charge] = isLong
    ? getLongCodeCharges(mobile)
    : getShortCodeCharges(mobile, requester, isKnown);
  await returnBudget(context, { buckets: await findBuckets(context, [codeCharge]) });
  return ok({ token });
};

/** One batch. The previous session ends in it, so a token planted before the login is worthless after it. */
async function beginSession(
  context: RequestContext,
  { mobile, requester }: { mobile: string; requester: Requester },
  referrer: Referrer,
  restore: boolean,
): Promise<string> {
  const { db, env, now, userAgent, token: previous } = context;
  const device = readDevice(userAgent);
  const token = createToken();
  const tokenHash = await sha256(token);
  const trialDays = selectTrialDays(now, readTrialDays(env));
  const user = {
    mobile,
    subscribedUntil: sql`(SELECT iif(t.days > 0, ${now} + t.days * ${DAY}, 0) FROM (SELECT ${trialDays} AS days) t)`,
    ref: referrer === 0 ? NO_REFERRER : referrer,
    createdAt: now,
  };
  if (previous !== null) revokeAssertions(previous, now);
  await db.batch([
    db.insert(users).values(user).onConflictDoNothing({ target: users.mobile }),
    buildTermsAcceptance(context, mobile),
    ...(restore ? [buildRestore(db, mobile)] : []),
    ...(previous === null ? [] : [buildSessionDelete(db, await sha256(previous))]),
    buildSessionInsert(db, tokenHash, mobile, device, now),
    ...storeDevice(db, mobile, requester, now),
  ]);
  context.defer(notifyNewDevice(context, mobile, device));
  return token;
}

async function findAccount(db: Database, mobile: string) {
  const { cancelledAt, blockedAt } = users;
  const [account] = await db.select({ cancelledAt, blockedAt }).from(users).where(eq(users.mobile, mobile));
  return account;
}

function buildRestore(db: Database, mobile: string) {
  return db.update(users).set({ cancelledAt: null, eraseAt: null }).where(eq(users.mobile, mobile));
}
