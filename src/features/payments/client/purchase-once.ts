import type { Result } from '../../../platform/client/api.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import type { MoneyPorts } from './bank.ts';

interface Receipt {
  paymentId: string;
  /** The bank's page; null where none is needed. */
  payUrl: string | null;
  /** Settled at once, and shown by the page that the visitor is on: no result page follows. */
  endsHere: boolean;
}

interface Purchase<Price> {
  purpose: 'title' | 'plan' | 'wallet';
  /** Ids, or the toman of a charge. */
  items: readonly number[];
  /** The account; undefined where a provider does not say it, and the purchase then has no key. */
  buyer: number | undefined;
  send: (key: string | undefined) => Promise<Result<Receipt>>;
  /** Reads the price again after `price_changed`. */
  readPrice?: () => Promise<Result<Price>>;
}

type PurchaseOutcome<Price> =
  | { state: 'settled' }
  | { state: 'at_bank' }
  /** Only the payment's result page can say more. */
  | { state: 'unsettled'; paymentId: string }
  /** Refused, or the answer is unknown (`network`, `unknown`): the key then stays for the next press. */
  | { state: 'failed'; error: ApiError; price: Price | null };

/** Sends one purchase once under its idempotency key (decision 122), and leaves for the bank where it needs one. */
export async function purchaseOnce<Price = never>(
  { openBankPage, purchases }: Pick<MoneyPorts, 'openBankPage' | 'purchases'>,
  { purpose, items, buyer, send, readPrice }: Purchase<Price>,
): Promise<PurchaseOutcome<Price>> {
  const key = purchases.begin(purpose, items, buyer);
  const answer = await send(key);
  purchases.settle(key, answer, answer.ok ? answer.value.paymentId : null, answer.ok && answer.value.endsHere);
  if (!answer.ok) {
    const { error } = answer;
    const news = error.code === 'price_changed' ? await readPrice?.() : undefined;
    return { state: 'failed', error, price: news?.ok === true ? news.value : null };
  }
  const { paymentId, payUrl, endsHere } = answer.value;
  if (endsHere) return { state: 'settled' };
  return payUrl !== null && openBankPage(payUrl) ? { state: 'at_bank' } : { state: 'unsettled', paymentId };
}

export function mapResult<T, U>(result: Result<T>, toValue: (value: T) => U): Result<U> {
  return result.ok ? { ok: true, value: toValue(result.value) } : result;
}
