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
  /** `none`: the provider has no template of notices. */
  notice: (sms: NoticeSms) => Promise<Outcome<null | 'none', 'sms_failed'>>;
}
