import * as v from 'valibot';
import { exchange } from './exchange.ts';
import type { SmsProvider } from './port.ts';

const answer = v.object({ return: v.object({ status: v.number() }) });
const SENT = 200;

export interface KavenegarConfig {
  base: string;
  key: string;
  /** The name of the template at Kavenegar, which carries the text and the WebOTP line. */
  template: string;
}

/**
 * Kavenegar's verify/lookup: form fields receptor, template and token; sent is `return.status` 200, whatever the
 * HTTP status (403 bad key, 411 bad receptor, 418 no credit, 424 no such template, 451 too many).
 */
export function kavenegarSms({ base, key, template }: KavenegarConfig): SmsProvider {
  return {
    send: ({ mobile, code }) =>
      exchange({
        provider: 'kavenegar',
        mobile,
        url: `${base}/v1/${encodeURIComponent(key)}/verify/lookup.json`,
        init: { body: new URLSearchParams({ receptor: mobile, template, token: code }) },
        answer,
        problem: ({ return: { status } }) => (status === SENT ? null : `status ${String(status)}`),
      }),
  };
}
