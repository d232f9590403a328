import * as v from 'valibot';
import { ok } from '../outcome.ts';
import { exchange } from './exchange.ts';
import type { SmsProvider } from './port.ts';

const answer = v.object({ status: v.number() });
const SENT = 1;

export interface SmsIrConfig {
  base: string;
  key: string;
  /** The number of the template at sms.ir, with one parameter `Code`; 123456 is that of its sandbox. */
  templateId: number;
  /** That of notices; null: none are sent. */
  noticeTemplateId: number | null;
}

/** sms.ir's send/verify: JSON with the key in a header; sent is `status` 1. */
export function smsIr({ base, key, templateId, noticeTemplateId }: SmsIrConfig): SmsProvider {
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
    send: ({ mobile, code }) => verify(mobile, templateId, [{ name: 'Code', value: code }]),
    notice: async ({ mobile }) => (noticeTemplateId === null ? ok(null) : verify(mobile, noticeTemplateId, [])),
  };
}
