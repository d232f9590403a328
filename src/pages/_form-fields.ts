import type { APIContext } from 'astro';
import type { ApiError } from '../contract/errors.ts';
import { errorText } from '../domain/error-text.ts';
import { m } from '../i18n/paraglide/messages.js';

/** What to show of a failed call, in the language of the page. */
export function failureText({ locale }: Pick<APIContext['locals'], 'locale'>, error: ApiError): string {
  return errorText(error, locale) ?? m.load_error_text();
}

/** The status of a page that shows a failed call; 503 where the API was not reached. */
export function failureStatus({ status }: ApiError): number {
  return status === 0 ? 503 : status;
}

/** The form that was sent; an empty one where the body is none. */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** A field of a form as text, cut to what any of ours can be; '' where it is missing or a file. */
export function fieldOf(form: Pick<FormData, 'get'> | URLSearchParams, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}
