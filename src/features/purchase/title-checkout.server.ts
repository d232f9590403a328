import type { APIContext } from 'astro';
import type { TitleDetails } from '../titles/contract/catalogue.ts';
import { paths } from '../../platform/paths.ts';
import { readForm } from '../../platform/http/form-fields.ts';
import { answerCheckout, type CheckoutPage } from './form-checkout.server.ts';

type Page = Pick<APIContext, 'cookies' | 'locals' | 'redirect' | 'request' | 'url'> & { response: { status?: number } };

/** The checkout of a title on its own page, for browsers without script: null unless its form was sent. */
export async function titleCheckout(page: Page, title: TitleDetails): Promise<Response | CheckoutPage | null> {
  const { locals, request } = page;
  if (request.method !== 'POST' || locals.kids) return null;
  const form = await readForm(request);
  const { kind, id } = title;
  const here = paths.title(kind, id);
  return answerCheckout(page, { purpose: 'title', id, returnTo: paths.play(kind, id), here }, form);
}
