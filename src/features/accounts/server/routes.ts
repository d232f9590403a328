import { SESSION_SECONDS_HEADER } from '../../../platform/config/session.ts';
import { getGhost, getUser, login as loginCall, logout, sendCode as sendCodeCall } from '../contract/auth.ts';
import { ok } from '../../../platform/outcome.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { revokeSession } from './session.ts';
import { mountInbox } from './inbox.ts';
import { login } from './login.ts';
import { sendCode } from './send-code.ts';
import { LOGGED_OUT } from './texts.ts';
import { toUserView } from './user-view.ts';

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
