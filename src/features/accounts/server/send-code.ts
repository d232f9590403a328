import type { sendCode as call } from '../contract/auth.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireSms } from '../../../platform/sms/choose.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { identifyRequester } from './requester.ts';
import { dropCode, createCode, storeCode } from './codes.ts';
import { planSend } from './send-budget.ts';
import { CODE_SENT, CODE_WAITING, buildCodeText, LONG_CODE_SENT } from './texts.ts';

/** Sends a code (spec 7.18). It never reads users, so it cannot reveal whether a number is registered. */
export const sendCode: Service<typeof call> = async (context, input) => {
  const mobile = parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const { db, now, locale, origin } = context;
  const sms = requireSms(context);
  if (!sms.ok) return sms;
  const planned = await planSend(context, mobile, await identifyRequester(context, input.asker));
  if (!planned.ok) return planned;
  const { key, digits, life, resendAfter, release } = planned.value;
  const answer = { sms_sent: true, resend_after: resendAfter, digits };
  if (life === null) return ok({ ...answer, sms_sent: false, ...CODE_WAITING });
  const code = createCode(digits);
  await storeCode(db, key, code, now, life);
  const delivery = await sms.value.send({ mobile, code, text: buildCodeText(locale, code, origin) });
  if (!delivery.ok) {
    await Promise.all([dropCode(db, key, code), release()]);
    return delivery;
  }
  return ok({ ...answer, ...(digits > 4 ? LONG_CODE_SENT : CODE_SENT) });
};
