import { expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { digits, MONTH, pressPay, SEASON, toman, toPlanPattern } from '../../support/browser/paying.ts';

for (const locale of LOCALES) {
  test.describe(`the checkout of a plan (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('shows price, VAT and total; a code takes off and adds days, a wrong one says so', async ({
      page,
      signIn,
      t,
    }) => {
      test.slow();
      await page.setViewportSize({ width: 360, height: 780 });
      await signIn();
      await page.goto(`/plan/${String(SEASON.id)}?from=%2Fgenres`);
      const sums = page.getByRole('main');
      for (const amount of [249_000, 24_900, 273_900]) await expect(sums).toContainText(toman(locale, amount));
      const code = page.getByRole('textbox', { name: t('checkout_code') });
      await code.fill('NOPE');
      await code.press('Enter');
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('status')).toHaveText(t('error_discount_invalid'));
      await expect(sums).toContainText(toman(locale, 273_900));

      // As people type it: small letters, and a space.
      await code.fill(' yalda ');
      await page.getByRole('button', { name: t('checkout_apply') }).click();
      await expect(page.getByRole('status')).toHaveText(t('checkout_applied'));
      await expect(sums).toContainText(t('sums_less', { amount: digits(locale, 49_800) }));
      await expect(sums).toContainText(toman(locale, 219_120));
      await expect(sums).toContainText(t('checkout_bonus', { days: digits(locale, 7) }).trim());
      await expect(page).toHaveURL(/from=%2Fgenres/);
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      await expect(page.getByRole('button', { name: t('account_menu') })).toBeInViewport({ ratio: 1 });
      await pressPay(page, locale, 219_120);
      await expect(page.getByText(toman(locale, 219_120))).toBeVisible();
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
      // Seven days of the trial were left.
      const days = digits(locale, 7 + SEASON.days + 7);
      await expect(page.getByRole('status')).toContainText(t('result_days', { count: days }));
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`the checkout of a plan (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a link of another site fills a code in, and spends no guess', async ({ page, signIn, t, baseURL }) => {
      await signIn();
      const address = `${baseURL ?? ''}/plan/${String(MONTH.id)}?discount_code=`;
      await page.route('https://elsewhere.test/', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<a href="${address}PARDEH10">plan</a>` }),
      );
      // More often than anybody may guess in an hour.
      for (let guess = 0; guess < 30; guess++) {
        const answer = await page.request.get(`${address}NOPE`, { headers: { 'sec-fetch-site': 'cross-site' } });
        expect(answer.status()).toBe(200);
      }
      await page.goto('https://elsewhere.test/');
      await page.getByRole('link').click();
      await expect(page.getByRole('textbox', { name: t('checkout_code') })).toHaveValue('PARDEH10');
      await expect(page.getByRole('main')).toContainText(toman(locale, MONTH.total));
      await page.getByRole('button', { name: t('checkout_apply') }).click();
      await expect(page.getByRole('status')).toHaveText(t('checkout_applied'));
    });

    test('a code that was typed but not applied counts, and a wrong one stops the payment', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      await page.goto(`/plan/${String(MONTH.id)}`);
      const code = page.getByRole('textbox', { name: t('checkout_code') });
      await code.fill('NOPE');
      await pressPay(page, locale, MONTH.total);
      await expect(page.getByRole('status')).toHaveText(t('error_discount_invalid'));
      await code.fill('PARDEH10');
      await pressPay(page, locale, MONTH.total);
      await expect(page.getByText(toman(locale, 98_010))).toBeVisible();
    });

    test('pays from the wallet where its credit suffices, and says where it does not', async ({
      page,
      context,
      signIn,
      baseURL,
      t,
    }) => {
      await signIn();
      const account = createAccount(context, baseURL);
      await page.goto(`/plan/${String(MONTH.id)}`);
      const wallet = page.getByRole('radio', { name: new RegExp(t('method_wallet')) });
      await expect(wallet).toBeDisabled();
      await expect(page.getByText(t('checkout_credit_short', { amount: toman(locale, 0) }))).toBeVisible();
      const { bank } = await account.charge(120_000);
      await account.press(bank, 'pay');
      await page.reload();
      await wallet.check();
      await pressPay(page, locale, MONTH.total);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
      await page.goto(`/plan/${String(MONTH.id)}`);
      await expect(
        page.getByText(t('checkout_credit_short', { amount: toman(locale, 120_000 - MONTH.total) })),
      ).toBeVisible();
    });

    test('a price that has risen since the page was opened is not taken, and is shown', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto(`/plan/${String(MONTH.id)}`);
      const maxTotal = page.locator('form.checkout input[name="max_total"]');
      await expect(maxTotal).toHaveValue(String(MONTH.total));
      await maxTotal.evaluate((input: HTMLInputElement) => {
        input.value = '1';
      });
      await pressPay(page, locale, MONTH.total);
      await expect(page.getByRole('alert')).toHaveText(t('error_price_changed'));
      await expect(maxTotal).toHaveValue(String(MONTH.total));
      await pressPay(page, locale, MONTH.total);
      await expect(page).toHaveURL(/\/dev\/gateway\//);
    });

    test('a guest sees the price and logs in first', async ({ page, t }) => {
      await page.goto(`/plan/${String(MONTH.id)}?content_id=52&content_type=movie`);
      await expect(page.getByRole('main')).toContainText(toman(locale, MONTH.total));
      const film = locale === 'fa' ? 'جدایی نادر از سیمین' : 'A Separation';
      await expect(page.getByText(t('checkout_for_title', { name: film }))).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.getByRole('link', { name: t('checkout_login') }).click();
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
    });

    test('a way to pay that does not exist, or a plan that does not, is said in words', async ({
      page,
      context,
      signIn,
      baseURL,
      t,
    }) => {
      await signIn();
      for (const path of ['/plan/999', '/plan/abc', '/plan/-1', '/payments/nothing', '/payments?page=9']) {
        expect((await page.goto(path))?.status(), path).toBe(404);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      const answer = await context.request.post(`/plan/${String(MONTH.id)}?from=//evil.example`, {
        form: { payment_method: 'bitcoin' },
        headers: { origin: baseURL ?? '' },
      });
      expect(answer.status()).toBe(422);
      expect(await answer.text()).toContain(t('error_gateway_unknown'));
      expect(await answer.text()).not.toContain('evil.example');
    });
  });

  test.describe(`the checkout without JavaScript (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('from a film to the bank and back, by links and forms', { tag: '@full' }, async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/movie/52');
      await page.getByRole('link', { name: t('title_subscription'), exact: true }).click();
      await page
        .getByRole('main')
        .getByRole('link', { name: toPlanPattern(MONTH, locale) })
        .click();
      await page.getByRole('textbox', { name: t('checkout_code') }).fill('PARDEH10');
      await page.getByRole('button', { name: t('checkout_apply') }).click();
      await pressPay(page, locale, 98_010);
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
      await expect(page.getByRole('link', { name: t('result_watch') })).toHaveAttribute('href', '/movie/52#play');
    });
  });
}
