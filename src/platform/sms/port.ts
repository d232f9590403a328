import type { Outcome } from '../outcome.ts';

export interface LoginSms {
  /** `09xxxxxxxxx`. */
  mobile: string;
  code: string;
  /** The whole message, for providers that take one; others fill `code` into a template of their own. */
  text: string;
}

/** Something to be told that nobody waits for. */
export interface NoticeSms {
  mobile: string;
  text: string;
}

/** Sends SMS. A failure is logged where it happens, without key, code or the whole number. */
export interface SmsProvider {
  send: (sms: LoginSms) => Promise<Outcome<null, 'sms_failed'>>;
  /** Providers with templates send the one of `SMS_NOTICE_TEMPLATE`, which says to look at the payments page. */
  notice: (sms: NoticeSms) => Promise<Outcome<null, 'sms_failed'>>;
}
