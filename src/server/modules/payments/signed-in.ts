import type { RequestContext, SessionUser } from '../../lib/context.ts';
import { isSubscribed } from '../auth/user-view.ts';
import type { Buyer } from './buyer.ts';

/** The user of a call that asks for sign-in; lib/serve.ts has refused everybody else before. */
export function signedIn({ user }: RequestContext): SessionUser {
  if (!user) throw new Error('this call has to ask for sign-in');
  return user;
}

/** The caller as a buyer; a guest may only ask for prices. */
export function buyerOf(context: RequestContext): Buyer {
  const { env, db, now, origin, user } = context;
  return {
    env,
    db,
    now,
    origin,
    userId: user?.id ?? null,
    mobile: user?.mobile ?? '',
    subscribed: isSubscribed(context),
    ref: user?.ref ?? 0,
  };
}
