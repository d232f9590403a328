import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { buyPlan } from '../../support/browser/desk.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { buildDates } from '../../../src/platform/text/format-in.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dates = buildDates({ day: 'numeric', month: 'long', year: 'numeric' });

for (const locale of LOCALES) {
  test.describe(`the own subscription (${locale})`, () => {
    test.use({ siteLocale: locale });
    const toDate = (days: number) => {
      const parts = dates(locale).formatToParts(Date.now() + days * DAY_MS);
      return ['day', 'month', 'year'].map((type) => parts.find((part) => part.type === type)?.value).join(' ');
    };

    for (const javaScriptEnabled of [true, false]) {
      test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
        test.use({ javaScriptEnabled });

        test('is paused in two taps, shown with its dates, and goes on by one', async ({
          page,
          signIn,
          baseURL,
          t,
          noise,
        }) => {
          await signIn();
          await buyPlan(page, baseURL ?? '');
          await page.goto('/profile');
          await page.getByRole('link', { name: t('subscription_title') }).click();
          await expect(page.getByText(t('renewal_is_off'))).toBeVisible();
          if (javaScriptEnabled) await expectAccessibleInBothThemes(page, 'running');

          const facts = page.locator('.facts');
          const words = await facts.innerText();
          const days =
            Array.from({ length: 60 }, (_, at) => 80 - at).find((count) => words.includes(toDate(count))) ?? 0;
          expect(days).toBeGreaterThanOrEqual(30);
          await page.getByText(t('subscription_pause_open')).click();
          await page.setViewportSize({ width: 360, height: 780 });
          await expectNoSidewaysScroll(page);
          await page.locator('button[name=months][value="2"]').click();
          await expect(page.getByRole('status')).toHaveText(t('subscription_done_paused'));
          for (const part of [t('subscription_paused'), toDate(60), toDate(60 + days)])
            await expect(facts).toContainText(part);
          if (javaScriptEnabled) await expectAccessibleInBothThemes(page, 'paused');
          await page.goto('/profile');
          await expect(facts).toContainText(t('profile_paused', { date: toDate(60) }));

          await page.goto('/profile/subscription');
          await page.getByRole('button', { name: t('subscription_resume') }).click();
          await expect(page.getByRole('status')).toHaveText(t('subscription_done_resumed'));
          await expect(facts).toContainText(toDate(days));
          await expect(page.locator('button[name=months]')).toHaveCount(0);
          expect(noise.errors).toEqual([]);
        });
      });
    }

    test('refuses a form that it did not make', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/profile/subscription');
      await expect(page.getByText(t('subscription_days'), { exact: true })).toBeVisible();
      const answer = await page.request.post('/profile/subscription', {
        form: { months: '4' },
        headers: { origin: new URL(page.url()).origin },
      });
      expect(answer.status()).toBe(422);
    });
  });
}

test('the terms say the rules of money back in both languages', async ({ page }) => {
  for (const lang of ['fa', 'en']) {
    await page.goto(`/profile/terms?hl=${lang}`);
    await expect(page.locator('#money-back + ol > li')).toHaveCount(9);
    await expectNoSidewaysScroll(page);
  }
});
