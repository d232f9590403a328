import type { APIContext } from 'astro';
import type { ShownCheckout } from './ui/shown-checkout.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { buyCart, buyTitle } from '../checkout/contract.ts';
import { paths } from '../../platform/paths.ts';
import { toPurchaseResponse, readDiscountCode, readPaymentOptions, fetchQuote } from '../checkout/buying.server.ts';
import { openPurchase } from '../payments/pending-purchases.server.ts';
import { callWithCode, type RequestedCode } from '../accounts/confirm-code.server.ts';
import { failureStatus, failureText, readField } from '../../platform/http/pages/form-fields.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'url'> & { response: { status?: number } };
type CheckoutRequest = { returnTo: string; checkoutPath: string } & (
  { purpose: 'title'; id: number } | { purpose: 'cart'; items: number[] }
);

export interface CheckoutPage extends ShownCheckout {
  quoteError: ApiError | null;
  discountCode: string;
}

/** A checkout by forms: shows the quote or, for a sent form, redirects to the bank or the result. */
export async function handleCheckoutForm(
  page: Page,
  purchase: CheckoutRequest,
  form: FormData,
): Promise<Response | CheckoutPage> {
  const { locals, redirect, response } = page;
  const loginHref = locals.signedIn ? null : paths.login(purchase.checkoutPath);
  let error: string | null = null;
  let requestedCode: RequestedCode | null = null;
  if (readField(form, 'payment_method') !== '') {
    if (loginHref !== null) return redirect(loginHref, 303);
    const result = await callWithCode(page, form, () => buy(page, purchase, form));
    if ('asked' in result) {
      requestedCode = result.asked;
      response.status = 403;
    } else {
      const refused = toPurchaseResponse(page, form, result.answer);
      if (refused instanceof Response) return refused;
      error = failureText(locals, refused);
      response.status = failureStatus(refused);
    }
  }
  const code = readDiscountCode(form);
  const subject = purchase.purpose === 'title' ? { id: purchase.id } : { items: purchase.items };
  const { quote, codeError } = await fetchQuote(page, { purpose: purchase.purpose, ...subject }, code);
  const priceError = quote.ok ? codeError : quote.error;
  if (priceError) {
    error = failureText(locals, priceError);
    response.status = failureStatus(priceError);
  }
  const items = purchase.purpose === 'title' ? [purchase.id] : purchase.items;
  const buyer = quote.ok ? quote.value.data.buyer : undefined;
  return {
    purchaseKey: openPurchase(page, { purpose: purchase.purpose, items }, buyer),
    quote: quote.ok ? quote.value.data : null,
    error,
    quoteError: quote.ok ? null : quote.error,
    discountCode: codeError ? '' : code,
    loginHref,
    method: readField(form, 'payment_method'),
    requestedCode,
  };
}

function buy(page: Page, purchase: CheckoutRequest, form: FormData) {
  const options = readPaymentOptions(page, form, purchase.returnTo);
  const { api } = page.locals;
  return purchase.purpose === 'title'
    ? api(buyTitle, { id: purchase.id, ...options })
    : api(buyCart, { items: purchase.items, ...options });
}
