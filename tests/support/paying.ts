import type { BrowserContext, Page } from '@playwright/test';
import * as v from 'valibot';
import { buyPlan, chargeWallet } from '../../src/contract/payments.ts';
import type { Locale } from '../../src/domain/locale.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './fixtures.ts';
import { text } from './texts.ts';

/** Plans of the demo catalogue: price with VAT, in toman. */
export const MONTH = { id: 1, fa: 'یک‌ماهه', en: 'One month', days: 30, price: 99_000, total: 108_900 };
export const SEASON = { id: 2, fa: 'سه‌ماهه', en: 'Three months', days: 90 };
export const YEAR = { id: 4, fa: 'یک‌ساله', en: 'One year', price: 790_000, reduced: 632_000, percent: 20, bonus: 30 };

/** A plan's link by its name: one plan's description may name another. */
export function named(plan: { fa: string; en: string }, locale: Locale): RegExp {
  return new RegExp(`^${plan[locale]}`);
}

/** A number as the site writes it. */
export function digits(locale: Locale, value: number, useGrouping = true): string {
  return new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB', { useGrouping }).format(value);
}

/** An amount as the site writes it. */
export function toman(locale: Locale, amount: number): string {
  return text(locale, 'toman', { amount: digits(locale, amount) });
}

/** Presses the button of the checkout that pays this much, in toman. */
export async function pressPay(page: Page, locale: Locale, amount: number): Promise<void> {
  await page.getByRole('button', { name: text(locale, 'checkout_pay', { amount: toman(locale, amount) }) }).click();
}

/** A visitor's own calls, as the site's pages make them. */
export function money({ request }: BrowserContext, baseURL = '') {
  const headers = { origin: baseURL };
  return {
    /** Begins a wallet charge: the payment's id and the bank's page. */
    charge: async (amount: number) => {
      const answer = await request.get(`${baseURL}/api/v1/get/charge_wallet?amount=${String(amount)}`, { headers });
      const { data } = v.parse(chargeWallet.output, await answer.json());
      return { id: data.payment_id, bank: data.pay_url };
    },
    /** Begins to buy a plan. */
    plan: async (id: number) => {
      const answer = await request.post(`${baseURL}/api/v1/payments/plan`, { data: { plan_id: id }, headers });
      const { data } = v.parse(buyPlan.output, await answer.json());
      return { id: data.payment.id, bank: data.pay_url ?? '' };
    },
    /** Presses a button of the sandbox bank, and follows the way back. */
    press: async (bank: string, action: 'pay' | 'cancel') => {
      await request.post(bank, { form: { action }, headers });
    },
  };
}

/** The page as it is now has nothing that axe minds, in both themes. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  // Without motion: half of a change of theme has the colours of neither.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, `${page.url()} dark`);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, `${page.url()} light`, { colours: true });
}

/** Nothing of the page sticks out sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, page.url()).toBeLessThanOrEqual(0);
}
