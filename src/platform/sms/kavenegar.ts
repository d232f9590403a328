import * as v from 'valibot';
import { ok } from '../outcome.ts';
import { exchange } from './exchange.ts';
import type { SmsProvider } from './port.ts';

const answer = v.object({ return: v.object({ status: v.number() }) });
const SENT = 200;
/** Its templates need a token, without spaces. */
const NOTICE_TOKEN = 'Pardeh';

export interface KavenegarConfig {
  base: string;
  key: string;
  /** The name of the template at Kavenegar, which carries the text and the WebOTP line. */
  template: string;
  /** That of notices; empty: none are sent. */
  noticeTemplate: string;
}

/**
 * Kavenegar's verify/lookup: form fields receptor, template and token; sent is `return.status` 200, whatever the
 * HTTP status (403 bad key, 411 bad receptor, 418 no credit, 424 no such template, 451 too many).
 */
export function kavenegarSms({ base, key, template, noticeTemplate }: KavenegarConfig): SmsProvider {
  const lookup = (mobile: string, name: string, token: string) =>
    exchange({
      provider: 'kavenegar',
      mobile,
      url: `${base}/v1/${encodeURIComponent(key)}/verify/lookup.json`,
      init: { body: new URLSearchParams({ receptor: mobile, template: name, token }) },
      answer,
      problem: ({ return: { status } }) => (status === SENT ? null : `status ${String(status)}`),
    });
  return {
    send: ({ mobile, code }) => lookup(mobile, template, code),
    notice: async ({ mobile }) => (noticeTemplate === '' ? ok(null) : lookup(mobile, noticeTemplate, NOTICE_TOKEN)),
  };
}
