import { getBanks } from '../direct-debit/contract.ts';
import type { APIContext } from 'astro';
import { joinApp } from '../../platform/app-twins.ts';
import { NO_REFERRER } from '../../platform/config/constants.ts';
import { getUser, type User } from '../accounts/contract/auth.ts';
import type { Output } from '../../platform/http/calls/call.ts';
import { getTitle } from '../titles/contract/catalogue.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { getGateways, getPlans, type Plan, buyPlan } from './contract.ts';
import { isTitleKind } from '../../platform/kinds.ts';
import { nameIn } from '../../platform/text/locale.ts';
import { paths, type CheckoutContext } from '../../platform/paths.ts';
import { openPurchase } from '../payments/pending-purchases.server.ts';
import { readCheckoutContext } from '../payments/checkout-context.ts';
import { toPurchaseResponse, readDiscountCode, readPaymentOptions, fetchQuote, type Quote } from './buying.server.ts';
import { callWithCode, type RequestedCode } from '../accounts/confirm-code.server.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import { isFromOtherSite } from '../../platform/http/origin/other-site.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { isDiscountError } from '../payments/discount-error.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'rewrite' | 'url'>;
type Fields = FormData | URLSearchParams;

export interface Checkout {
  id: number;
  plan: Plan;
  quote: Quote;
  gateways: Output<typeof getGateways>['data']['data'];
  user: User | null;
  context: CheckoutContext;
  titleName: string | null;
  code: string;
  codeError: string | null;
  error: string | null;
  method: string;
  /** Direct debit by any mobile (spec 2.43). */
  canDebit: boolean;
  requestedCode: RequestedCode | null;
  purchaseKey: string;
  status: number;
}

/** Spec 2.34: the quote or, for a sent form, the redirect to the bank or the result. 404 for an unknown plan. */
export async function loadCheckout(page: Page, id: number): Promise<Checkout | { failed: ApiError } | Response> {
  const { request, url } = page;
  joinApp(page);
  const form = request.method === 'POST' ? await readForm(request) : null;
  const fields = form ?? url.searchParams;
  const context = readCheckoutContext(url.searchParams);
  const outcome = form && (await buy(page, id, form, context));
  return outcome instanceof Response ? outcome : loadForm(page, id, fields, context, outcome);
}

async function buy(
  page: Page,
  id: number,
  form: Fields,
  context: CheckoutContext,
): Promise<Response | ApiError | RequestedCode> {
  const { locals, redirect, url } = page;
  if (!locals.signedIn) return redirect(paths.login(url.pathname + url.search), 303);
  const result = await callWithCode(page, form, () =>
    locals.api(buyPlan, {
      plan_id: id,
      content_id: context.contentId,
      content_type: context.contentType,
      ...readPaymentOptions(page, form, context.from),
    }),
  );
  return 'asked' in result ? result.asked : toPurchaseResponse(page, form, result.answer);
}

async function loadForm(
  page: Page,
  id: number,
  fields: Fields,
  context: CheckoutContext,
  failure: ApiError | RequestedCode | null,
): Promise<Checkout | { failed: ApiError } | Response> {
  const { api, signedIn } = page.locals;
  const requestedCode = failure !== null && 'resendAfter' in failure ? failure : null;
  const buyError = failure !== null && 'resendAfter' in failure ? null : failure;
  const code = readDiscountCode(fields);
  const [plans, quoteResult, gateways, account, titleName, banks] = await Promise.all([
    api(getPlans, {}),
    // A link of another site may fill in a code, but not try it: that would spend a guess of the visitor's.
    fetchQuote(page, { purpose: 'plan', id }, isFromOtherSite(page.request) ? '' : code),
    api(getGateways, {}),
    signedIn ? api(getUser, { ref: NO_REFERRER }) : null,
    fetchTitleName(page, context),
    signedIn ? api(getBanks, {}) : null,
  ]);
  if (account?.ok === false && account.error.status === 401) return sessionOver(page);
  const { quote, codeError } = quoteResult;
  if (!quote.ok && quote.error.code === 'plan_unknown') return page.rewrite(paths.notFound());
  if (!plans.ok) return { failed: plans.error };
  if (!quote.ok) return { failed: quote.error };
  if (!gateways.ok) return { failed: gateways.error };
  const plan = plans.value.data[String(id)];
  if (!plan) return page.rewrite(paths.notFound());
  const otherError = isDiscountError(buyError?.code) ? null : buyError;
  const pageError = otherError ?? codeError;
  const gatewayList = gateways.value.data.data;
  return {
    id,
    plan,
    quote: quote.value.data,
    gateways: gatewayList,
    user: account?.ok ? account.value.user : null,
    context,
    titleName,
    code,
    codeError: codeError && failureText(page.locals, codeError),
    error: otherError && failureText(page.locals, otherError),
    method:
      readField(fields, 'payment_method') ||
      ((gatewayList.find((gateway) => gateway.is_default) ?? gatewayList[0])?.id ?? ''),
    canDebit: banks?.ok === true && banks.value.data.banks.length > 0,
    requestedCode,
    purchaseKey: openPurchase(page, { purpose: 'plan', items: [id] }, quote.value.data.buyer),
    status: pageError ? failureStatus(pageError) : requestedCode ? 403 : 200,
  };
}

async function fetchTitleName(
  { locals }: Page,
  { contentId: id, contentType: kind }: CheckoutContext,
): Promise<string | null> {
  if (id === undefined || kind === undefined || !isTitleKind(kind)) return null;
  const result = await locals.api(getTitle, { kind, id });
  return result.ok ? nameIn(locals.locale, result.value.data) : null;
}
