import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { MONTH } from '../../support/browser/paying.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';

/** A site whose operator has no bank yet: it sells nothing, and says so wherever something would be paid. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 310;
const baseURL = `http://localhost:${String(PORT)}`;
let site: Awaited<ReturnType<typeof servePrepared>>;

test.describe.configure({ mode: 'serial' });
test.use({ baseURL });

test.beforeAll(async () => {
  const vars = { PAYMENT_GATEWAYS: '', MANDATE_PROVIDER: '', TRIAL_DAYS: '0' };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/no-gateway', vars });
});

test.afterAll(async () => {
  await site.stop();
});

for (const locale of LOCALES) {
  test.describe(`a site without a bank (${locale})`, () => {
    test.use({ siteLocale: locale });

    test(
      'says at a plan and in the wallet that nothing can be paid, and has no dead button',
      { tag: '@full' },
      async ({ page, signIn, t, noise }) => {
        await signIn();
        await page.goto(`/plan/${String(MONTH.id)}`);
        const main = page.getByRole('main');
        await expect(main.getByText(t('error_gateway_none'))).toBeVisible();
        await expect(main.locator('button.btn-solid, input[name=payment_method]')).toHaveCount(0);
        await expectAccessibleInBothThemes(page);
        await page.goto('/genres#credit');
        const dialog = page.getByRole('dialog', { name: t('credit_title') });
        await expect(dialog.getByText(t('error_gateway_none'))).toBeVisible();
        await expect(dialog.getByRole('button', { name: t('credit_buy') })).toHaveCount(0);
        expect(noise).toEqual({ errors: [], foreign: [] });
      },
    );

    test('refuses a purchase that is sent all the same, with a reason', async ({ page, signIn, t }) => {
      await signIn();
      const headers = { origin: baseURL, 'content-type': 'application/json' };
      for (const [path, data] of [
        ['/payments/plan', { plan_id: MONTH.id, payment_method: 'sandbox' }],
        ['/payments/plan', { plan_id: MONTH.id, payment_method: 'saman' }],
        ['/payments/plan', { plan_id: MONTH.id }],
        ['/get/charge_wallet', { amount: 20_000 }],
      ] as const) {
        const answer = await page.request.post(`${baseURL}/api/v1${path}`, { data, headers });
        expect(answer.status(), path).toBe(503);
        const { code, errors } = (await answer.json()) as { code: string; errors: Record<string, string[]> };
        expect(code).toBe('gateway_none');
        expect(errors['payment_method']).toBeDefined();
      }
      await page.goto('/payments');
      await expect(page.getByText(t('payments_empty'))).toBeVisible();
    });
  });
}
