import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import type { Locale } from '../../../domain/locale.ts';

/** What send-code and logout say, in both languages as the specification's answers carry them. */
export const CODE_SENT = { message: en.api_code_sent, message_fa: fa.api_code_sent };
export const LOGGED_OUT = { message: en.api_logged_out, message_fa: fa.api_logged_out };

/**
 * The SMS of a login code. Its last line is exactly `@host #code`, by which WebOTP fills the field
 * (WICG sms-one-time-codes); Latin digits, since people copy them too.
 */
export function codeText(locale: Locale, code: string, origin: string): string {
  const text = locale === 'fa' ? fa.sms_login_code : en.sms_login_code;
  return `${text.replace('{{code}}', code)}\n\n@${new URL(origin).hostname} #${code}`;
}
