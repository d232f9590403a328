import type { Page } from '@playwright/test';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { expect } from './fixtures.ts';
import { text } from './texts.ts';

/** Plans of the demo catalogue: price with VAT, in toman. */
export const MONTH = { id: 1, fa: 'یک‌ماهه', en: 'One month', days: 30, price: 99_000, total: 108_900 };
export const SEASON = { id: 2, fa: 'سه‌ماهه', en: 'Three months', days: 90 };
export const YEAR = { id: 4, fa: 'یک‌ساله', en: 'One year', price: 790_000, reduced: 632_000, percent: 20, bonus: 30 };

/** A plan's link by its name: one plan's description may name another. */
export function toPlanPattern(plan: { fa: string; en: string }, locale: Locale): RegExp {
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

/** Pays at the sandbox bank's page, as a person would, and waits to be sent back. */
export async function payAtBank(page: Page, locale: Locale): Promise<void> {
  await expect(page).toHaveURL(/\/dev\/gateway\//);
  await page.getByRole('button', { name: text(locale, 'bank_pay'), exact: true }).click();
  await expect(page).toHaveURL(/\/callback\?payment=[0-9a-z]{20}$/);
}
