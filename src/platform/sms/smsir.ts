import * as v from 'valibot';
import { ok } from '../outcome.ts';
import { exchange, smsStatus } from './exchange.ts';
import type { SmsProvider } from './port.ts';

const answer = v.object({ status: smsStatus });
const SENT = 1;

export interface SmsIrConfig {
  base: string;
  key: string;
  /** sms.ir template with one parameter `Code`; 123456 in its sandbox. */
  templateId: number;
  mobileTemplateId: number | null; // Null: no change of a number.
  noticeTemplateId: number | null; // Null: no notices.
}

/** send/verify: sent is `status` 1. */
export function smsIr({ base, key, templateId, mobileTemplateId, noticeTemplateId }: SmsIrConfig): SmsProvider {
  const verify = (mobile: string, template: number, parameters: { name: string; value: string }[]) =>
    exchange({
      provider: 'sms.ir',
      mobile,
      url: `${base}/v1/send/verify`,
      init: {
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': key },
        body: JSON.stringify({ mobile, templateId: template, parameters }),
      },
      answer,
      problem: ({ status }) => (status === SENT ? null : `status ${String(status)}`),
    });
  return {
    send: ({ mobile, code }) => verify(mobile, templateId, toParameters(code)),
    sendMobileCode:
      mobileTemplateId === null || noticeTemplateId === null
        ? null
        : ({ mobile, code }) => verify(mobile, mobileTemplateId, toParameters(code)),
    notice: async ({ mobile }) => (noticeTemplateId === null ? ok('none') : verify(mobile, noticeTemplateId, [])),
  };
}

const toParameters = (code: string) => [{ name: 'Code', value: code }];
