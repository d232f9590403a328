import type { RequestContext } from '../../../platform/http/context.ts';

/** Whose progress a request is about: a kids session's own, else the account's; null for a guest. */
export function getProfile({ kids, user }: Pick<RequestContext, 'kids' | 'user'>): string | null {
  if (kids?.on) return `k${kids.id}`;
  return user && accountProfile(user.id);
}

export function accountProfile(userId: number): string {
  return `u${String(userId)}`;
}
