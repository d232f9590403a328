import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, LOCALES, ONE_LOCALE, signIn, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { digits, MONTH, payAtBank, pressPay, toPlanPattern } from '../../support/browser/paying.ts';

for (const locale of LOCALES) {
  test.describe(`gift cards (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('one is bought at the bank, printed, and redeemed by somebody else', async ({
      browser,
      page,
      signIn: signInHere,
      baseURL,
      mobile,
      t,
    }) => {
      test.slow();
      const origin = baseURL ?? '';
      await page.setViewportSize({ width: 360, height: 780 });
      await signInHere();
      await page.goto('/profile');
      await page.getByRole('link', { name: t('gift_title') }).click();
      await page.waitForURL('**/profile/gift');
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('link', { name: toPlanPattern(MONTH, locale) }).click();
      await page.waitForURL('**/profile/gift?plan=*');
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      await pressPay(page, locale, MONTH.total);
      await payAtBank(page, locale);
      await page.getByRole('link', { name: t('result_gift') }).click();
      await page.getByRole('link', { name: t('gift_waiting') }).click();
      await page.getByLabel(t('gift_to')).fill('مادر <b>');
      await page.getByRole('button', { name: t('gift_greeting_show') }).click();
      const card = page
        .getByRole('article')
        .filter({ hasText: t('gift_how') })
        .last();
      await expect(card).toContainText('مادر <b>');
      await expect(card).toContainText(digits(locale, MONTH.days));
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      const code = /(?:[2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}/.exec((await card.textContent()) ?? '')?.[0] ?? '';
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('button', { name: t('gift_print') })).toBeHidden();
      await expect(page.getByText(code.slice(0, 4))).toBeVisible();
      await page.emulateMedia({ media: 'screen' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: t('gift_send') }).click();
      await expect(page.getByText(t('gift_copied'))).toBeVisible();
      const message = await page.evaluate(() => navigator.clipboard.readText());
      const address = `${new URL(origin).host}/profile/gift`;
      expect(message).toBe(t('gift_message', { days: digits(locale, MONTH.days), code, address }));
      // A system with a sheet of its own is given the same text, and says for itself that it was sent.
      await page.evaluate(() => {
        Object.assign(navigator, { share: ({ text }: ShareData) => Promise.resolve((document.title = text ?? '')) });
      });
      await page.getByRole('button', { name: t('gift_send') }).click();
      await expect(page).toHaveTitle(message);
      const settings = await page.context().newPage();
      await settings.goto('/profile/settings');
      await settings.getByText(t('cancel_open')).click();
      await expect(settings.getByText(t('cancel_gift_cards', { count: digits(locale, 1) }))).toBeVisible();

      const other = await browser.newContext({ baseURL: origin, locale: locale === 'fa' ? 'fa-IR' : 'en-GB' });
      await other.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
      await signIn(other, `0935${mobile.slice(4)}`, origin);
      const friend = await other.newPage();
      await friend.goto('/profile/gift');
      const field = friend.getByRole('textbox', { name: t('gift_code') });
      await field.fill('2222-2222-2222-2222-2222');
      await friend.getByRole('button', { name: t('gift_redeem_press') }).click();
      await expect(friend.getByRole('alert')).toHaveText(t('error_gift_invalid'));
      await field.fill(` ${code.toLowerCase().replaceAll('-', ' ')}\u200f`);
      await friend.getByRole('button', { name: t('gift_redeem_press') }).click();
      const status = friend.getByRole('status').first();
      await expect(status).toContainText(t('gift_done', { days: digits(locale, MONTH.days) }));
      await expectAccessibleInBothThemes(friend);
      await other.close();
      await settings.reload();
      await settings.getByText(t('cancel_open')).click();
      await expect(settings.getByRole('button', { name: t('cancel_button') })).toBeVisible();
      await expect(settings.getByText(t('cancel_gift_cards_link'))).toHaveCount(0);

      await page.reload();
      await expect(page.getByRole('main')).not.toContainText(code.slice(0, 4));
      await expect(page.getByRole('status').first()).toBeVisible();
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`without script (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('a code is redeemed once, and said to be used afterwards', async ({
      page,
      context,
      signIn: signInHere,
      baseURL,
      t,
    }) => {
      await signInHere();
      const account = createAccount(context, baseURL);
      const charge = await account.charge(500_000);
      await account.press(charge.bank, 'pay');
      await page.goto('/profile/gift?plan=1&count=2');
      await page.getByRole('radio', { name: t('method_wallet') }).check();
      await page.locator('form[data-once] button').click();
      await page.getByRole('link', { name: t('result_gift') }).click();
      const cards = page.getByRole('link', { name: t('gift_waiting') });
      await expect(cards).toHaveCount(2);
      await cards.first().click();
      const text = (await page.getByRole('main').textContent()) ?? '';
      const code = /(?:[2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}/.exec(text)?.[0] ?? '';
      for (const answer of [
        t('gift_done', { days: digits(locale, MONTH.days) }),
        t('gift_until', { date: '' }).slice(0, 8),
      ]) {
        await page.goto('/profile/gift');
        await page.getByRole('textbox', { name: t('gift_code') }).fill(code);
        await page.getByRole('button', { name: t('gift_redeem_press') }).click();
        await expect(page.getByRole('status').first()).toContainText(answer);
      }
      await expect(page).toHaveURL(/used=1/);
    });
  });
}
