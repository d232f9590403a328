import type { APIRoute } from 'astro';
import { LOCALE_COOKIE, LOCALE_COOKIE_DAYS } from '../config/constants.ts';
import { DEFAULT_LOCALE, parseLocale } from '../domain/locale.ts';
import { safeRedirect } from '../domain/safe-redirect.ts';

/** The language toggle: keeps the choice for 365 days (spec 1.02) and goes back to where it was made. */
export const POST: APIRoute = async ({ request, cookies, redirect }) => {
  const form = await request.formData();
  const locale = parseLocale(field(form, 'locale')) ?? DEFAULT_LOCALE;
  cookies.set(LOCALE_COOKIE, locale, {
    path: '/',
    maxAge: LOCALE_COOKIE_DAYS * 24 * 60 * 60,
    sameSite: 'lax',
    secure: true,
  });
  return redirect(safeRedirect(field(form, 'redirect')), 303);
};

function field(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
}
