import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { tehranHourStart } from '../text/tehran-week.ts';
import type { SmsProvider } from './port.ts';

/** Adds each SMS to its hour of the desk's figures. A count that fails is logged: the SMS is on its way. */
export function countSms({ db, now }: { db: Database; now: number }, provider: SmsProvider): SmsProvider {
  const count = async (figure: 'sms' | 'sms_failed') => {
    try {
      await db.run(sql`INSERT INTO desk_hours (hour, figure, part, value) VALUES (${tehranHourStart(now)}, ${figure}, '', 1)
        ON CONFLICT (hour, figure, part) DO UPDATE SET value = value + 1`);
    } catch (error) {
      console.error('sms count:', error);
    }
  };
  const send = async <Result extends Awaited<ReturnType<SmsProvider['notice']>>>(delivery: Promise<Result>) => {
    const result = await delivery;
    if (!result.ok || result.value !== 'none') await count(result.ok ? 'sms' : 'sms_failed');
    return result;
  };
  const { sendMobileCode } = provider;
  return {
    send: (sms) => send(provider.send(sms)),
    sendMobileCode: sendMobileCode && ((sms) => send(sendMobileCode(sms))),
    notice: (sms) => send(provider.notice(sms)),
  };
}
