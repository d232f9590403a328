import type { Env } from '../config/env.ts';
import { fail, ok, type Outcome } from '../outcome.ts';
import type { Database } from '../db/client.ts';
import { required } from '../http/required.ts';
import { countSms } from './count-sms.ts';
import { kavenegarSms } from './kavenegar.ts';
import { outbox } from './schema.ts';
import type { SmsProvider } from './port.ts';
import { smsIr } from './smsir.ts';

interface SmsContext {
  env: Env;
  db: Database;
  now: number;
}

/** Throws on a wrong configuration and never falls back to the outbox, which is public. */
export function chooseSms(context: SmsContext): SmsProvider | null {
  const provider = chooseProvider(context);
  return provider && countSms(context, provider);
}

function chooseProvider({ env, db, now }: SmsContext): SmsProvider | null {
  switch (env.SMS_PROVIDER) {
    case '':
      return null;
    case 'outbox':
      return outboxSms(db, now);
    case 'kavenegar':
      return kavenegarSms({
        base: baseOr(env.SMS_API_BASE, 'https://api.kavenegar.com'),
        key: required('KAVENEGAR_KEY', env.KAVENEGAR_KEY),
        template: required('SMS_TEMPLATE', env.SMS_TEMPLATE),
        mobileTemplate: env.SMS_MOBILE_TEMPLATE,
        noticeTemplate: env.SMS_NOTICE_TEMPLATE,
      });
    case 'smsir':
      return smsIr({
        base: baseOr(env.SMS_API_BASE, 'https://api.sms.ir'),
        key: required('SMSIR_KEY', env.SMSIR_KEY),
        templateId: Number(required('SMS_TEMPLATE', env.SMS_TEMPLATE)),
        mobileTemplateId: env.SMS_MOBILE_TEMPLATE === '' ? null : Number(env.SMS_MOBILE_TEMPLATE),
        noticeTemplateId: env.SMS_NOTICE_TEMPLATE === '' ? null : Number(env.SMS_NOTICE_TEMPLATE),
      });
    default:
      throw new Error(`SMS_PROVIDER "${env.SMS_PROVIDER}" is none of outbox, kavenegar, smsir`);
  }
}

export function requireSms(context: SmsContext): Outcome<SmsProvider, 'sms_unavailable'> {
  const sms = chooseSms(context);
  if (sms) return ok(sms);
  console.error('no SMS was sent: SMS_PROVIDER is empty, or it is the outbox outside the demo');
  return fail('sms_unavailable');
}

function baseOr(configured: string, fallback: string): string {
  return (configured === '' ? fallback : configured).replace(/\/$/, '');
}

function outboxSms(db: Database, now: number): SmsProvider {
  const send: SmsProvider['send'] = async ({ mobile, code, text }) => {
    await db.insert(outbox).values({ mobile, code, text, sentAt: now });
    return ok(null);
  };
  return {
    send,
    sendMobileCode: send,
    notice: async ({ mobile, text }) => {
      await db.insert(outbox).values({ mobile, code: '', text, sentAt: now });
      return ok(null);
    },
  };
}
