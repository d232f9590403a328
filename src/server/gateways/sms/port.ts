import type { Outcome } from '../../../domain/outcome.ts';

export interface LoginSms {
  /** `09xxxxxxxxx`. */
  mobile: string;
  code: string;
  /** The whole message, for providers that take one; others fill `code` into a template of their own. */
  text: string;
}

/** Sends one login code. A failure is logged where it happens, without key, code or the whole number. */
export interface SmsProvider {
  send: (sms: LoginSms) => Promise<Outcome<null, 'sms_failed'>>;
}
