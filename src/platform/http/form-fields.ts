import type { APIContext } from 'astro';
import type { ApiError } from './errors.ts';
import { errorText } from '../text/error-text.ts';
import { getPageStatus } from './page-status.ts';
import { m } from '../text/paraglide/messages.js';

/** What to show of a failed call, in the language of the page. */
export function failureText({ locale }: Pick<APIContext['locals'], 'locale'>, error: ApiError): string {
  return errorText(error, locale) ?? m.load_error_text();
}

/** The status of a page whose form was refused: as of any failed call (spec 8.11). */
export function failureStatus(error: ApiError): number {
  return getPageStatus(error);
}

/** The form that was sent; an empty one where the body is none. */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** A field of a form as text, cut to what any of ours can be; '' where it is missing or a file. */
export function readField(form: Pick<FormData, 'get'> | URLSearchParams, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}
