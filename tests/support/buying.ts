import type { APIResponse, BrowserContext, Page } from '@playwright/test';
import * as v from 'valibot';
import { getCart } from '../../src/contract/cart.ts';
import { listDownloads } from '../../src/contract/downloads.ts';
import { chargeWallet, getWallet } from '../../src/contract/payments.ts';
import type { Locale } from '../../src/domain/locale.ts';
import { expect } from './fixtures.ts';
import { text } from './texts.ts';

/** A number as the site writes it in a locale. */
export const written = (locale: Locale, value: number) =>
  new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(value);

/** Pays at the sandbox bank's page, as a person would, and waits to be sent back. */
export async function payAtBank(page: Page, locale: Locale): Promise<void> {
  await expect(page).toHaveURL(/\/dev\/gateway\//);
  await page.getByRole('button', { name: text(locale, 'bank_pay'), exact: true }).click();
  await expect(page).toHaveURL(/\/callback\?payment=[0-9a-z]{20}$/);
}

/** The visitor's own calls, as the site's pages make them. */
export function accountOf({ request }: BrowserContext, baseURL = '') {
  const api = `${baseURL}/api/v1`;
  const headers = { origin: baseURL };
  const read = async <S extends v.GenericSchema>(output: S, answer: APIResponse): Promise<v.InferOutput<S>> => {
    expect(answer.status()).toBe(200);
    return v.parse(output, await answer.json());
  };
  return {
    /** The sandbox bank's page at which `amount` toman of credit are paid. */
    charge: async (amount: number) =>
      (await read(chargeWallet.output, await request.get(`${api}/get/charge_wallet?amount=${String(amount)}`))).data
        .pay_url,
    credit: async () =>
      (await read(getWallet.output, await request.post(`${api}/get/my_wallet`, { data: {}, headers }))).data.my_credit,
    stateOf: async (type: string, id: number) =>
      (await read(getCart.output, await request.post(`${api}/get/cart`, { data: { id, type }, headers }))).data.data
        .state,
    downloads: async () => (await read(listDownloads.output, await request.get(`${api}/downloads`))).data,
  };
}
