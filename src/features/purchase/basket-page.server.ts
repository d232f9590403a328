import type { PageContext } from '../../platform/http/page-context.ts';
import { readForm } from '../../platform/http/form-fields.ts';
import { paths } from '../../platform/paths.ts';
import { listDownloads } from '../downloads/contract.ts';
import { readItems } from './basket-items.server.ts';
import { handleCheckoutForm } from './form-checkout.server.ts';

/** Loads `/download` (spec 2.05): with `items` their checkout, else the bought downloads, which are null for guests. */
export async function loadBasketPage(page: PageContext) {
  const { request, url } = page;
  const { api, signedIn } = page.locals;
  const form = request.method === 'POST' ? await readForm(request) : new FormData();
  const items = readItems(request.method === 'POST' ? form : url.searchParams);
  if (items.length === 0) return { owned: signedIn ? await api(listDownloads, {}) : null };
  const purchase = { purpose: 'cart', items, returnTo: paths.download() } as const;
  const checkout = await handleCheckoutForm(page, { ...purchase, checkoutPath: paths.basketCheckout(items) }, form);
  return checkout instanceof Response ? checkout : { items, checkout };
}
