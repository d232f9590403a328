import type { APIContext } from 'astro';
import { getGateways, getPlans, type Plan } from '../contract/app.ts';
import { getUser, type User } from '../contract/auth.ts';
import type { Output } from '../contract/call.ts';
import { getTitle } from '../contract/catalogue.ts';
import type { ApiError } from '../contract/errors.ts';
import { buyPlan } from '../contract/payments.ts';
import { isTitleKind } from '../domain/kinds.ts';
import { nameIn } from '../domain/locale.ts';
import { paths, type PlanWish } from '../domain/paths.ts';
import { readPlanWish } from '../domain/plan-wish.ts';
import { afterBuying, discountCodeOf, howToPay, quoteOf, type Quote } from './_buying.ts';
import { failureStatus, failureText, fieldOf, readForm } from './_form-fields.ts';
import { sessionOver } from './_session-over.ts';

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
  wish: PlanWish;
  /** The name of the title it is bought for. */
  titleName: string | null;
  code: string;
  /** What is wrong with the code, or with the rest, in the visitor's language. */
  codeError: string | null;
  problem: string | null;
  method: string;
  status: number;
}

/**
 * The checkout of a plan (spec 2.34): what it costs, or, for a form that was sent, the way to the bank or to the result
 * page; null where the API does not answer. An unknown plan is the 404 page.
 */
export async function checkout(page: Page, id: number): Promise<Checkout | Response | null> {
  const { request, url } = page;
  const form = request.method === 'POST' ? await readForm(request) : null;
  const fields = form ?? url.searchParams;
  const wish = readPlanWish(url.searchParams);
  const refused = form && (await buy(page, id, form, wish));
  return refused instanceof Response ? refused : show(page, id, fields, wish, refused);
}

/** Buys; the answer leads on, or says why not. */
async function buy(page: Page, id: number, form: Fields, wish: PlanWish): Promise<Response | ApiError> {
  const { locals, redirect, url } = page;
  if (!locals.signedIn) return redirect(paths.login(url.pathname + url.search), 303);
  const bought = await locals.api(buyPlan, {
    plan_id: id,
    content_id: wish.contentId,
    content_type: wish.contentType,
    ...howToPay(page, form, wish.from),
  });
  return afterBuying(page, bought);
}

async function show(
  page: Page,
  id: number,
  fields: Fields,
  wish: PlanWish,
  refused: ApiError | null,
): Promise<Checkout | Response | null> {
  const { api, signedIn } = page.locals;
  const code = discountCodeOf(fields);
  const [plans, priced, gateways, account, titleName] = await Promise.all([
    api(getPlans, {}),
    quoteOf(page, { purpose: 'plan', id }, code),
    api(getGateways, {}),
    signedIn ? api(getUser, {}) : null,
    nameOf(page, wish),
  ]);
  if (account?.ok === false && account.error.status === 401) return sessionOver(page);
  const { quote, badCode } = priced;
  if (!quote.ok && quote.error.code === 'plan_unknown') return page.rewrite(paths.notFound());
  if (!plans.ok || !quote.ok || !gateways.ok) return null;
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
    method: fieldOf(fields, 'payment_method') || ((list.find((one) => one.is_default) ?? list[0])?.id ?? ''),
    status: worst ? failureStatus(worst) : 200,
  };
}

async function nameOf({ locals }: Page, { contentId: id, contentType: kind }: PlanWish): Promise<string | null> {
  if (id === undefined || kind === undefined || !isTitleKind(kind)) return null;
  const found = await locals.api(getTitle, { kind, id });
  return found.ok ? nameIn(locals.locale, found.value.data) : null;
}
