import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as pay from '../../features/checkout/contract.ts';
import type { Download } from '../../features/downloads/contract.ts';
import { VAT_PERCENT } from '../../platform/config/constants.ts';
import type { Purpose } from '../../features/ledger/payment-kinds.ts';
import { priceLine, sumLines } from '../../features/payments/pricing.ts';
import { PLAIN_LINE, type OrderLine } from '../../features/payments/server/order.ts';
import { toLineView } from '../../features/payments/server/view.ts';
import { getPlans } from './account.ts';
import { getTitleKind } from './catalogue.ts';
import { Refusal, refuse, type ProviderContext } from './context.ts';
import { loadCart } from './entitlement.ts';
import { getStoredDownload, type TitleRef } from './memory.ts';
import { getWallet } from './money.ts';

export interface Priced {
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
  // A plan is not paid from the credit, so nobody asks for it.
  const credit = isPlan || !context.isSignedIn ? null : (await getWallet(context)).data.my_credit;
  const methods = isPlan
    ? (['direct_debit'] as const)
    : credit !== null && credit >= sums.total
      ? (['wallet'] as const)
      : [];
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

export async function priceItems(
  context: ProviderContext,
  { purpose, id: wantedId, items }: QuoteInput,
): Promise<Priced> {
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
    const planNames = { nameFa: plan.name_fa, nameEn: plan.name_en };
    return {
      purpose,
      unavailable: [],
      lines: [{ ...PLAIN_LINE, kind: 'plan', itemId: id, ...planNames, days, ...price }],
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
export async function findDownloads(context: ProviderContext, ids: readonly number[]): Promise<(Download | null)[]> {
  const titles = await Promise.all(ids.map((id) => getStoredDownload(context, id)));
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
