import { expect, type Page } from '@playwright/test';
import { codeFor } from './fixtures.ts';

/** Signs in by the form of the page that is open, as a visitor does. */
export async function signInByForm(
  page: Page,
  mobile: string,
  t: (key: 'login_mobile_label' | 'login_send' | 'login_code_label') => string,
): Promise<void> {
  await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
  await page.getByRole('button', { name: t('login_send') }).click();
  const code = page.getByRole('textbox', { name: t('login_code_label') });
  await expect(code).toBeVisible();
  await code.pressSequentially(await codeFor(page.context(), mobile, new URL(page.url()).origin));
}
