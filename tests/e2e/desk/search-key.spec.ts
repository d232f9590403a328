import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { waitForScreen } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';

test('the key of the search goes to that of the screen for who cannot look for people', async ({ page, enterAs }) => {
  await enterAs('editor', '/desk/titles');
  const search = page.getByRole('searchbox', { name: deskFa.titles_search });
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await page.goto('/desk/comments');
  await waitForScreen(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(deskFa.shortcut_search)).toHaveCount(0);
});
