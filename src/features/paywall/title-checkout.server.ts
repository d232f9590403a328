import type { APIContext } from 'astro';
import type { TitleDetails } from '../titles/contract/catalogue.ts';
import { stayInApp } from '../../platform/app-twins.ts';
import { paths } from '../../platform/paths.ts';
import { readForm } from '../../platform/http/pages/form-fields.ts';
import { handleCheckoutForm, type CheckoutPage } from './form-checkout.server.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'url'> & { response: { status?: number } };

export async function handleTitleCheckout(page: Page, title: TitleDetails): Promise<Response | CheckoutPage | null> {
  const { locals, request } = page;
  if (request.method !== 'POST' || locals.kids) return null;
  const form = await readForm(request);
  const { kind, id } = title;
  const checkoutPath = stayInApp(paths.title(kind, id), locals);
  const returnTo = stayInApp(paths.play(kind, id), locals);
  return handleCheckoutForm(page, { purpose: 'title', id, returnTo, checkoutPath }, form);
}
