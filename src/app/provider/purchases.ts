import type { Input, Output } from '../../platform/http/call.ts';
import type * as pay from '../../features/payments/contract.ts';
import type { Download } from '../../features/downloads/contract.ts';
import type { Payment } from '../../features/payments/contract.ts';
import { VAT_PERCENT } from '../../platform/config/constants.ts';
import type { Purpose } from '../../features/ledger/payment-kinds.ts';
import { priceLine, sumLines } from '../../features/payments/pricing.ts';
import { PLAIN_LINE, type OrderLine } from '../../features/payments/server/order.ts';
import { toLineView } from '../../features/payments/server/view.ts';
import { base64Url, isSignedText, signText } from '../../platform/media/signing.ts';
import { getPlans } from './account.ts';
import { getTitleKind } from './catalogue.ts';
import { Refusal, refuse, type ProviderContext } from './context.ts';
import { loadCart } from './entitlement.ts';
import { recallDownload, type TitleRef } from './memory.ts';
import { buySubscription } from './direct-debit.ts';
import { getWallet } from './money.ts';

/** Section 7 has no list of payments (docs/provider-mode.md). */

interface Priced {
  purpose: Purpose;
  lines: OrderLine[];
  unavailable: number[];
}
type QuoteInput = Input<typeof pay.getQuote>;

export async function getQuote(context: ProviderContext, input: QuoteInput): Promise<Output<typeof pay.getQuote>> {
  if ((input.discount_code ?? '') !== '') refuse('discount_invalid');
  const { lines, unavailable } = await priceItems(context, input);
  const sums = sumLines(lines);
  const isPlan = input.purpose === 'plan';
  const credit = isPlan || !context.isSignedIn ? 0 : (await getWallet(context)).data.my_credit;
  const methods = isPlan ? (['direct_debit'] as const) : credit >= sums.total ? (['wallet'] as const) : [];
  return {
    data: {
      ...sums,
      lines: lines.map(toLineView),
      unavailable,
      my_credit: credit,
      vat_percent: VAT_PERCENT,
      methods: context.isSignedIn ? [...methods] : [],
    },
  };
}

async function priceItems(context: ProviderContext, { purpose, id: wantedId, items }: QuoteInput): Promise<Priced> {
  const id = Number(wantedId ?? 0);
  if (purpose === 'plan') {
    const plan = (await getPlans(context)).data[String(id)] ?? refuse('plan_unknown');
    const { discount } = plan;
    const planDiscount = discount && {
      percent: discount.discount_percent,
      price: discount.discount_price,
      days: discount.discount_day ?? 0,
    };
    const days = plan.days > 0 ? plan.days + (planDiscount?.days ?? 0) : null;
    const price = priceLine(plan.toman, planDiscount, 0, VAT_PERCENT);
    const named = { nameFa: plan.name_fa, nameEn: plan.name_en };
    return {
      purpose,
      unavailable: [],
      lines: [{ ...PLAIN_LINE, kind: 'plan', itemId: id, ...named, days, ...price }],
    };
  }
  if (purpose === 'title') {
    const { kind } = (await getTitleKind(context, { id })).data;
    const { price, pass, screening, show_buy } = (await loadCart(context, { id, type: kind }, !context.isSignedIn)).data
      .data;
    if (!show_buy && (pass !== null || screening.ekran_owned)) return refuse('already_owned');
    if (price === null) return refuse('not_for_sale');
    const line = { kind: 'title', itemId: id, titleId: id, titleKind: kind, nameFa: '', nameEn: '' } as const;
    return { purpose, unavailable: [], lines: [{ ...PLAIN_LINE, ...line, ...priceLine(price, null, 0, VAT_PERCENT) }] };
  }
  const wanted = [...new Set((items ?? []).map(Number))];
  if (wanted.length === 0) return refuse('cart_empty');
  const matches = await findDownloads(context, wanted);
  const lines = matches.flatMap((match): OrderLine[] => {
    if (match === null || match.owned) return [];
    const { id: itemId, title, name, quality } = match;
    const names = { titleId: title.id, titleKind: title.kind, nameFa: name, nameEn: name };
    const priced = priceLine(match.amount, null, 0, VAT_PERCENT);
    return [{ ...PLAIN_LINE, kind: 'download', itemId, ...names, quality, ...priced }];
  });
  const unavailable = wanted.filter((_, index) => matches[index] === null);
  if (lines.length === 0 && unavailable.length === 0) return refuse('cart_empty');
  return { purpose: 'cart', lines, unavailable };
}

/** Prices come from this visitor's own cart. Null where a download is unknown. */
async function findDownloads(context: ProviderContext, ids: readonly number[]): Promise<(Download | null)[]> {
  const titles = await Promise.all(ids.map((id) => recallDownload(context, id)));
  const keys = titles.map((title) => title && `${title.kind} ${String(title.id)}`);
  const carts = new Map<string, Promise<Download[]>>();
  for (const [index, title] of titles.entries()) {
    const key = keys[index];
    if (title && key && !carts.has(key)) carts.set(key, listDownloads(context, title));
  }
  return Promise.all(
    ids.map(async (id, index) => {
      const downloads = await carts.get(keys[index] ?? '');
      return downloads?.find((candidate) => candidate.id === id) ?? null;
    }),
  );
}

