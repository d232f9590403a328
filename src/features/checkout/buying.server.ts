import type { APIContext } from 'astro';
import type { Call, Input, Output } from '../../platform/http/calls/call.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { DISCOUNT_CODE_MAX_LENGTH, getQuote, type buyTitle } from './contract.ts';
import { paths } from '../../platform/paths.ts';
import { readVisitor } from '../../platform/http/session/visitor.ts';
import { closePurchase, notePayment, readPurchaseKey } from '../payments/pending-purchases.server.ts';
import { foldCode } from '../../platform/text/digits.ts';
import { readField } from '../../platform/http/pages/form-fields.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { isDiscountError } from '../payments/discount-error.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'url'>;
type Fields = Pick<FormData, 'get'> | URLSearchParams;
export type Quote = Output<typeof getQuote>['data'];
type Answer<C extends Call> = { ok: true; value: Output<C> } | { ok: false; error: ApiError };

export function readPaymentOptions({ request }: Page, form: Fields, returnTo: string | undefined) {
  const shownTotal = readField(form, 'max_total');
  return {
    payment_method: readField(form, 'payment_method') || undefined,
    discount_code: readDiscountCode(form),
    max_total: /^\d{1,12}$/.test(shownTotal) ? Number(shownTotal) : undefined,
    callback_url: returnTo,
    ref: readVisitor(request).referrer,
    idempotency_key: readPurchaseKey(form),
  };
}

/** Cut at the API's maximum. */
export function readDiscountCode(fields: Fields): string {
  return foldCode(readField(fields, 'discount_code')).slice(0, DISCOUNT_CODE_MAX_LENGTH);
}

/** To the bank's page after its URL is checked, to the result, or to the login. Returns the error of a refusal. */
export function toPurchaseResponse(page: Page, form: Fields, answer: Answer<typeof buyTitle>): Response | ApiError {
  if (!answer.ok) {
    if (answer.error.code === 'idempotency_key_used') closePurchase(page, readPurchaseKey(form) ?? '');
    return answer.error.status === 401 ? sessionOver(page) : answer.error;
  }
  const { pay_url: bank, payment } = answer.value.data;
  notePayment(page, form, payment.id);
  return page.redirect(bank === null ? paths.callback(payment.id) : paths.toBank(payment.id), 303);
}

export async function fetchQuote(
  { locals: { api } }: Pick<Page, 'locals'>,
  request: Input<typeof getQuote>,
  code: string,
): Promise<{ quote: Answer<typeof getQuote>; codeError: ApiError | null }> {
  const quote = await api(getQuote, { ...request, discount_code: code });
  if (quote.ok || !isDiscountError(quote.error.code)) return { quote, codeError: null };
  return { quote: await api(getQuote, request), codeError: quote.error };
}
