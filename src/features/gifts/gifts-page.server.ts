import type { ApiError } from '../../platform/http/calls/errors.ts';
import type { Output } from '../../platform/http/calls/call.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { TYPED_MAX_LENGTH } from '../../platform/http/calls/typed-input.ts';
import { paths } from '../../platform/paths.ts';
import { foldNumber } from '../../platform/text/digits.ts';
import { fetchQuote, readPaymentOptions, toPurchaseResponse, type Quote } from '../checkout/buying.server.ts';
import { buyGift, getGateways, getPlans, GIFT_CARDS_MAX, type Plan } from '../checkout/contract.ts';
import { openPurchase } from '../payments/pending-purchases.server.ts';
import { isMissing } from '../titles/load-title.server.ts';
import { getGift, listGifts, redeemGift } from './contract.ts';

export type GiftsData = Exclude<Awaited<ReturnType<typeof loadGifts>>, Response>;
export type GiftData = Exclude<Awaited<ReturnType<typeof loadGift>>, Response>;

interface Purchase {
  id: number;
  plan: Plan;
  count: number;
  quote: Quote;
  gateways: Output<typeof getGateways>['data']['data'];
  method: string;
  purchaseKey: string;
  error: string | null;
}

export async function loadGifts(page: PageContext) {
  const { locals, request, url } = page;
  if (!locals.offers('buyGift')) return page.rewrite(paths.notFound());
  const form = request.method === 'POST' ? await readForm(request) : null;
  const fields = form ?? url.searchParams;
  const planId = readNumber(fields, 'plan');
  const count = Math.min(Math.max(readNumber(fields, 'count'), 1), GIFT_CARDS_MAX);
  const failure = form && (planId > 0 ? await buy(page, form, planId, count) : await redeem(page, form));
  if (failure instanceof Response) return failure;
  const [list, plans, purchase] = await Promise.all([
    locals.api(listGifts, {}),
    locals.api(getPlans, {}),
    planId > 0 ? loadPurchase(page, planId, count, failure) : null,
  ]);
  if (!list.ok && list.error.status === 401) return sessionOver(page);
  if (failure) page.response.status = failureStatus(failure);
  else if (!list.ok) failPage(page, list.error);
  const data = list.ok ? list.value.data : null;
  const done = url.searchParams.get('done');
  return {
    list: data,
    plans: plans.ok ? Object.entries(plans.value.data).map(([id, plan]) => ({ id: Number(id), plan })) : [],
    purchase,
    done: data?.redeemed.find(({ id }) => id === done) ?? null,
    wasUsed: url.searchParams.get('used') === '1',
    error: failure && planId === 0 ? failureText(locals, failure) : null,
    buyError: failure && planId > 0 && purchase === null ? failureText(locals, failure) : null,
    code: form && planId === 0 ? readCode(form) : '',
  };
}

/** `to`, `words` and `by` are the greeting, which only the address holds. */
export async function loadGift(page: PageContext) {
  const { locals, params, url } = page;
  if (!locals.offers('buyGift')) return page.rewrite(paths.notFound());
  const answer = await locals.api(getGift, { id: (params['id'] ?? '').slice(0, 40) });
  if (!answer.ok && answer.error.status === 401) return sessionOver(page);
  if (!answer.ok && isMissing(answer.error)) return page.rewrite(paths.notFound());
  if (!answer.ok) failPage(page, answer.error);
  const read = (name: string, length: number) =>
    Array.from(readField(url.searchParams, name)).slice(0, length).join('');
  return {
    id: params['id'] ?? '',
    card: answer.ok ? answer.value.data : null,
    greeting: { to: read('to', 40), words: read('words', 120), by: read('by', 40) },
    address: new URL(paths.gifts(), url.origin),
  };
}

async function redeem(page: PageContext, form: FormData): Promise<Response | ApiError> {
  const answer = await page.locals.api(redeemGift, { code: readCode(form) });
  if (!answer.ok) return answer.error.status === 401 ? sessionOver(page) : answer.error;
  const { id, is_repeat } = answer.value.data;
  return page.redirect(paths.gifts({ done: id, ...(is_repeat && { used: 1 }) }), 303);
}

async function buy(page: PageContext, form: FormData, planId: number, count: number): Promise<Response | ApiError> {
  const { discount_code: _, ...options } = readPaymentOptions(page, form, paths.gifts());
  return toPurchaseResponse(page, form, await page.locals.api(buyGift, { plan_id: planId, count, ...options }));
}

async function loadPurchase(
  page: PageContext,
  id: number,
  count: number,
  failure: ApiError | null,
): Promise<Purchase | null> {
  const { api } = page.locals;
  const [{ quote }, gateways, plans] = await Promise.all([
    fetchQuote(page, { purpose: 'gift', id, count }, ''),
    api(getGateways, {}),
    api(getPlans, {}),
  ]);
  const plan = plans.ok ? plans.value.data[String(id)] : undefined;
  if (!quote.ok || !gateways.ok || plan === undefined) return null;
  const list = gateways.value.data.data;
  return {
    ...{ id, plan, count, quote: quote.value.data, gateways: list },
    method: (list.find(({ is_default }) => is_default) ?? list[0])?.id ?? '',
    purchaseKey: openPurchase(page, { purpose: `gift${String(count)}`, items: [id] }, quote.value.data.buyer),
    error: failure && failureText(page.locals, failure),
  };
}

function readNumber(fields: Pick<FormData, 'get'> | URLSearchParams, name: string): number {
  const text = foldNumber(readField(fields, name));
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function readCode(form: FormData): string {
  const code = form.get('code');
  return typeof code === 'string' ? code.slice(0, TYPED_MAX_LENGTH) : '';
}
