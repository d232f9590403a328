import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { codeFor, expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import type { TextKey } from '../../support/browser/texts.ts';

type Texts = (key: TextKey, values?: Record<string, string>) => string;

/** Opens the credit modal as a visitor does: from the account menu. */
async function openCredit(page: Page, t: Texts) {
  await page.goto('/genres');
  await page.getByRole('button', { name: t('account_menu') }).click();
  await page
    .locator('#account')
    .getByRole('link', { name: t('account_credit') })
    .click();
  return creditDialog(page, t);
}

async function creditDialog(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('credit_title') });
  const amount = dialog.getByRole('textbox', { name: t('credit_amount') });
  await expect(amount).toBeFocused();
  return {
    dialog,
    amount,
    credit: dialog.locator('.credit-mine').getByRole('status'),
    note: dialog.locator('.field').getByRole('status'),
    buy: dialog.getByRole('button', { name: t('credit_buy') }),
  };
}

for (const locale of LOCALES) {
  test.describe(`the wallet (${locale})`, () => {
    test.use({ siteLocale: locale });
    const number = (value: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(value);

    test('is topped up at the bank by an amount that was picked, and holds it', async ({ page, signIn, t, noise }) => {
      await signIn();
      const { dialog, amount, credit, buy } = await openCredit(page, t);
      await expect(credit).toContainText(t('toman', { amount: number(0) }));
      for (const pick of [10_000, 20_000, 30_000]) {
        const button = dialog.getByRole('button', { name: t('toman', { amount: number(pick) }) });
        await button.click();
        await expect(amount).toHaveValue(number(pick));
        await expect(button).toHaveAttribute('aria-pressed', 'true');
      }
      await buy.click();

      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      await expect(page.getByRole('definition').first()).toHaveText(t('plans_toman', { amount: number(30_000) }));
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
      await expect(page).toHaveURL(/\/callback\?payment=[0-9a-z]{20}$/);

      const wallet = await openCredit(page, t);
      await expect(wallet.credit).toContainText(t('toman', { amount: number(30_000) }));
      expect(noise).toEqual({ errors: [], foreign: [] });
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`the wallet (${locale})`, () => {
    test.use({ siteLocale: locale });
    const number = (value: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(value);

    test(
      'takes an amount in Persian digits with separators, by keyboard alone, and leads back to the page',
      { tag: '@full' },
      async ({ page, signIn, t, context, baseURL }) => {
        await signIn();
        await page.goto('/genres');
        await page.getByRole('button', { name: t('account_menu') }).press('Enter');
        await page
          .locator('#account')
          .getByRole('link', { name: t('account_credit') })
          .press('Enter');
        const { amount } = await creditDialog(page, t);
        await page.keyboard.press('Escape');
        await expect(amount).toBeHidden();
        await expect(page.getByRole('button', { name: t('account_menu') })).toBeFocused();

        await page.keyboard.press('Enter');
        await page
          .locator('#account')
          .getByRole('link', { name: t('account_credit') })
          .press('Enter');
        const wallet = await creditDialog(page, t);
        await page.keyboard.type('۱۲٬۵۰۰');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: t('bank_pay'), exact: true }).press('Enter');
        await expect(page).toHaveURL(/\/callback\?payment=/);
        await expect(wallet.dialog).toBeHidden();
        const id = new URL(page.url()).searchParams.get('payment') ?? '';
        const payment = await context.request.get(`${baseURL ?? ''}/api/v1/payments/${id}`);
        expect(await payment.json()).toMatchObject({
          data: { purpose: 'wallet', state: 'settled', total: 12_500, vat: 0, return_path: '/genres' },
        });
      },
    );

    test('refuses bad amounts in words, and nothing changes', { tag: '@full' }, async ({ page, signIn, t }) => {
      await signIn();
      const { amount, note, buy, credit } = await openCredit(page, t);
      const bad: Record<string, TextKey> = {
        '': 'error_amount_invalid',
        '-5000': 'error_amount_invalid',
        '0': 'error_amount_invalid',
        '۱۰۰۰٫۵': 'error_amount_invalid',
        '1500.5': 'error_amount_invalid',
        ده: 'error_amount_invalid',
        '999': 'error_amount_too_small',
        '60,000,000': 'error_amount_too_large',
      };
      for (const [typed, key] of Object.entries(bad)) {
        await amount.fill(typed);
        await expect(amount).not.toHaveAttribute('aria-invalid');
        await buy.click();
        await expect(note, typed).toHaveText(t(key));
        await expect(amount).toHaveAttribute('aria-invalid', 'true');
        await expect(amount).toBeFocused();
      }
      await expect(credit).toContainText(t('toman', { amount: number(0) }));
      await expect(page).toHaveURL('/genres');
    });

    test('Back at the bank comes to the page, without the modal', { tag: '@full' }, async ({ page, signIn, t }) => {
      await signIn();
      const { amount, buy, dialog } = await openCredit(page, t);
      await amount.fill('15000');
      await buy.click();
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/genres');
      await expect(dialog).toBeHidden();
    });

    test('a guest signs in first, and then it opens', async ({ page, mobile, context, baseURL, t }) => {
      await page.goto('/genres#credit');
      await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await expect(page.getByRole('dialog', { name: t('credit_title') })).toBeHidden();
      await page.getByRole('button', { name: t('login_send') }).click();
      const code = page.getByRole('textbox', { name: t('login_code_label') });
      await expect(code).toBeVisible();
      await code.pressSequentially(await codeFor(context, mobile, baseURL ?? ''));
      const { credit } = await creditDialog(page, t);
      await expect(credit).toContainText(t('toman', { amount: number(0) }));
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL('/genres');
    });

    test('comes with an amount where an opener knows one', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/genres');
      await page
        .getByRole('main')
        .evaluate((main) =>
          main.insertAdjacentHTML('afterbegin', '<a href="/" data-modal="credit" data-modal-wallet="7500">+</a>'),
        );
      await page.getByRole('link', { name: '+', exact: true }).click();
      const { amount } = await creditDialog(page, t);
      await expect(amount).toHaveValue(number(7500));
    });

    test('says when it is loading, and when the server or the network fails, and tries again', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      let answer = () => {};
      const gate = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/get/my_wallet', async (route) => {
        await gate;
        await route.fulfill({ status: 500, json: { code: 'internal', message: 'No.', message_fa: 'نه.' } });
      });
      await page.route('**/get/charge_wallet**', (route) => route.abort());
      const { amount, buy, credit, note, dialog } = await openCredit(page, t);
      await expect(credit).toContainText(t('credit_loading'));
      answer();
      await expect(credit).toHaveText(locale === 'fa' ? 'نه.' : 'No.');
      await amount.fill('15000');
      await buy.click();
      await expect(note).toHaveText(t('network_failed'));
      await page.unroute('**/get/my_wallet');
      await dialog.getByRole('button', { name: t('modal_try_again') }).click();
      await expect(credit).toContainText(t('toman', { amount: number(0) }));
    });

    test(
      'its modal has nothing for axe to find, at 360 px, in both themes',
      { tag: '@full' },
      async ({ page, signIn, t }) => {
        await page.setViewportSize({ width: 360, height: 640 });
        await signIn();
        const { credit, buy, note } = await openCredit(page, t);
        await expect(credit).toContainText(t('toman', { amount: number(0) }));
        await expectAccessibleInBothThemes(page, 'as it opens');
        await expectNoSidewaysScroll(page, 'as it opens');
        await buy.click();
        await expect(note).toHaveText(t('error_amount_invalid'));
        await expectAccessibleInBothThemes(page, 'a bad amount');
      },
    );
  });
}
