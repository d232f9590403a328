import type { APIContext } from 'astro';
import type { ApiError } from '../calls/errors.ts';
import { errorText } from '../../text/error-text.ts';
import { getPageStatus } from './page-status.ts';
import { foldNumber } from '../../text/digits.ts';
import { TYPED_MAX_LENGTH } from '../calls/typed-input.ts';
import { m } from '../../text/paraglide/messages.js';

const FIELD_MAX_LENGTH = 200;

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

/** A number as pasted, in ASCII (`foldNumber`): its separators and marks are removed before it is cut. */
export function readNumberField(form: Pick<FormData, 'get'>, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? foldNumber(value.slice(0, TYPED_MAX_LENGTH)).slice(0, FIELD_MAX_LENGTH) : '';
}

export function readField(form: Pick<FormData, 'get'> | URLSearchParams, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim().slice(0, FIELD_MAX_LENGTH) : '';
}
