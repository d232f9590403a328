import type { APIRoute } from 'astro';
import { LOCALE_COOKIE, LOCALE_COOKIE_DAYS } from '../platform/config/constants.ts';
import { parseLocale } from '../platform/text/locale.ts';
import { safeRedirect } from '../platform/safe-redirect.ts';
import { readField, readForm } from '../platform/http/form-fields.ts';

/** The language toggle: keeps the choice for 365 days (spec 1.02) and goes back to where it was made. A form that names
 * no language of ours changes nothing. */
export const POST: APIRoute = async ({ request, cookies, redirect }) => {
  const form = await readForm(request);
  const locale = parseLocale(readField(form, 'locale'));
  if (locale !== null) {
    cookies.set(LOCALE_COOKIE, locale, {
      path: '/',
      maxAge: LOCALE_COOKIE_DAYS * 24 * 60 * 60,
      sameSite: 'lax',
      secure: true,
    });
  }
  const target = form.get('redirect');
  return redirect(safeRedirect(typeof target === 'string' ? target : null), 303);
};
