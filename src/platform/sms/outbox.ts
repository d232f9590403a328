import { ok } from '../outcome.ts';
import type { Database } from '../db/client.ts';
import { outbox } from './schema.ts';
import type { SmsProvider } from './port.ts';

export function outboxSms(db: Database, now: number): SmsProvider {
  return {
    send: async ({ mobile, code, text }) => {
      await db.insert(outbox).values({ mobile, code, text, sentAt: now });
      return ok(null);
    },
    notice: async ({ mobile, text }) => {
      await db.insert(outbox).values({ mobile, code: '', text, sentAt: now });
      return ok(null);
    },
  };
}
