import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';

test('dialogs of members, keys and the export of a person have no fault of accessibility', async ({
  page,
  mobile,
  enterAs,
}) => {
  await enterAs('owner', '/desk/staff');
  const dialog = page.getByRole('dialog');
  for (const name of [deskFa.staff_add, deskFa.keys_add]) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toBeVisible();
    await expectAccessibleInBothThemes(page, name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.goto(`/desk/people?q=${mobile}`);
  await page.locator('main a[href*="/desk/accounts/"]').first().click();
  await page.getByRole('button', { name: deskFa.export_person }).click();
  await dialog.getByLabel(deskFa.reason_label).fill('با نامه خواست');
  await expectAccessibleInBothThemes(page, 'the export of a person');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: deskFa.export_person }).click();
  expect((await download).suggestedFilename()).toMatch(/^pardeh-account-\d+\.json$/);
  await expect(dialog).toHaveCount(0);
});
