import type { APIContext } from 'astro';
import { paths } from '../../paths.ts';

/** Spec 8.03: clears the session's cookies and redirects to the login, which returns to `path`. */
export function sessionOver(
  { locals, url }: Pick<APIContext, 'locals' | 'url'>,
  path = url.pathname + url.search,
): Response {
  const headers = new Headers({ location: paths.login(path) });
  for (const cookie of locals.session.clearAll()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
