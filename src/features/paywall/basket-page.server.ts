import type { Result } from '../../platform/client/api.ts';
import type { Output } from '../../platform/http/calls/call.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { readForm } from '../../platform/http/pages/form-fields.ts';
import { carryReturn, joinApp } from '../../platform/app-twins.ts';
import { paths } from '../../platform/paths.ts';
import { listDownloads } from '../downloads/contract.ts';
import { BASKET_MAX } from '../payments/config.ts';
import { handleCheckoutForm, type CheckoutPage } from './form-checkout.server.ts';

const ID = /^[1-9]\d{0,8}$/;

function readItems(fields: FormData | URLSearchParams): number[] {
  const ids = fields.getAll('items').filter((item) => typeof item === 'string' && ID.test(item));
  return [...new Set(ids.map(Number))].slice(0, BASKET_MAX);
}

type LoadedBasket =
  { items: number[]; checkout: CheckoutPage } | { owned: Result<Output<typeof listDownloads>> | null };

/** Loads `/download` (spec 2.05): with `items` their checkout, else the bought downloads, which are null for guests. */
export async function loadBasketPage(page: PageContext): Promise<LoadedBasket | Response> {
  const { request, url } = page;
  const { api, signedIn } = page.locals;
  const form = request.method === 'POST' ? await readForm(request) : new FormData();
  joinApp(page);
  const items = readItems(request.method === 'POST' ? form : url.searchParams);
  if (items.length === 0) return { owned: signedIn ? await api(listDownloads, {}) : null };
  const purchase = { purpose: 'cart', items, returnTo: carryReturn(paths.download(), page.locals) } as const;
  const checkoutPath = carryReturn(paths.basketCheckout(items), page.locals);
  const checkout = await handleCheckoutForm(page, { ...purchase, checkoutPath }, form);
  return checkout instanceof Response ? checkout : { items, checkout };
}
