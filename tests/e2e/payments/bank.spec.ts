import { createAccount } from '../../support/browser/account.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

const CHARGE = 25_000;

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
      const calls = createAccount(context, baseURL);
      const { bank, id } = await calls.charge(CHARGE);
      const plain = await browser.newContext({
        javaScriptEnabled: false,
        storageState: await context.storageState(),
      });
      const page = await plain.newPage();
      await page.goto(bank);
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      for (const key of ['bank_cancel', 'bank_vanish', 'bank_twice'] as const) {
        await expect(page.getByRole('button', { name: t(key) })).toBeVisible();
      }
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
      await expect(page).toHaveURL(`${baseURL ?? ''}/callback?payment=${id}`);
      expect(await calls.credit()).toBe(CHARGE);
      expect(await calls.payment(id)).toMatchObject({ state: 'settled', next: 'enjoy', total: CHARGE });
      await page.goto(bank);
      await expect(page.getByRole('status')).toHaveText(t('bank_was_paid'));
      await plain.close();
    });

    test('asks for consent to direct debit, with its terms', async ({ context, page, signIn, t, baseURL }) => {
      await signIn();
      const calls = createAccount(context, baseURL);
      await page.goto(await calls.addBank());
      for (const key of ['bank_limit', 'bank_count', 'bank_ends'] as const) {
        await expect(page.getByRole('term').filter({ hasText: t(key) })).toBeVisible();
      }
      await page.getByRole('button', { name: t('bank_agree'), exact: true }).click();
      await expect(page).toHaveURL(`${baseURL ?? ''}/callback?directdebit=active`);
      const [usual] = (await calls.banks()).filter(({ is_default: isDefault }) => isDefault);
      expect(await calls.mandates()).toMatchObject([{ bank: usual?.code, state: 'active' }]);

      const refused = await calls.addBank();
      await page.goto(refused);
      await page.getByRole('button', { name: t('bank_refuse') }).click();
      await expect(page).toHaveURL(`${baseURL ?? ''}/callback?directdebit=failed`);
      await page.goto(refused);
      await expect(page.getByRole('status')).toHaveText(t('bank_was_refused'));
    });
  });
}

test('the page of a bill says how it ended, and there is none for a bill that the bank does not know', async ({
  context,
  page,
  signIn,
  t,
  baseURL,
  noise,
}) => {
  await signIn();
  const calls = createAccount(context, baseURL);
  const { bank, id } = await calls.charge(CHARGE);
  await page.goto(bank);
  await page.getByRole('button', { name: t('bank_cancel') }).click();
  await expect(page).toHaveURL(`${baseURL ?? ''}/callback?payment=${id}`);
  expect(await calls.payment(id)).toMatchObject({ state: 'cancelled', next: 'retry', pay_url: null });
  await page.goto(bank);
  await expect(page.getByRole('status')).toHaveText(t('bank_was_cancelled'));
  expect(noise).toEqual({ errors: [], foreign: [] });
  expect((await page.goto('/dev/gateway/nothing'))?.status()).toBe(404);
});
