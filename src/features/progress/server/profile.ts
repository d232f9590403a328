import type { RequestContext } from '../../../platform/http/calls/context.ts';

/** The kids session's own, else the account's; null for a guest. */
export function getProfile({ kids, user }: Pick<RequestContext, 'kids' | 'user'>): string | null {
  if (kids?.on) return `k${kids.id}`;
  return user && toAccountProfile(user.id);
}

export function isKidsProfile(profile: string): boolean {
  return profile.startsWith('k');
}

export function toAccountProfile(userId: number): string {
  return `u${String(userId)}`;
}
