import type { Env } from '../../../config/env.ts';
import type { Database } from '../../db/client.ts';
import { required } from '../../lib/required.ts';
import { kavenegarSms } from './kavenegar.ts';
import { outboxSms } from './outbox.ts';
import type { SmsProvider } from './port.ts';
import { smsIr } from './smsir.ts';

/**
 * The provider that `SMS_PROVIDER` names. Throws where the configuration is wrong: a site that cannot send codes
 * must say so, and must never fall back to the outbox, which anybody can read.
 */
export function chooseSms({ env, db, now }: { env: Env; db: Database; now: number }): SmsProvider {
  switch (env.SMS_PROVIDER) {
    case 'outbox':
      return outboxSms(db, now);
    case 'kavenegar':
      return kavenegarSms({
        base: baseOr(env.SMS_API_BASE, 'https://api.kavenegar.com'),
        key: required('KAVENEGAR_KEY', env.KAVENEGAR_KEY),
        template: required('SMS_TEMPLATE', env.SMS_TEMPLATE),
        noticeTemplate: env.SMS_NOTICE_TEMPLATE,
      });
    case 'smsir':
      return smsIr({
        base: baseOr(env.SMS_API_BASE, 'https://api.sms.ir'),
        key: required('SMSIR_KEY', env.SMSIR_KEY),
        templateId: Number(required('SMS_TEMPLATE', env.SMS_TEMPLATE)),
        noticeTemplateId: env.SMS_NOTICE_TEMPLATE === '' ? null : Number(env.SMS_NOTICE_TEMPLATE),
      });
    default:
      throw new Error(`SMS_PROVIDER "${env.SMS_PROVIDER}" is none of outbox, kavenegar, smsir`);
  }
}

function baseOr(configured: string, own: string): string {
  return (configured === '' ? own : configured).replace(/\/$/, '');
}
