import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`erasing an account (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('is asked by one member of the support, and done by another who sees the same', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const enter = async (prefix: string, name: string, path: string) => {
        const context = await browser.newContext({ baseURL: origin });
        await context.addCookies([{ name: 'i18n_redirected', value: locale, url: origin }]);
        const screen = await context.newPage();
        const member = `${prefix}${mobile.slice(4)}`;
        await signInAs(context, member, origin);
        await addMember(screen, origin, { mobile: member, name: `${name} ${mobile}`, role: 'support' });
        await screen.goto(path);
        await enterDesk(screen, locale);
        return screen;
      };
      const first = await enter('0935', 'eraser', `/desk/people?q=${mobile}`);
      await first.locator('main a[href*="/desk/accounts/"]').first().click();
      await first.getByRole('button', { name: d('erase_open') }).click();
      const dialog = first.getByRole('dialog');
      await dialog.getByLabel(d('reason_label')).fill('asked for it by telephone');
      await first.reload();
      await first.getByRole('button', { name: d('erase_open') }).click();
      await expect(dialog.getByLabel(d('reason_label'))).toHaveValue('asked for it by telephone');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      const facts = await dialog.locator('.desk-facts').innerText();
      await expectAccessible(first, 'preview of erasing');
      await dialog.getByRole('button', { name: d('approval_ask') }).click();
      await expect(dialog.getByRole('status')).toHaveText(d('approval_sent'));

      const second = await enter('0936', 'approver', '/desk/approvals');
      const open = (screen: Page) => screen.getByRole('region').filter({ hasText: `eraser ${mobile}` });
      await expect(open(second).locator('.desk-facts').last()).toHaveText(facts, { useInnerText: true });
      await expectAccessibleInBothThemes(second, 'request to erase');
      await open(second)
        .getByRole('button', { name: d('approval_approve') })
        .click();
      await expect(second.getByText(d('approval_done'))).toBeFocused();
      await page.goto('/profile/access');
      await expect(page).toHaveURL(/\/login/);
      await first.reload();
      await first.getByRole('button', { name: d('erase_cancel') }).click();
      await dialog.getByLabel(d('reason_label')).fill('changed their mind');
      await dialog.getByRole('button', { name: d('erase_cancel_do') }).click();
      await expect(first.getByRole('button', { name: d('erase_open') })).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await first.context().close();
      await second.context().close();
      expect(noise.errors).toEqual([]);
    });
  });
}
