import { getGhost, getUser, login as loginCall, logout, sendCode as sendCodeCall } from '../../../contract/auth.ts';
import { ok } from '../../../domain/outcome.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { revokeSession } from '../../lib/session.ts';
import { mountInbox } from './inbox.ts';
import { login } from './login.ts';
import { sendCode } from './send-code.ts';
import { LOGGED_OUT } from './texts.ts';
import { userView } from './user-view.ts';

/** The calls of signing in and out, and who the visitor is (spec 7.04 to 7.07, 7.18, 7.19). */
export function mountAuth(api: Api): void {
  serve(api, sendCodeCall, sendCode);
  serve(api, loginCall, login);
  serve(api, getUser, async (context) => ok({ user: userView(context) }));
  // A ghost is a ghost whatever token comes along (spec 7.19).
  serve(api, getGhost, async (context) => ok({ user: userView({ ...context, user: null }) }));
  serve(
    api,
    logout,
    async ({ db, token }) => {
      if (token !== null) await revokeSession(db, token);
      return ok(LOGGED_OUT);
    },
    ['POST', 'GET'],
  );
  mountInbox(api);
}
