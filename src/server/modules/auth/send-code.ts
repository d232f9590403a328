import { RESEND_SECONDS } from '../../../config/constants.ts';
import type { sendCode as call } from '../../../contract/auth.ts';
import { parseMobile } from '../../../domain/mobile.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { chooseSms } from '../../gateways/sms/choose.ts';
import type { Service } from '../../lib/serve.ts';
import { dropCode, randomCode, storeCode } from './codes.ts';
import { releaseSend, takeSend } from './send-limits.ts';
import { CODE_SENT, codeText } from './texts.ts';

/** Sends a code (spec 7.18). Users are never looked at, so the answer cannot tell whether a number is registered. */
export const sendCode: Service<typeof call> = async (context, input) => {
  const mobile = parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const { db, now, address, locale, origin } = context;
  const sms = chooseSms(context);
  const taken = await takeSend(db, { mobile, address, now });
  if (!taken.ok) return taken;
  const code = randomCode();
  await storeCode(db, mobile, code, now);
  const sent = await sms.send({ mobile, code, text: codeText(locale, code, origin) });
  if (!sent.ok) {
    await Promise.all([dropCode(db, mobile, code), releaseSend(db, taken.value)]);
    return sent;
  }
  return ok({ sms_sent: true, resend_after: RESEND_SECONDS, ...CODE_SENT });
};
