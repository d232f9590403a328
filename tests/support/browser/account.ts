import type { BrowserContext } from '@playwright/test';
import { createClient } from '../../../src/platform/client/api.ts';
import type { Call, Input, Output } from '../../../src/platform/http/calls/call.ts';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { buySubscription, getBanks, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { listDownloads } from '../../../src/features/downloads/contract.ts';
import { getPayment, getWallet } from '../../../src/features/payments/contract.ts';
import { buyPlan, buyTitle, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { openHelp } from '../../../src/features/help/contract.ts';
import type { TitleKind } from '../../../src/platform/kinds.ts';

/** The calls of the visitor whose browser this is, as the site's pages make them. */
export function createAccount({ request }: BrowserContext, baseURL = '') {
  const api = createClient({
    base: `${baseURL}/api/v1`,
    locale: 'en',
    fetch: async (url, { method = 'GET', headers, body }) => {
      const all = { ...(headers as Record<string, string>), origin: baseURL };
      const answer = await request.fetch(url, { method, headers: all, ...(body != null && { data: body as string }) });
      return new Response(new Uint8Array(await answer.body()), { status: answer.status() });
    },
  });
  const call = async <C extends Call>(of: C, input: Input<C>): Promise<Output<C>> => {
    const answer = await api(of, input);
    if (!answer.ok) throw new Error(`${of.name}: ${JSON.stringify(answer.error)}`);
    return answer.value;
  };
  return {
    /** Begins to put `amount` toman into the wallet: the payment's id and the bank's page. */
    charge: async (amount: number) => {
      const { data } = await call(chargeWallet, { amount });
      return { id: data.payment_id, bank: data.pay_url };
    },
    /** Writes to support: the thread's number. */
    writeHelp: async (text: string) =>
      (await call(openHelp, { key: crypto.randomUUID(), kind: 'other', text })).data.number,
    /** Begins to buy a plan. */
    plan: async (id: number) => {
      const { data } = await call(buyPlan, { plan_id: id });
      return { id: data.payment.id, bank: data.pay_url ?? '' };
    },
    /** Buys a plan from the wallet: the payment's id. */
    planFromWallet: async (id: number) =>
      (await call(buyPlan, { plan_id: id, payment_method: 'wallet' })).data.payment.id,
    /** Buys a title, or a ticket of it, from the wallet. */
    titleFromWallet: async (id: number) => {
      await call(buyTitle, { id, payment_method: 'wallet' });
    },
    /** Presses a button of the sandbox bank, and follows the way back. */
    press: async (bank: string, action: 'pay' | 'cancel') => {
      await request.post(bank, { form: { action }, headers: { origin: baseURL } });
    },
    credit: async () => (await call(getWallet, {})).data.my_credit,
    payment: async (id: string) => (await call(getPayment, { id })).data,
    fetchState: async (type: TitleKind, id: number) => (await call(getCart, { id, type })).data.data.state,
    downloads: async () => (await call(listDownloads, {})).data,
    /** Begins to set up direct debit: the bank's page that asks for consent. */
    addBank: async () => (await call(buySubscription, { add_new_bank: true })).data.pay_url ?? '',
    banks: async () => (await call(getBanks, {})).data.banks,
    mandates: async () => (await call(getSubscriptions, {})).data.subscriptions,
  };
}
