import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import type { Device } from '../device.ts';
import { fillBrand } from '../../../platform/text/fill-text.ts';
import type { Locale } from '../../../platform/text/locale.ts';

/** In both languages, as in the specification's answers. */
export const CODE_SENT = { message: en.api_code_sent, message_fa: fa.api_code_sent };
export const LONG_CODE_SENT = { message: en.api_long_code_sent, message_fa: fa.api_long_code_sent };
export const CODE_WAITING = { message: en.api_code_waiting, message_fa: fa.api_code_waiting };
export const LOGGED_OUT = { message: en.api_logged_out, message_fa: fa.api_logged_out };

/** The last line is exactly `@host #code` for WebOTP (WICG sms-one-time-codes), in Latin digits. */
export function buildCodeText(locale: Locale, code: string, origin: string): string {
  const text = locale === 'fa' ? fa.sms_login_code : en.sms_login_code;
  return `${text.replace('{{code}}', code)}\n\n@${new URL(origin).hostname} #${code}`;
}

export function buildConfirmationText(locale: Locale, code: string, origin: string): string {
  const text = fillBrand(locale === 'fa' ? fa.sms_confirm_code : en.sms_confirm_code, locale);
  return `${text.replace('{{code}}', code)}\n\n@${new URL(origin).hostname} #${code}`;
}

/** Persian, since nobody at the number chose a language; read to a member of the support, so without the line of WebOTP. */
export function buildMobileCodeText(number: 'new' | 'old', code: string): string {
  return fillBrand(number === 'new' ? fa.sms_mobile_new : fa.sms_mobile_old, 'fa').replace('{{code}}', code);
}

/** `mobile` is masked. */
export function buildMobileChangedText(mobile: string): string {
  return fillBrand(fa.sms_mobile_changed, 'fa').replace('{{mobile}}', mobile);
}

/** Persian, since the login's language may be an attacker's. */
export function buildNewDeviceText({ browser, system }: Device, now: number): string {
  const name =
    browser !== '' && system !== ''
      ? fa.device_name.replace('{{browser}}', browser).replace('{{system}}', system)
      : browser || system || fa.device_unknown_name;
  const time = new Intl.DateTimeFormat('fa-IR', {
    timeZone: 'Asia/Tehran',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(now * 1000);
  // Old phones show bidi isolates as boxes.
  return fillBrand(fa.sms_new_device, 'fa')
    .replace('{{device}}', name)
    .replace('{{time}}', time)
    .replace(/[\u2066-\u2069]/g, '');
}

/** Persian, as the other notices. */
export const buildTestText = (): string => fillBrand(fa.sms_test, 'fa');
