import type { APIContext } from 'astro';
import { paths } from '../paths.ts';

/** A session that the server no longer knows is over in the browser too (spec 8.03): to the login, and back here. */
export function sessionOver({ locals, url }: Pick<APIContext, 'locals' | 'url'>): Response {
  const headers = new Headers({ location: paths.login(url.pathname + url.search) });
  for (const cookie of locals.session.clearAll()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
