import type { APIContext } from 'astro';
import type { ApiError } from '../contract/errors.ts';
import { m } from '../i18n/paraglide/messages.js';

/** What to show of a failed call, in the language of the page. */
export function failureText({ locale }: APIContext['locals'], error: ApiError): string {
  const own = locale === 'fa' ? error.message_fa || error.message : error.message;
  return error.code === 'network' || own === '' ? m.load_error_text() : own;
}

/** A field of a form as text, cut to what any of ours can be; '' where it is missing or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
