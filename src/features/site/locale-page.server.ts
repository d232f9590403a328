import { LOCALE_COOKIE, LOCALE_COOKIE_DAYS } from '../../platform/config/constants.ts';
import { readField, readForm } from '../../platform/http/pages/form-fields.ts';
import { readVisitor } from '../../platform/http/session/visitor.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { paths } from '../../platform/paths.ts';
import { safeRedirect } from '../../platform/safe-redirect.ts';
import { DEFAULT_LOCALE, parseLocale } from '../../platform/text/locale.ts';

/** Keeps the choice for 365 days (spec 1.02). A browser that returns no cookie at all is told that they are blocked. */
export async function loadLocalePage(page: PageContext): Promise<Response | { path: string }> {
  const { cookies, redirect, request, url } = page;
  if (request.method !== 'POST') {
    const path = safeRedirect(url.searchParams.get('redirect'));
    const chosen = parseLocale(url.searchParams.get('hl'));
    return chosen === null || chosen === DEFAULT_LOCALE || readVisitor(request).cookies.get(LOCALE_COOKIE) === chosen
      ? redirect(path, 303)
      : { path };
  }
  const form = await readForm(request);
  const path = safeRedirect(readField(form, 'redirect'));
  const locale = parseLocale(readField(form, 'locale'));
  if (locale === null) return redirect(path, 303);
  const maxAge = LOCALE_COOKIE_DAYS * 24 * 60 * 60;
  cookies.set(LOCALE_COOKIE, locale, { path: '/', maxAge, sameSite: 'lax', secure: true });
  return redirect(request.headers.has('cookie') ? path : paths.localeCheck(locale, path), 303);
}
