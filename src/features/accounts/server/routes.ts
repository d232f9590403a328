import { SESSION_SECONDS_HEADER } from '../../../platform/config/session.ts';
import {
  getGhost,
  getUser,
  login as loginCall,
  logout,
  sendCode as sendCodeCall,
  type sendCode as call,
} from '../contract/auth.ts';
import { ok, fail } from '../../../platform/outcome.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { revokeSession } from './session.ts';
import { desc } from 'drizzle-orm';
import { getInbox } from '../contract/inbox.ts';
import { outbox } from '../../../platform/sms/schema.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { login } from './login.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { requireSms } from '../../../platform/sms/choose.ts';
import { identifyRequester } from './requester.ts';
import { dropCode, createCode, storeCode } from './codes.ts';
import { planSend } from './send-budget.ts';
import { LOGGED_OUT, CODE_SENT, CODE_WAITING, buildCodeText, LONG_CODE_SENT } from './texts.ts';
import { toUserView } from './user-view.ts';

/** Sends a code (spec 7.18). It never reads users, so it cannot reveal whether a number is registered. */
const sendCode: Service<typeof call> = async (context, input) => {
  const mobile = parseMobile(input.mobile);
  if (mobile === null) return fail('mobile_invalid', { fields: { mobile: 'mobile_invalid' } });
  const { db, now, locale, origin } = context;
  const sms = requireSms(context);
  if (!sms.ok) return sms;
  const planned = await planSend(context, mobile, await identifyRequester(context, input.asker));
  if (!planned.ok) return planned;
  const { key, digits, life, resendAfter, release } = planned.value;
  const answer = { sms_sent: true, resend_after: resendAfter, digits };
  if (life === null) return ok({ ...answer, sms_sent: false, ...CODE_WAITING });
  const code = createCode(digits);
  await storeCode(db, key, code, now, life);
  const delivery = await sms.value.send({ mobile, code, text: buildCodeText(locale, code, origin) });
  if (!delivery.ok) {
    await Promise.all([dropCode(db, key, code), release()]);
    return delivery;
  }
  return ok({ ...answer, ...(digits > 4 ? LONG_CODE_SENT : CODE_SENT) });
};

const SHOWN = 50;

/** GET /dev/inbox. With any other SMS provider the path is unknown, for every method. */
function mountInbox(api: Api): void {
  api.use(getInbox.path, async (c, next) =>
    c.get('request').env.SMS_PROVIDER === 'outbox' ? next() : respondFailure(fail('not_found')),
  );
  serve(api, getInbox, async ({ db }) => {
    const rows = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(SHOWN);
    return ok({ data: rows.map(({ mobile, text, code, sentAt }) => ({ mobile, text, code, sent_at: sentAt })) });
  });
}

/** Login, logout and the visitor's status (spec 7.04 to 7.07, 7.18, 7.19). */
export function mountAuth(api: Api): void {
  serve(api, sendCodeCall, sendCode);
  serve(api, loginCall, login);
  // The session's cookie must not outlive the session (app/browser-session.ts).
  api.use(getUser.path, async (c, next) => {
    await next();
    const { user, now } = c.get('request');
    if (user) c.res.headers.set(SESSION_SECONDS_HEADER, String(user.sessionEndsAt - now));
  });
  serve(api, getUser, async (context) => ok({ user: toUserView(context) }));
  // A ghost stays a ghost with any token (spec 7.19).
  serve(api, getGhost, async (context) => ok({ user: toUserView({ ...context, user: null }) }));
  serve(api, logout, async ({ db, token, now }) => {
    if (token !== null) await revokeSession(db, token, now);
    return ok(LOGGED_OUT);
  });
  mountInbox(api);
}
