import type { APIRoute } from 'astro';
import { logout } from '../contract/auth.ts';
import { paths } from '../domain/paths.ts';

/** Signing out without script: revokes the session, forgets the cookie, goes home. */
export const POST: APIRoute = async ({ locals }) => {
  await locals.api(logout, {});
  const headers = new Headers({ location: paths.home() });
  for (const cookie of locals.session.clear()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
};
