import * as v from 'valibot';
import { ok } from '../outcome.ts';
import { getBrandSlug } from '../text/site-brand.ts';
import { exchange, smsStatus } from './exchange.ts';
import type { SmsProvider } from './port.ts';

const answer = v.object({ return: v.object({ status: smsStatus }) });
const SENT = 200;

export interface KavenegarConfig {
  base: string;
  key: string;
  template: string;
  mobileTemplate: string; // Empty: no change of a number.
  noticeTemplate: string; // Empty: no notices.
}

/** Sent is `return.status` 200 whatever the HTTP status (403 bad key, 411 receptor, 418 credit, 424 template). */
export function kavenegarSms({ base, key, template, mobileTemplate, noticeTemplate }: KavenegarConfig): SmsProvider {
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
    sendMobileCode:
      mobileTemplate === '' || noticeTemplate === ''
        ? null
        : ({ mobile, code }) => lookup(mobile, mobileTemplate, code),
    notice: async ({ mobile }) => (noticeTemplate === '' ? ok('none') : lookup(mobile, noticeTemplate, getBrandSlug())),
  };
}
