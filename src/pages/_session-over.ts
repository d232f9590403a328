import type { APIContext } from 'astro';
import type { ApiError } from '../contract/errors.ts';
import { paths } from '../domain/paths.ts';

/**
 * A session that the server no longer knows is over in the browser too (spec 8.03): the answer that forgets it and asks
 * for a login that leads back to `path`. Null for any other failure.
 */
export function sessionOver({ session }: APIContext['locals'], error: ApiError, path: string): Response | null {
  if (error.status !== 401) return null;
  const headers = new Headers({ location: paths.login(path) });
  for (const cookie of session.clear()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** What to show of a failed call, in the language of the page; null where the server said nothing. */
export function failureText({ locale }: APIContext['locals'], error: ApiError): string | null {
  const own = locale === 'fa' ? error.message_fa || error.message : error.message;
  return error.code === 'network' || own === '' ? null : own;
}

/** A field of a form as text, cut to what any of ours can be; '' where it is missing or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
