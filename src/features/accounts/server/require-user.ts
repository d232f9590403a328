import type { RequestContext, SessionUser } from '../../../platform/http/calls/context.ts';

/** The user of a call with `auth`; platform/http/calls/serve.ts has refused all others. */
export function requireUser({ user }: Pick<RequestContext, 'user'>): SessionUser {
  if (!user) throw new Error('this call has to ask for sign-in');
  return user;
}
