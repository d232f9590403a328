import { execFileSync } from 'node:child_process';
import { TEST_OPERATOR_TOKEN } from '../../../tools/lib/test-server.ts';
import { expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { MONTH, payAtBank, pressPay, toman } from '../../support/browser/paying.ts';

for (const locale of LOCALES) {
  test.describe(`payments (${locale})`, () => {
    test.use({ siteLocale: locale });

    test(
      'the list has state, amount, date and number of each; the receipt prints without the site around it',
      { tag: '@full' },
      async ({ page, context, signIn, baseURL, t }) => {
        test.slow();
        await page.setViewportSize({ width: 360, height: 780 });
        await signIn();
        const account = createAccount(context, baseURL);
        const charge = await account.charge(25_000);
        await account.press(charge.bank, 'pay');
        const gone = await account.charge(30_000);
        await account.press(gone.bank, 'cancel');
        const waiting = await account.plan(MONTH.id);

        await page.goto('/payments');
        const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
        const paid = item(t('state_settled'));
        await expect(paid).toContainText(toman(locale, 25_000));
        await expect(paid).toContainText(t('payment_reference'));
        // The Jalali year in Persian.
        await expect(paid).toContainText(locale === 'fa' ? /[۰-۹]{1,2} \S+ ۱۴[۰-۹]{2}/ : / 20\d{2}/);
        await expect(item(t('state_cancelled'))).toContainText(gone.id);
        await expect(item(t('state_cancelled')).getByRole('link', { name: t('result_retry') })).toBeVisible();
        await expect(item(t('state_pending'))).toContainText(waiting.id);
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);

        await paid.getByRole('link', { name: t('receipt_open') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('receipt_title'));
        await expect(page.getByRole('main')).toContainText(charge.id);
        // Nothing is left to pay.
        await expect(page.getByRole('main')).not.toContainText(t('sums_total'));
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        await expect(page.getByRole('banner')).toBeHidden();
        await expect(page.getByRole('contentinfo')).toBeHidden();
        await expect(page.getByRole('button', { name: t('receipt_print') })).toBeHidden();
        await expect(page.getByText(charge.id)).toBeVisible();
        const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        expect(paper).toBe('rgb(250, 248, 243)');
        await page.emulateMedia({ media: 'screen' });
        const printed = page.evaluate(() => new Promise((resolve) => (window.print = () => resolve(true))));
        await page.getByRole('button', { name: t('receipt_print') }).click();
        expect(await printed).toBe(true);
      },
    );

    test('each result says what happened, and is accessible: paid, cancelled, and what direct debit answered', async ({
      page,
      context,
      signIn,
      baseURL,
      t,
    }) => {
      await signIn();
      test.slow();
      const account = createAccount(context, baseURL);
      for (const [action, heading] of [
        ['pay', t('result_paid')],
        ['cancel', t('result_cancelled')],
      ] as const) {
        const { id, bank } = await account.charge(25_000);
        await account.press(bank, action);
        await page.goto(`/callback?payment=${id}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expectAccessibleInBothThemes(page);
      }
      for (const [result, text] of [
        ['active', t('mandate_active')],
        ['failed', t('mandate_failed')],
        ['"><svg/onload=alert(1)>', t('mandate_unknown_yet')],
      ] as const) {
        await page.goto(`/callback?directdebit=${encodeURIComponent(result)}`);
        await expect(page.getByRole('status')).toHaveText(text);
      }
      await expectAccessibleInBothThemes(page);
      await page.goto('/callback');
      await expect(page.getByText(t('callback_none'))).toBeVisible();
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`payments (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('none: the list says so, and leads to the plans', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/payments');
      await expect(page.getByText(t('payments_empty'))).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('link', { name: t('nav_plans') })
        .click();
      await expect(page).toHaveURL('/profile/plans');
    });

    test('somebody else’s payment is unknown, and a guest logs in first', async ({
      page,
      browser,
      context,
      signIn,
      baseURL,
      t,
    }) => {
      await signIn();
      const { id } = await createAccount(context, baseURL).charge(25_000);
      const stranger = await browser.newPage({ baseURL: baseURL ?? '' });
      await stranger.goto(`/callback?payment=${id}`);
      await expect(stranger).toHaveURL(/\/login\?redirect=%2Fcallback/);
      await stranger.goto(`/payments/${id}`);
      await expect(stranger).toHaveURL(/\/login\?redirect=%2Fpayments/);
      await stranger.close();
      const unknown = await page.goto(`/callback?payment=${'0'.repeat(20)}`);
      expect(unknown?.status()).toBe(404);
      await expect(page.getByText(t('callback_unknown'))).toBeVisible();
      await expectAccessibleInBothThemes(page);
      expect((await page.goto(`/payments/${'0'.repeat(20)}`))?.status()).toBe(404);
    });

    test('a forged return changes nothing: the payment is still open, and the page offers the bank', async ({
      page,
      context,
      signIn,
      baseURL,
      t,
    }) => {
      await signIn();
      const { id, bank } = await createAccount(context, baseURL).charge(25_000);
      await page.goto(`/api/v1/payments/return/sandbox/${id}?token=forged&status=paid&rial=250000&reference=1`);
      await expect(page).toHaveURL(`/callback?payment=${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_open'));
      await expect(page.getByRole('link', { name: t('result_go_to_bank') })).toHaveAttribute('href', bank);
      await expectAccessibleInBothThemes(page);
      await page.goto(`/callback?payment=${id}&state=settled`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_open'));
    });

    test('a key of a purchase outlives its page while the bank has not answered, and ends with the result', async ({
      page,
      context,
      signIn,
      t,
    }) => {
      await signIn();
      const readPurchases = async () =>
        (await context.cookies()).find(({ name }) => name === '__Host-purchases')?.value ?? '';
      await page.goto(`/plan/${String(MONTH.id)}`);
      await pressPay(page, locale, MONTH.total);
      await expect(page).toHaveURL(/\/dev\/gateway\//);
      const purchases = await readPurchases();
      await page.goto(`/callback?payment=${purchases.split('.')[2] ?? ''}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_open'));
      expect(await readPurchases()).toBe(purchases);
      await page.getByRole('link', { name: t('result_go_to_bank') }).click();
      await payAtBank(page, locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
      expect(await readPurchases()).toBe('');
    });

    test(
      'given back by the operator’s command: list and receipt say how much, to where, by which number',
      { tag: '@full' },
      async ({ page, context, signIn, baseURL, t }) => {
        test.slow();
        await page.setViewportSize({ width: 360, height: 780 });
        await signIn();
        const account = createAccount(context, baseURL);
        const charge = await account.charge(500_000);
        await account.press(charge.bank, 'pay');
        const plan = await account.planFromWallet(MONTH.id);
        const env = { ...process.env, OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
        const refund = (...args: string[]) =>
          execFileSync(process.execPath, ['scripts/refund.ts', ...args, '--reason', 'test', '--site', baseURL ?? ''], {
            env,
          });
        const number = `T-${locale}-${charge.id}`;
        refund(charge.id, '--outside', number, '--line', '0', '--toman', '10000');
        refund(plan, '--wallet');
        expect(await account.credit()).toBe(490_000);

        await page.goto('/payments');
        const item = (id: string) =>
          page.getByRole('listitem').filter({ has: page.locator(`a[href="/payments/${id}"]`) });
        const part = item(charge.id);
        await expect(part).toContainText(t('refund_part'));
        await expect(part).toContainText(t('refund_to_outside', { amount: toman(locale, 10_000) }));
        await expect(part).toContainText(number);
        await expect(item(plan)).toContainText(t('refund_full'));
        await expect(item(plan)).toContainText(t('refund_to_wallet', { amount: toman(locale, MONTH.total) }));
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);
        await page.goto(`/payments/${plan}`);
        await expect(page.getByRole('main')).toContainText(t('refund_vat', { amount: toman(locale, 9900) }));
        await page.goto(`/payments/${charge.id}`);
        await expect(page.getByRole('main')).toContainText(number);
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);
      },
    );
  });
}
