import { desc } from 'drizzle-orm';
import { getInbox } from '../contract/inbox.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { outbox } from '../../../platform/sms/schema.ts';
import { respondFailure } from '../../../platform/http/respond.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';

const SHOWN = 50;

/** GET /dev/inbox. With any other SMS provider the path is unknown, for every method. */
export function mountInbox(api: Api): void {
  api.use(getInbox.path, async (c, next) =>
    c.get('request').env.SMS_PROVIDER === 'outbox' ? next() : respondFailure(fail('not_found')),
  );
  serve(api, getInbox, async ({ db }) => {
    const rows = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(SHOWN);
    return ok({ data: rows.map(({ mobile, text, code, sentAt }) => ({ mobile, text, code, sent_at: sentAt })) });
  });
}
