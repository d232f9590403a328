import { sql } from 'drizzle-orm';
import { batch } from '../db/batch.ts';
import type { Database } from '../db/client.ts';
import { tehranHourStart } from '../text/tehran-week.ts';
import type { SmsProvider } from './port.ts';

type Kind = 'code' | 'mobile_code' | 'notice';

/** Adds each SMS to its hour of the desk's figures, and to the account that has its number, without number and text. A
 * count that fails is logged: the SMS is on its way. */
export function countSms({ db, now }: { db: Database; now: number }, provider: SmsProvider): SmsProvider {
  const count = async (kind: Kind, mobile: string, state: 'sent' | 'failed') => {
    try {
      await batch(db, [
        sql`INSERT INTO desk_hours (hour, figure, part, value)
          VALUES (${tehranHourStart(now)}, ${state === 'sent' ? 'sms' : 'sms_failed'}, '', 1)
          ON CONFLICT (hour, figure, part) DO UPDATE SET value = value + 1`,
        sql`INSERT INTO sent_sms (user_id, kind, state, sent_at) SELECT id, ${kind}, ${state}, ${now} FROM users
          WHERE mobile = ${mobile}`,
      ]);
    } catch (error) {
      console.error('sms count:', error);
    }
  };
  const send = async <Result extends Awaited<ReturnType<SmsProvider['notice']>>>(
    kind: Kind,
    mobile: string,
    delivery: Promise<Result>,
  ) => {
    const result = await delivery;
    if (!result.ok || result.value !== 'none') await count(kind, mobile, result.ok ? 'sent' : 'failed');
    return result;
  };
  const { sendMobileCode } = provider;
  return {
    send: (sms) => send('code', sms.mobile, provider.send(sms)),
    sendMobileCode: sendMobileCode && ((sms) => send('mobile_code', sms.mobile, sendMobileCode(sms))),
    notice: (sms) => send('notice', sms.mobile, provider.notice(sms)),
  };
}
