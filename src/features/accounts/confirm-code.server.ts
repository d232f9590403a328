import type { APIContext } from 'astro';
import { confirmCode, sendConfirmation } from './contract/account.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { failureText, readField, readNumberField } from '../../platform/http/pages/form-fields.ts';

type Page = Pick<APIContext, 'locals'>;
type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError };

export interface RequestedCode {
  error: string | null; // In the visitor's language
  resendAfter: number; // Seconds
}

/** Makes a form's call. Confirms the form's code first; if the call needs one, sends it and returns `asked`. */
export async function callWithCode<T>(
  page: Page,
  form: Pick<FormData, 'get'> | URLSearchParams,
  call: () => Promise<Answer<T>>,
): Promise<{ answer: Answer<T> } | { asked: RequestedCode }> {
  const code = readNumberField(form, 'confirm_code');
  if (readField(form, 'step') === 'resend') return { asked: await requestCode(page) };
  if (code !== '') {
    const confirmed = await page.locals.api(confirmCode, { code });
    if (!confirmed.ok && confirmed.error.status === 401) return { answer: confirmed };
    if (!confirmed.ok) return { asked: { error: failureText(page.locals, confirmed.error), resendAfter: 0 } };
  }
  const answer = await call();
  if (answer.ok || answer.error.code !== 'code_needed') return { answer };
  return { asked: await requestCode(page) };
}

/** A code that was sent a moment ago still works. */
async function requestCode({ locals }: Page): Promise<RequestedCode> {
  const result = await locals.api(sendConfirmation, {});
  if (result.ok) return { error: null, resendAfter: result.value.resend_after };
  const wasSentBefore = result.error.code === 'code_too_soon';
  return {
    error: wasSentBefore ? null : failureText(locals, result.error),
    resendAfter: result.error.retry_after ?? 0,
  };
}
