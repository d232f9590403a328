import { getBanks } from '../direct-debit/contract.ts';
import type { APIContext } from 'astro';
import { NO_REFERRER } from '../../platform/config/constants.ts';
import { getGateways, getPlans, type Plan } from './contract.ts';
import { getUser, type User } from '../accounts/contract/auth.ts';
import type { Output } from '../../platform/http/call.ts';
import { getTitle } from '../titles/contract/catalogue.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import { buyPlan } from '../payments/contract.ts';
import { isTitleKind } from '../../platform/kinds.ts';
import { nameIn } from '../../platform/text/locale.ts';
import { paths, type CheckoutContext } from '../../platform/paths.ts';
import { readCheckoutContext } from '../payments/checkout-context.ts';
import { afterBuying, readDiscountCode, readPaymentOptions, fetchQuote, type Quote } from './buying.server.ts';
import { callWithCode, type RequestedCode } from '../accounts/confirm-code.server.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/form-fields.ts';
import { sessionOver } from '../../platform/http/session-over.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'rewrite' | 'url'>;
type Fields = FormData | URLSearchParams;

/** All that the checkout of a plan shows. */
export interface Checkout {
  id: number;
  plan: Plan;
  quote: Quote;
  gateways: Output<typeof getGateways>['data']['data'];
  /** Null for a guest. */
  user: User | null;
  wish: CheckoutContext;
  /** The name of the title it is bought for. */
  titleName: string | null;
  code: string;
  /** What is wrong with the code, or with the rest, in the visitor's language. */
  codeError: string | null;
  problem: string | null;
  method: string;
  /** Whether bank accounts can be debited, by whatever mobile (spec 2.43). */
  canDebit: boolean;
  /** The code that the purchase needs. */
  asked: RequestedCode | null;
  status: number;
}

/**
 * The checkout of a plan (spec 2.34): what it costs, or, for a form that was sent, the way to the bank or to the result
 * page; the failure where a call fails that it needs. An unknown plan is the 404 page.
 */
export async function checkout(page: Page, id: number): Promise<Checkout | { failed: ApiError } | Response> {
  const { request, url } = page;
  const form = request.method === 'POST' ? await readForm(request) : null;
  const fields = form ?? url.searchParams;
  const wish = readCheckoutContext(url.searchParams);
  const refused = form && (await buy(page, id, form, wish));
  return refused instanceof Response ? refused : show(page, id, fields, wish, refused);
}

/** Buys; the answer leads on, or says why not. */
async function buy(
  page: Page,
  id: number,
  form: Fields,
  wish: CheckoutContext,
): Promise<Response | ApiError | RequestedCode> {
  const { locals, redirect, url } = page;
  if (!locals.signedIn) return redirect(paths.login(url.pathname + url.search), 303);
  const made = await callWithCode(page, form, () =>
    locals.api(buyPlan, {
      plan_id: id,
      content_id: wish.contentId,
      content_type: wish.contentType,
      ...readPaymentOptions(page, form, wish.from),
    }),
  );
  return 'asked' in made ? made.asked : afterBuying(page, made.answer);
}

async function show(
  page: Page,
  id: number,
  fields: Fields,
  wish: CheckoutContext,
  stopped: ApiError | RequestedCode | null,
): Promise<Checkout | { failed: ApiError } | Response> {
  const { api, signedIn } = page.locals;
  const asked = stopped !== null && 'resendAfter' in stopped ? stopped : null;
  const refused = stopped !== null && 'resendAfter' in stopped ? null : stopped;
  const code = readDiscountCode(fields);
  const [plans, priced, gateways, account, titleName, banks] = await Promise.all([
    api(getPlans, {}),
    fetchQuote(page, { purpose: 'plan', id }, isFromElsewhere(page.request) ? '' : code),
    api(getGateways, {}),
    signedIn ? api(getUser, { ref: NO_REFERRER }) : null,
    fetchTitleName(page, wish),
    signedIn ? api(getBanks, {}) : null,
  ]);
  if (account?.ok === false && account.error.status === 401) return sessionOver(page);
  const { quote, badCode } = priced;
  if (!quote.ok && quote.error.code === 'plan_unknown') return page.rewrite(paths.notFound());
  if (!plans.ok) return { failed: plans.error };
  if (!quote.ok) return { failed: quote.error };
  if (!gateways.ok) return { failed: gateways.error };
  const plan = plans.value.data[String(id)];
  if (!plan) return page.rewrite(paths.notFound());
  const other = refused?.code === 'discount_invalid' ? null : refused;
  const worst = other ?? badCode;
  const list = gateways.value.data.data;
  return {
    id,
    plan,
    quote: quote.value.data,
    gateways: list,
    user: account?.ok ? account.value.user : null,
    wish,
    titleName,
    code,
    codeError: badCode && failureText(page.locals, badCode),
    problem: other && failureText(page.locals, other),
    method: readField(fields, 'payment_method') || ((list.find((one) => one.is_default) ?? list[0])?.id ?? ''),
    canDebit: banks?.ok === true && banks.value.data.banks.length > 0,
    asked,
    status: worst ? failureStatus(worst) : asked ? 403 : 200,
  };
}

/** A link of another site fills in a code, but tries none: a wrong one would spend a guess of the visitor's. */
function isFromElsewhere({ headers }: Request): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '');
}

async function fetchTitleName(
  { locals }: Page,
  { contentId: id, contentType: kind }: CheckoutContext,
): Promise<string | null> {
  if (id === undefined || kind === undefined || !isTitleKind(kind)) return null;
  const result = await locals.api(getTitle, { kind, id });
  return result.ok ? nameIn(locals.locale, result.value.data) : null;
}
