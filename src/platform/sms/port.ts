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
  notice: (sms: NoticeSms) => Promise<Outcome<null, 'sms_failed'>>;
}
