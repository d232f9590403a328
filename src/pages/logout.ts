import type { APIRoute } from 'astro';
import { getGhost, logout } from '../features/accounts/contract/auth.ts';
import { paths } from '../platform/paths.ts';

/** Signing out without script: revokes the session, forgets the cookie, goes home. */
export const POST: APIRoute = async ({ locals }) => {
  await locals.api(logout, {});
  // Spec 7.19.
  await locals.api(getGhost, {});
  const headers = new Headers({ location: paths.home() });
  for (const cookie of locals.session.clear()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
};
