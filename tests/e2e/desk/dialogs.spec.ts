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
  // The button is in the head of the screen, whose fields have their labels beside them.
  const label = await dialog.getByText(deskFa.reason_label, { exact: true }).boundingBox();
  const field = await dialog.getByLabel(deskFa.reason_label).boundingBox();
  expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: deskFa.export_person }).click();
  expect((await download).suggestedFilename()).toMatch(/^pardeh-account-\d+\.json$/);
  await expect(dialog).toHaveCount(0);
});
