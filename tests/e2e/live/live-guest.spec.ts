// @module-tag full
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { text } from '../../support/browser/texts.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 330;
const SITE = `http://localhost:${String(PORT)}`;

test('a guest who presses Play of a channel for subscribers reads why before the login (spec 2.49)', async ({
  page,
  context,
}) => {
  test.slow();
  const site = await servePrepared({ port: PORT, stateDir: '.wrangler/live-guest-state', vars: {} }, (db) =>
    db.prepare("UPDATE channels SET access = 'subscription' WHERE id = 406").run(),
  );
  try {
    for (const locale of LOCALES) {
      await context.addCookies([{ name: 'i18n_redirected', value: locale, url: SITE }]);
      await page.goto(`${SITE}/live/406`);
      const main = page.getByRole('main');
      await main.getByRole('link', { name: text(locale, 'live_watch') }).click();
      const login = page.getByRole('dialog', { name: text(locale, 'login_title') });
      await expect(login.getByText(text(locale, 'error_live_needs_subscription'))).toBeVisible();
      // The reason is read out with the dialog, and nothing plays behind it.
      await expect(login.getByRole('textbox').first()).toBeFocused();
      await expect(page.locator('video')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(login).toBeHidden();
      await expect(page).toHaveURL(`${SITE}/live/406`);
    }
  } finally {
    await site.stop();
  }
});
