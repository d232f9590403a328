import type { APIContext } from 'astro';
import type { ApiError } from './errors.ts';
import { errorText } from '../text/error-text.ts';
import { getPageStatus } from './page-status.ts';
import { m } from '../text/paraglide/messages.js';

export function failureText({ locale }: Pick<APIContext['locals'], 'locale'>, error: ApiError): string {
  return errorText(error, locale) ?? m.load_error_text();
}

export function failureStatus(error: ApiError): number {
  // Spec 8.11.
  return getPageStatus(error);
}

export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

export function readField(form: Pick<FormData, 'get'> | URLSearchParams, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}
