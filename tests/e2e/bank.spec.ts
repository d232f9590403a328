import { expect, LOCALES, test } from '../support/fixtures.ts';

for (const locale of LOCALES) {
  test.describe(`the sandbox bank (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('takes the money by a button and sends the visitor back, without JavaScript', async ({
      browser,
      context,
      signIn,
      t,
      baseURL,
    }) => {
      await signIn();
      const begun = await context.request.get(`${baseURL ?? ''}/api/v1/get/charge_wallet?amount=25000`);
      const { data } = (await begun.json()) as { data: { pay_url: string; payment_id: string } };
      const plain = await browser.newContext({
        javaScriptEnabled: false,
        storageState: await context.storageState(),
      });
      const page = await plain.newPage();
      await page.goto(data.pay_url);
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      for (const key of ['bank_cancel', 'bank_vanish', 'bank_twice'] as const) {
        await expect(page.getByRole('button', { name: t(key) })).toBeVisible();
      }
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
      await expect(page).toHaveURL(`${baseURL ?? ''}/callback?payment=${data.payment_id}`);
      const wallet = await context.request.post(`${baseURL ?? ''}/api/v1/get/my_wallet`, {
        data: {},
        headers: { origin: baseURL ?? '' },
      });
      expect(await wallet.json()).toEqual({ data: { my_credit: 25_000 } });
      await page.goto(data.pay_url);
      await expect(page.getByRole('status')).toHaveText(t('bank_was_paid'));
      await plain.close();
    });

    test('has no page for a bill it does not know', async ({ page }) => {
      const answer = await page.goto('/dev/gateway/nothing');
      expect(answer?.status()).toBe(404);
    });
  });
}
