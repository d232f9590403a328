import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, readFirstCode } from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> \u202eمی‌رود';

for (const locale of LOCALES) {
  test.describe(`messages to support (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a visitor asks for money back from the receipt, support answers, and the visitor reads', async ({
      page,
      mobile,
      signIn,
      baseURL,
      t,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const payment = await buyPlan(page, origin);
      await page.goto(`/payments/${payment}`);
      await page.getByRole('link', { name: t('help_payment_refund') }).click();
      await expect(page.getByRole('radio', { name: t('help_kind_refund') })).toBeChecked();
      await expect(page.getByText(payment)).toBeVisible();
      await page.getByLabel(t('help_text')).fill(HOSTILE);
      await expectAccessibleInBothThemes(page, 'message');
      await page.getByRole('button', { name: t('help_send') }).click();
      await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
      const number = /\d+(?=\?)/.exec(page.url())?.[0] ?? '';
      await expect(page.locator('.help-words')).toHaveText('<img src=x onerror="document.title=1"> می‌رود');
      await expectAccessibleInBothThemes(page, 'thread');

      await addMember(page, origin, { mobile, name: `help ${mobile}`, role: 'support' });
      await page.goto('/desk/help');
      await page.getByLabel(d('enrol_first')).fill(await readFirstCode(page));
      await page.getByRole('button', { name: d('factor_open') }).click();
      await page.getByRole('button', { name: d('recovery_read') }).click();
      await expectAccessibleInBothThemes(page, 'queue');
      await page.goto(`/desk/help/${number}`);
      await expect(page.getByText('<img src=x')).toBeVisible();
      await expect(page.getByRole('link', { name: payment })).toBeVisible();
      await page.getByLabel(d('help_answer')).fill('پول به کیف پول برگشت.');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: d('help_send') }).click();
      await expect(page.getByText(d('help_answered'))).toBeVisible();
      await expect(page.getByLabel(d('help_answer'))).toHaveValue('');
      await expectAccessibleInBothThemes(page, 'answer');

      await page.goto('/profile/help');
      await expect(page.locator('.help-item').first()).toContainText(t('help_state_answered'));
      await page.locator('.help-item').first().click();
      await expect(page.locator('.help-by-staff')).toContainText('پول به کیف پول برگشت.');
      expect(noise.errors).toEqual([]);

      await page.goto(`/desk/help/${number}`);
      await page.getByRole('button', { name: d('help_close') }).click();
      await expect(page.getByText(d('help_closed'), { exact: true })).toBeVisible();
      await page.goto(`/profile/help/${number}`);
      await expect(page.getByText(t('help_closed_note'))).toBeVisible();
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('the form is sent, refused without a text, sent, and listed', async ({ page, signIn, t }) => {
        await signIn();
        await page.goto('/profile/help');
        await page.getByLabel(t('help_text')).fill(' \u202e ');
        await page.getByRole('button', { name: t('help_send') }).click();
        await expect(page.getByRole('alert')).toHaveText(t('error_help_empty'));
        await page.getByLabel(t('help_text')).fill('سلام');
        await page.getByRole('button', { name: t('help_send') }).click();
        await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
        await page.goto('/profile/help');
        await expect(page.locator('.help-item')).toHaveCount(1);
        const strange = await page.goto('/profile/help/999999');
        expect(strange?.status()).toBe(404);
      });
    });
  });
}
