import type { APIContext } from 'astro';
import type { ShownCheckout } from '../components/cart/shown-checkout.ts';
import type { ApiError } from '../contract/errors.ts';
import { buyCart, buyTitle } from '../contract/payments.ts';
import { paths } from '../domain/paths.ts';
import { afterBuying, discountCodeOf, howToPay, quoteOf } from './_buying.ts';
import { failureStatus, failureText, fieldOf } from './_form-fields.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'url'> & { response: { status?: number } };
/** What is to be bought; `returnTo` is where the visitor goes on after a bank, `here` the checkout's own address. */
export type Wish = { returnTo: string; here: string } & (
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
export async function answerCheckout(page: Page, wish: Wish, form: FormData): Promise<Response | CheckoutPage> {
  const { locals, redirect, response } = page;
  const loginHref = locals.signedIn ? null : paths.login(wish.here);
  let error: string | null = null;
  if (fieldOf(form, 'payment_method') !== '') {
    if (loginHref !== null) return redirect(loginHref, 303);
    const refused = afterBuying(page, await buy(page, wish, form));
    if (refused instanceof Response) return refused;
    error = failureText(locals, refused);
    response.status = failureStatus(refused);
  }
  const code = discountCodeOf(form);
  const what = wish.purpose === 'title' ? { id: wish.id } : { items: wish.items };
  const { quote, badCode } = await quoteOf(page, { purpose: wish.purpose, ...what }, code);
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
  };
}

function buy(page: Page, wish: Wish, form: FormData) {
  const how = howToPay(page, form, wish.returnTo);
  const { api } = page.locals;
  return wish.purpose === 'title'
    ? api(buyTitle, { id: wish.id, ...how })
    : api(buyCart, { items: wish.items, ...how });
}
