import type { APIContext } from 'astro';
import type { ShownCheckout } from '../components/cart/shown-checkout.ts';
import { REFERRER_COOKIE } from '../config/session.ts';
import type { ApiError } from '../contract/errors.ts';
import { buyCart, buyTitle, getQuote } from '../contract/payments.ts';
import { paths } from '../domain/paths.ts';
import { numericReferrer } from '../domain/referral-code.ts';
import { m } from '../i18n/paraglide/messages.js';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect'> & { response: { status?: number } };
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
export async function answerCheckout(page: Page, wish: Wish, form: FormData | null): Promise<Response | CheckoutPage> {
  const { locals, redirect, response } = page;
  const discountCode = fieldOf(form, 'discount_code');
  const method = fieldOf(form, 'payment_method');
  const loginHref = locals.signedIn ? null : paths.login(wish.here);
  let error: string | null = null;
  if (method !== '') {
    if (loginHref !== null) return redirect(loginHref, 303);
    const bought = await buy(page, wish, method, discountCode);
    if (bought.ok) {
      const { pay_url: bank, payment } = bought.value.data;
      return redirect(bank ?? paths.callback(payment.id), 303);
    }
    error = textOf(bought.error, locals.locale);
    response.status = statusOf(bought.error);
  }
  const quoted = await quote(page, wish, discountCode);
  if (quoted.ok) return { quote: quoted.value.data, error, refused: null, discountCode, loginHref };
  // A code that does not hold must not hide the price.
  const without = quoted.error.code === 'discount_invalid' ? await quote(page, wish, '') : quoted;
  response.status = statusOf(quoted.error);
  return {
    quote: without.ok ? without.value.data : null,
    error: textOf(quoted.error, locals.locale),
    refused: without.ok ? null : without.error,
    discountCode: without.ok ? '' : discountCode,
    loginHref,
  };
}

function quote({ locals }: Page, wish: Wish, code: string) {
  const what = wish.purpose === 'title' ? { id: wish.id } : { items: wish.items };
  return locals.api(getQuote, { purpose: wish.purpose, ...what, discount_code: code });
}

function buy({ cookies, locals }: Page, wish: Wish, method: string, code: string) {
  const ref = numericReferrer(cookies.get(REFERRER_COOKIE)?.value);
  const how = { payment_method: method, discount_code: code, callback_url: wish.returnTo, ref };
  return wish.purpose === 'title'
    ? locals.api(buyTitle, { id: wish.id, ...how })
    : locals.api(buyCart, { items: wish.items, ...how });
}

function textOf({ message, message_fa }: ApiError, locale: string): string {
  return (locale === 'fa' && message_fa) || message || m.load_error_text();
}

function statusOf({ status }: ApiError): number {
  return status === 0 ? 503 : status;
}

/** A field as short text; a file or nothing is empty. */
function fieldOf(form: FormData | null, name: string): string {
  const value = form?.get(name);
  return typeof value === 'string' ? value.slice(0, 40) : '';
}
