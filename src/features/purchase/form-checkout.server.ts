import type { APIContext } from 'astro';
import type { ShownCheckout } from './ui/shown-checkout.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import { buyCart, buyTitle } from '../payments/contract.ts';
import { paths } from '../../platform/paths.ts';
import { afterBuying, readDiscountCode, readPaymentOptions, fetchQuote } from '../checkout/buying.server.ts';
import { callWithCode, type RequestedCode } from '../accounts/confirm-code.server.ts';
import { failureStatus, failureText, readField } from '../../platform/http/form-fields.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'url'> & { response: { status?: number } };
/** What is to be bought; `returnTo` is where the visitor goes on after a bank, `here` the checkout's own address. */
export type PurchaseRequest = { returnTo: string; here: string } & (
  { purpose: 'title'; id: number } | { purpose: 'cart'; items: number[] }
);

/** What a page without script shows of a checkout, and what it sends along when it asks again. */
export interface CheckoutPage extends ShownCheckout {
  /** The failure that kept the quote away. */
  refused: ApiError | null;
  discountCode: string;
}

/**
 * A checkout by forms: shows what it costs, and, where the form chose a way to pay, begins the payment and sends the
 * visitor to the bank or, from the wallet, to the result. The page's status is that of what went wrong.
 */
export async function answerCheckout(
  page: Page,
  purchase: PurchaseRequest,
  form: FormData,
): Promise<Response | CheckoutPage> {
  const { locals, redirect, response } = page;
  const loginHref = locals.signedIn ? null : paths.login(purchase.here);
  let error: string | null = null;
  let asked: RequestedCode | null = null;
  if (readField(form, 'payment_method') !== '') {
    if (loginHref !== null) return redirect(loginHref, 303);
    const made = await callWithCode(page, form, () => buy(page, purchase, form));
    if ('asked' in made) {
      asked = made.asked;
      response.status = 403;
    } else {
      const refused = afterBuying(page, made.answer);
      if (refused instanceof Response) return refused;
      error = failureText(locals, refused);
      response.status = failureStatus(refused);
    }
  }
  const code = readDiscountCode(form);
  const what = purchase.purpose === 'title' ? { id: purchase.id } : { items: purchase.items };
  const { quote, badCode } = await fetchQuote(page, { purpose: purchase.purpose, ...what }, code);
  const failure = quote.ok ? badCode : quote.error;
  if (failure) {
    error = failureText(locals, failure);
    response.status = failureStatus(failure);
  }
  return {
    quote: quote.ok ? quote.value.data : null,
    error,
    refused: quote.ok ? null : quote.error,
    discountCode: badCode ? '' : code,
    loginHref,
    method: readField(form, 'payment_method'),
    asked,
  };
}

function buy(page: Page, purchase: PurchaseRequest, form: FormData) {
  const how = readPaymentOptions(page, form, purchase.returnTo);
  const { api } = page.locals;
  return purchase.purpose === 'title'
    ? api(buyTitle, { id: purchase.id, ...how })
    : api(buyCart, { items: purchase.items, ...how });
}
