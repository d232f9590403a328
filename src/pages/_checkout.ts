import type { APIContext } from 'astro';
import { REFERRER_COOKIE } from '../config/session.ts';
import { getGateways, getPlans, type Plan } from '../contract/app.ts';
import { getUser, type User } from '../contract/auth.ts';
import type { Output } from '../contract/call.ts';
import { getTitle } from '../contract/catalogue.ts';
import type { ApiError } from '../contract/errors.ts';
import { buyPlan, getQuote } from '../contract/payments.ts';
import { isTitleKind } from '../domain/kinds.ts';
import { nameIn, type Locale } from '../domain/locale.ts';
import { paths, type PlanWish } from '../domain/paths.ts';
import { readPlanWish } from '../domain/plan-wish.ts';
import { numericReferrer } from '../domain/referral-code.ts';
import { sessionOver } from './_session-over.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'rewrite' | 'url'>;
type Fields = Pick<URLSearchParams, 'get'>;

/** All that the checkout of a plan shows. */
export interface Checkout {
  id: number;
  plan: Plan;
  quote: Output<typeof getQuote>['data'];
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
  const { cookies, locals, redirect, url } = page;
  if (!locals.signedIn) return redirect(paths.login(url.pathname + url.search), 303);
  const bought = await locals.api(buyPlan, {
    plan_id: id,
    content_id: wish.contentId,
    content_type: wish.contentType,
    payment_method: form.get('method') ?? undefined,
    discount_code: textOf(form, 'code', CODE_MAX),
    callback_url: wish.from,
    ref: numericReferrer(cookies.get(REFERRER_COOKIE)?.value),
  });
  if (!bought.ok) return bought.error.status === 401 ? sessionOver(page) : bought.error;
  const { pay_url: bank, payment } = bought.value.data;
  return redirect(bank === null ? paths.callback(payment.id) : paths.toBank(payment.id), 303);
}

async function show(
  page: Page,
  id: number,
  fields: Fields,
  wish: PlanWish,
  refused: ApiError | null,
): Promise<Checkout | Response | null> {
  const { api, locale, signedIn } = page.locals;
  const code = textOf(fields, 'code', CODE_MAX);
  const [plans, priced, gateways, account, titleName] = await Promise.all([
    api(getPlans, {}),
    api(getQuote, { purpose: 'plan', id, discount_code: code }),
    api(getGateways, {}),
    signedIn ? api(getUser, {}) : null,
    nameOf(page, wish),
  ]);
  if (account?.ok === false && account.error.status === 401) return sessionOver(page);
  const badCode = priced.ok || priced.error.code !== 'discount_invalid' ? null : priced.error;
  const quote = badCode ? await api(getQuote, { purpose: 'plan', id }) : priced;
  if (!quote.ok && quote.error.code === 'plan_unknown') return page.rewrite(paths.notFound());
  if (!plans.ok || !quote.ok || !gateways.ok) return null;
  const plan = plans.value.data[String(id)];
  if (!plan) return page.rewrite(paths.notFound());
  const other = refused?.code === 'discount_invalid' ? null : refused;
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
    codeError: badCode && sentence(badCode, locale),
    problem: other && sentence(other, locale),
    method: fields.get('method') ?? (list.find((one) => one.is_default) ?? list[0])?.id ?? '',
    status: (other ?? badCode)?.status ?? 200,
  };
}

async function nameOf({ locals }: Page, { contentId: id, contentType: kind }: PlanWish): Promise<string | null> {
  if (id === undefined || kind === undefined || !isTitleKind(kind)) return null;
  const found = await locals.api(getTitle, { kind, id });
  return found.ok ? nameIn(locals.locale, found.value.data) : null;
}

/** What an API said, in the visitor's language; '' where it was not reached. */
function sentence(error: ApiError, locale: Locale): string {
  if (error.code === 'network') return '';
  return locale === 'fa' ? error.message_fa || error.message : error.message || error.message_fa;
}

/** As long as the API takes one; more is no code of anybody's. */
const CODE_MAX = 40;

function textOf(fields: Fields, name: string, max: number): string {
  return (fields.get(name) ?? '').trim().slice(0, max);
}

/** The texts of a form; files and what is no form are nothing. */
async function readForm(request: Request): Promise<Fields> {
  const form = await request.formData().catch(() => new FormData());
  return new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
