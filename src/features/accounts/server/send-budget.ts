import { LONG_CODE_LENGTH, LONG_CODE_SECONDS, SHARED_REQUESTER } from '../config.ts';
import { CODE_LENGTH, CODE_TRIES, CODE_TTL_SECONDS, RESEND_SECONDS } from '../../../platform/config/constants.ts';
import { LIMITS } from '../../../platform/config/limits.ts';
import { fail, ok, type Failure, type Outcome } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import {
  returnBudget,
  takeBudget,
  type Charge,
  type Refusal,
  type BudgetReceipt,
} from '../../../platform/http/limits/rate-limit.ts';
import { isKnownDevice, type Requester } from './requester.ts';
import { hasCode, type CodeKey, type CodeLife } from './codes.ts';

export type SendRefusal = 'code_too_soon' | 'code_queue' | 'code_address_limit';

/** A code of `digits` for `key`. Null `life`: nothing is sent, because the phone has a code that works. */
export interface SendPlan {
  key: CodeKey;
  digits: number;
  life: CodeLife | null;
  resendAfter: number; // Seconds
  /** Returns the mobile's budget. The network's stays spent, so that an outage cannot be hammered. */
  release: () => Promise<void>;
}

/** Decision 036: known devices have own budgets. Others share 8 four-digit codes a day with 3 guesses each (0.24 %),
 * then one long code an hour for any browser, so that strangers' requests cannot lock the owner out. */
export async function planSend(
  context: RequestContext,
  mobile: string,
  requester: Requester,
): Promise<Outcome<SendPlan, SendRefusal>> {
  const { db, now } = context;
  const isKnown = await isKnownDevice(db, mobile, requester);
  const key: CodeKey = { mobile, requester: requester.id };
  const network: Charge = { limit: 'send', byNetwork: !isKnown };
  const charges = getShortCodeCharges(mobile, requester, isKnown);
  const short = await takeAll(context, [...charges, network]);
  if (short.ok) {
    const life = { seconds: CODE_TTL_SECONDS, tries: CODE_TRIES };
    return ok({ key, digits: CODE_LENGTH, life, resendAfter: RESEND_SECONDS, release: short.value });
  }
  if (!short.limits.some((limit) => limit === 'code_short' || limit === 'code_known')) {
    const hasOwn = await hasCode(db, key, now);
    return refuse(short, hasOwn);
  }
  return planLongSend(context, mobile, network);
}

async function planLongSend(
  context: RequestContext,
  mobile: string,
  network: Charge,
): Promise<Outcome<SendPlan, SendRefusal>> {
  const key: CodeKey = { mobile, requester: SHARED_REQUESTER };
  const plan = { key, digits: LONG_CODE_LENGTH };
  const long = await takeAll(context, [...getLongCodeCharges(mobile), network]);
  if (long.ok) {
    const life = { seconds: LONG_CODE_SECONDS, tries: null };
    return ok({ ...plan, life, resendAfter: LIMITS.code_long.subject.every, release: long.value });
  }
  if (!(await hasCode(context.db, key, context.now))) return refuse(long, false);
  const nothing = async () => Promise.resolve();
  return ok({ ...plan, life: null, resendAfter: long.retryAfter ?? 0, release: nothing });
}

export function getShortCodeCharges(mobile: string, requester: Requester, isKnown: boolean): [Charge, Charge] {
  const subject = isKnown ? `${mobile} ${requester.id}` : mobile;
  return [
    { limit: 'code_spacing', subject },
    { limit: isKnown ? 'code_known' : 'code_short', subject },
  ];
}

export function getLongCodeCharges(mobile: string): [Charge, Charge] {
  return [
    { limit: 'code_spacing', subject: mobile },
    { limit: 'code_long', subject: mobile },
  ];
}

async function takeAll(
  context: RequestContext,
  charges: [Charge, Charge, Charge],
): Promise<{ ok: true; value: () => Promise<void> } | Refusal> {
  const budget = await takeBudget(context, charges);
  if (!budget.ok) return budget;
  const ofMobile: BudgetReceipt = { buckets: budget.value.buckets.filter(({ limit }) => limit !== 'send') };
  return ok(() => returnBudget(context, ofMobile));
}

function refuse({ limits, retryAfter = 1 }: Refusal, hasOwn: boolean): Failure<SendRefusal> {
  const code = limits.includes('send') ? 'code_address_limit' : hasOwn ? 'code_too_soon' : 'code_queue';
  return fail(code, { fields: { mobile: code }, retryAfter });
}
