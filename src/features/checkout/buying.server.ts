import type { APIContext } from 'astro';
import { REFERRER_COOKIE } from '../../platform/config/session.ts';
import type { Call, Input, Output } from '../../platform/http/call.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import { getQuote, type buyTitle } from '../payments/contract.ts';
import { paths } from '../../platform/paths.ts';
import { numericReferrer, type Referrer } from '../../platform/text/referral-code.ts';
import { readField } from '../../platform/http/form-fields.ts';
import { sessionOver } from '../../platform/http/session-over.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'url'>;
type Fields = Pick<FormData, 'get'> | URLSearchParams;
export type Quote = Output<typeof getQuote>['data'];
type Answer<C extends Call> = { ok: true; value: Output<C> } | { ok: false; error: ApiError };

/** How the form of a checkout says that it is to be paid: the fields that every purchase takes. */
export function readPaymentOptions({ cookies }: Page, form: Fields, returnTo: string | undefined) {
  return {
    payment_method: readField(form, 'payment_method') || undefined,
    discount_code: readDiscountCode(form),
    callback_url: returnTo,
    ref: readReferrer({ cookies }),
  };
}

/** Who referred this visitor, by the cookie; 0 for nobody (spec 5.02). */
export function readReferrer({ cookies }: Pick<APIContext, 'cookies'>): Referrer {
  return numericReferrer(cookies.get(REFERRER_COOKIE)?.value);
}

/** As long as the API takes one; more is no code of anybody's. */
export function readDiscountCode(fields: Fields): string {
  return readField(fields, 'discount_code').slice(0, 40);
}

/**
 * Where a purchase leads: to the page that sends on to the bank, once it has checked that the address is a bank's; from
 * the wallet to the result; with a session that is over to the login. What was refused comes back.
 */
export function afterBuying(page: Page, bought: Answer<typeof buyTitle>): Response | ApiError {
  if (!bought.ok) return bought.error.status === 401 ? sessionOver(page) : bought.error;
  const { pay_url: bank, payment } = bought.value.data;
  return page.redirect(bank === null ? paths.callback(payment.id) : paths.toBank(payment.id), 303);
}

/** What something costs; with a code that does not hold, without it: a bad code must not hide the price. */
export async function fetchQuote(
  { locals: { api } }: Pick<Page, 'locals'>,
  what: Input<typeof getQuote>,
  code: string,
): Promise<{ quote: Answer<typeof getQuote>; badCode: ApiError | null }> {
  const quote = await api(getQuote, { ...what, discount_code: code });
  if (quote.ok || quote.error.code !== 'discount_invalid') return { quote, badCode: null };
  return { quote: await api(getQuote, what), badCode: quote.error };
}
