import * as v from 'valibot';
import type { Output } from '../../platform/http/calls/call.ts';
import type * as pay from '../../features/payments/contract.ts';
import type { Payment } from '../../features/payments/contract.ts';
import { PURPOSES } from '../../features/ledger/payment-kinds.ts';
import { sumLines } from '../../features/payments/pricing.ts';
import type { OrderLine } from '../../features/payments/server/order.ts';
import { toLineView } from '../../features/payments/server/view.ts';
import { base64Url, isSignedText, signText } from '../../platform/media/signing.ts';
import { isBought, isPlanAdded, measureCredit, measureDays } from './confirm-purchase.ts';
import { getTitleKind } from './catalogue.ts';
import { refuse, type ProviderContext } from './context.ts';
import { loadCart } from './entitlement.ts';
import { findDownloads, type Priced } from './quote.ts';
import { end, getToken } from './send-once.ts';

/** A payment's id (section 7 has none) is signed with the session's token, so that only this visitor can use it. */
const paymentId = v.object({
  payUrl: v.nullable(v.string()),
  purpose: v.picklist(PURPOSES),
  items: v.array(v.number()),
  /** The credit or the days before a purchase that is not confirmed. */
  before: v.nullable(v.number()),
  sums: v.object({ price: v.number(), discount: v.number(), vat: v.number(), total: v.number() }),
  at: v.number(),
});
type PaymentId = v.InferOutput<typeof paymentId>;

interface Bought {
  payUrl?: string | null;
  method: Payment['method'];
  sent: { state: 'done' } | { state: 'open'; before: number };
}

export async function toPayment(
  context: ProviderContext,
  { purpose, lines }: Pick<Priced, 'purpose' | 'lines'>,
  { payUrl = null, method, sent }: Bought,
): Promise<Payment> {
  const before = payUrl === null && sent.state === 'open' ? sent.before : null;
  const [items, sums] = [lines.map(({ itemId }) => itemId), sumLines(lines)];
  const at = Math.floor(Date.now() / 1000);
  const text = base64Url(new TextEncoder().encode(JSON.stringify({ payUrl, purpose, items, before, sums, at })));
  const id = `${text}.${await signText(getToken(context), text)}`;
  return describe(id, { payUrl, purpose, items, before, sums, at }, lines, method);
}

function describe(
  id: string,
  { payUrl, purpose, before, sums, at }: PaymentId,
  lines: readonly OrderLine[],
  method: Payment['method'],
): Payment {
  const isAtBank = payUrl !== null;
  const isOpen = before !== null;
  return {
    id,
    purpose,
    state: isAtBank ? 'pending' : isOpen ? 'verifying' : 'settled',
    next: isAtBank ? 'continue' : isOpen ? 'wait' : 'enjoy',
    method,
    ...sums,
    lines: lines.map(toLineView),
    created_at: at,
    settled_at: null,
    ...{ reference: null, trace: null, card: null, problem: null, pay_url: payUrl, return_path: null, content: null },
    kept_in_wallet: 0,
    refunds: [],
  };
}

/** Looks an unconfirmed purchase up: settled where the buyer has it, else with the credit of then and now. */
export async function getPayment(
  context: ProviderContext,
  { id }: { id: string },
): Promise<Output<typeof pay.getPayment>> {
  const [text = '', signature = ''] = id.split('.');
  const isOwn = await isSignedText({ current: getToken(context), previous: null }, signature, text);
  const parsed = v.safeParse(paymentId, isOwn ? readText(text) : null);
  if (!parsed.success) return refuse('payment_unknown');
  const payment = parsed.output;
  const method = payment.purpose === 'plan' ? 'direct_debit' : 'wallet';
  if (payment.before === null) return { data: describe(id, payment, [], method) };
  if (await isDone(context, payment, payment.before)) {
    await Promise.all(payment.items.map((item) => end(context, `${toItemKind(payment)} ${String(item)}`)));
    return { data: describe(id, { ...payment, before: null }, [], method) };
  }
  const now = await (payment.purpose === 'plan' ? measureDays(context) : measureCredit(context));
  const unconfirmed = { before: payment.before, now };
  return { data: { ...describe(id, payment, [], method), unconfirmed } };
}

function toItemKind({ purpose }: PaymentId): string {
  return purpose === 'cart' ? 'download' : purpose;
}

async function isDone(context: ProviderContext, { purpose, items }: PaymentId, before: number): Promise<boolean> {
  if (purpose === 'plan') return isPlanAdded(context, before);
  if (purpose === 'cart') return (await findDownloads(context, items)).every((download) => download?.owned === true);
  const [id = 0] = items;
  const { kind } = (await getTitleKind(context, { id })).data;
  return isBought((await loadCart(context, { id, type: kind }, false)).data.data, null);
}

function readText(text: string): unknown {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