async function listDownloads(context: ProviderContext, { kind, id }: TitleRef): Promise<Download[]> {
  try {
    return (await loadCart(context, { id, type: kind, force_to_buy: false }, !context.isSignedIn)).data.data.downloads;
  } catch (cause) {
    if (cause instanceof Refusal && cause.response.status === 400) return [];
    throw cause;
  }
}

type Bought = Output<typeof pay.buyPlan>;

function refuseHigherPrice({ lines }: Priced, maxTotal = Infinity): void {
  if (sumLines(lines).total > maxTotal) refuse('price_changed');
}

/** Spec 2.43, 7.16. */
export async function buyPlan(context: ProviderContext, input: Input<typeof pay.buyPlan>): Promise<Bought> {
  const priced = await priceItems(context, { purpose: 'plan', id: input.plan_id });
  refuseHigherPrice(priced, input.max_total);
  const { data } = await buySubscription(
    context,
    {
      subscription: true,
      payment_id: String(input.plan_id),
      forsubscription: true,
      ...(input.ref !== undefined && { ref: input.ref }),
      ...(input.callback_url !== undefined && { callback_url: input.callback_url }),
    },
    'plan',
  );
  return { data: { pay_url: data.pay_url, payment: await toPayment(context, priced, data.pay_url, 'direct_debit') } };
}

export async function buyTitle(
  context: ProviderContext,
  { id: titleId, ref, max_total: maxTotal }: Input<typeof pay.buyTitle>,
): Promise<Bought> {
  const priced = await priceItems(context, { purpose: 'title', id: titleId });
  refuseHigherPrice(priced, maxTotal);
  const id = Number(titleId);
  const type = priced.lines[0]?.titleKind as 'movie';
  const { data } = (await loadCart(context, { id, type, force_to_buy: true, ...(ref !== undefined && { ref }) }, false))
    .data;
  if (data.show_buy) return refuse('wallet_insufficient');
  const isBought = !data.state.startsWith('needs_') || data.downloads.some(({ owned }) => owned);
  if (!isBought) return refuse('provider_unreachable');
  return { data: { pay_url: null, payment: await toPayment(context, priced, null, 'wallet') } };
}

/** One by one; items that the credit no longer covers stay in the cart. */
export async function buyCart(
  context: ProviderContext,
  { items, ref, max_total: maxTotal }: Input<typeof pay.buyCart>,
): Promise<Bought> {
  const priced = await priceItems(context, { purpose: 'cart', items });
  if (priced.unavailable.length > 0) refuse('not_for_sale');
  refuseHigherPrice(priced, maxTotal);
  for (const { itemId: id, titleId, titleKind, quality } of priced.lines) {
    const type = titleKind as 'movie';
    const request = {
      id: titleId ?? 0,
      type,
      quality: quality ?? '',
      force_to_buy: true,
      ...(ref !== undefined && { ref }),
    };
    const { data } = (await loadCart(context, request, false)).data;
    if (data.downloads.find((candidate) => candidate.id === id)?.owned !== true) refuse('wallet_insufficient');
  }
  return { data: { pay_url: null, payment: await toPayment(context, priced, null, 'wallet') } };
}

/** The payment's id is the bank page's URL signed with the session token, so that only this visitor can use it. */
async function toPayment(
  context: ProviderContext,
  { purpose, lines }: Priced,
  payUrl: string | null,
  method: Payment['method'],
): Promise<Payment> {
  const text = base64Url(
    new TextEncoder().encode(JSON.stringify([payUrl, purpose, lines.map(({ itemId }) => itemId)])),
  );
  const id = `${text}.${await signText(getToken(context), text)}`;
  return describe(id, payUrl, purpose, lines, method);
}

function describe(
  id: string,
  payUrl: string | null,
  purpose: Purpose,
  lines: readonly OrderLine[],
  method: Payment['method'],
): Payment {
  const isOpen = payUrl !== null;
  return {
    id,
    purpose,
    state: isOpen ? 'pending' : purpose === 'plan' ? 'verifying' : 'settled',
    next: isOpen ? 'continue' : purpose === 'plan' ? 'wait' : 'enjoy',
    method,
    ...sumLines(lines),
    lines: lines.map(toLineView),
    created_at: 0,
    settled_at: null,
    ...{ reference: null, trace: null, card: null, problem: null, pay_url: payUrl, return_path: null, content: null },
    kept_in_wallet: 0,
    refunds: [],
  };
}

function getToken({ request }: ProviderContext): string {
  return request.headers.get('authorization') ?? refuse('unauthenticated');
}

export async function getPayment(
  context: ProviderContext,
  { id }: { id: string },
): Promise<Output<typeof pay.getPayment>> {
  const [text = '', signature = ''] = id.split('.');
  const isOwn = await isSignedText({ current: getToken(context), previous: null }, signature, text);
  if (!isOwn) return refuse('payment_unknown');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const [payUrl, purpose] = JSON.parse(new TextDecoder().decode(bytes)) as [string | null, Purpose];
  return { data: describe(id, payUrl, purpose, [], purpose === 'plan' ? 'direct_debit' : 'wallet') };
}
