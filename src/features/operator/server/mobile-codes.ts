import { sql } from 'drizzle-orm';
import { CODE_TTL_SECONDS, RESEND_SECONDS, CODE_TRIES } from '../../../platform/config/constants.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireSms } from '../../../platform/sms/choose.ts';
import { readDigits } from '../../../platform/text/digits.ts';
import { createCode, dropCode, storeCode, useCode, type CodeKey } from '../../accounts/server/codes.ts';
import { buildMobileCodeText } from '../../accounts/server/texts.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../mobiles-contract.ts';
import { MOBILE_CODE_DIGITS, type MobileNumber } from '../mobiles-contract.ts';
import { findChange, matchOpen, MOBILE_CHANGE_SECONDS, toView, type ChangeRow } from './mobile-changes.ts';

/** A login code by its store, its hash and its tries; the key binds it to one change, and no login takes it. */
function toKey(change: ChangeRow, number: MobileNumber): CodeKey {
  const mobile = number === 'new' ? change.new_mobile : change.old_mobile;
  return { mobile, requester: `mobile-change:${String(change.id)}` };
}

export const sendMobileCode: OperatorService<typeof calls.sendMobileCode> = async (
  context,
  { id, number },
  operator,
  record,
) => {
  const { db, now } = context;
  const change = await findChange(context, id);
  if (!change.ok) return change;
  const sms = requireSms(context);
  if (!sms.ok) return sms;
  const { sendMobileCode: sendCode } = sms.value;
  if (sendCode === null) return fail('sms_template_none');
  const key = toKey(change.value, number);
  const budget = await takeBudget(context, [
    { limit: 'code_spacing', subject: `change ${key.mobile}`, byNetwork: false },
    { limit: 'mobile_code', subject: key.mobile, byNetwork: false },
    { limit: 'mobile_codes', subject: operator, byNetwork: false },
  ]);
  if (!budget.ok) return budget;
  const code = createCode(MOBILE_CODE_DIGITS);
  await storeCode(db, key, code, now, { seconds: CODE_TTL_SECONDS, tries: CODE_TRIES });
  const delivery = await sendCode({ mobile: key.mobile, code, text: buildMobileCodeText(number, code) });
  if (!delivery.ok) {
    await dropCode(db, key, code);
    return delivery;
  }
  record({ after: { number } });
  return ok({ data: { resend_after: RESEND_SECONDS } });
};

export const proveMobile: OperatorService<typeof calls.proveMobile> = async (
  context,
  { id, number, code: typed },
  _operator,
  record,
) => {
  const { db, now } = context;
  const change = await findChange(context, id);
  if (!change.ok) return change;
  const refuse = (error: ErrorCode) => fail(error, { fields: { code: error } });
  const code = readDigits(typed);
  if (code?.length !== MOBILE_CODE_DIGITS) return refuse('code_invalid');
  if (!(await useCode(db, toKey(change.value, number), code, now))) return refuse('code_wrong_or_expired');
  const column = sql.raw(number === 'new' ? 'new_proved_at' : 'old_proved_at');
  await db.run(sql`UPDATE mobile_changes AS c SET ${column} = coalesce(${column}, ${now})
    WHERE ${matchOpen(id, now, MOBILE_CHANGE_SECONDS)}`);
  const proved = await findChange(context, id);
  if (!proved.ok) return proved;
  record({ after: { number, proved_at: now } });
  return ok({ data: await toView(context, proved.value) });
};
