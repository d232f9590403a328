import type { Outcome } from '../outcome.ts';

interface LoginSms {
  mobile: string; // `09xxxxxxxxx`
  code: string;
  text: string;
}

interface NoticeSms {
  mobile: string;
  text: string;
}

/** Failures are logged without key, code or full number. */
export interface SmsProvider {
  send: (sms: LoginSms) => Promise<Outcome<null, 'sms_failed'>>;
  /** A code that moves an account to another number: its text must not read as a login's. Null: the provider has no
   * template for it, or none for the notice to the old number. */
  sendMobileCode: ((sms: LoginSms) => Promise<Outcome<null, 'sms_failed'>>) | null;
  /** `none`: the provider has no template of notices. */
  notice: (sms: NoticeSms) => Promise<Outcome<null | 'none', 'sms_failed'>>;
}
