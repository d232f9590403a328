import type { RequestContext, SessionUser } from '../../../platform/http/context.ts';

/** The user of a call that asks for sign-in; platform/http/serve.ts has refused everybody else before. */
export function requireUser({ user }: RequestContext): SessionUser {
  if (!user) throw new Error('this call has to ask for sign-in');
  return user;
}
