import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** In one language: the rules are the whole site's, and a second test would change them meanwhile. */
test('finance plans another trial, which changes nothing yet, and withdraws it', async ({
  page,
  mobile,
  signIn,
  baseURL,
  noise,
}) => {
  await signIn();
  const name = `trials ${mobile}`;
  await addMember(page, baseURL ?? '', { mobile, name, role: 'finance' });
  await page.goto('/desk/prices');
  await enterDesk(page, 'fa');
  const panel = page.getByRole('region', { name: deskFa.trial_title, exact: true });
  await panel.getByRole('button', { name: deskFa.trial_change }).click();
  const dialog = page.getByRole('dialog');
  const days = dialog.getByLabel(deskFa.trial_days, { exact: true });
  await days.fill('۹۱');
  await dialog.getByLabel(deskFa.prices_start_time, { exact: true }).fill('2034-03-21T00:00');
  await dialog.getByLabel(deskFa.reason_label).fill('a test of the desk');
  const see = dialog.getByRole('button', { name: deskFa.refund_see });
  await expect(see).toBeDisabled();
  await days.fill('۱۴');
  await expectAccessibleInBothThemes(page, 'trial');
  await see.click();
  await expect(dialog).toContainText(deskFa.trial_note);
  await expect(dialog).toContainText(deskFa.trial_count_other.replace('{{count}}', '۱۴'));
  await expectAccessibleInBothThemes(page, 'trial’s preview');
  await dialog.getByRole('button', { name: deskFa.trial_do }).click();
  await expect(dialog).toHaveCount(0);
  const row = panel.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(deskFa.prices_state_planned);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: deskFa.prices_withdraw }).click();
  await dialog.getByLabel(deskFa.reason_label).fill('the test is over');
  await expectAccessibleInBothThemes(page, 'withdrawal of a trial');
  await dialog.getByRole('button', { name: deskFa.prices_withdraw }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(deskFa.prices_state_withdrawn);
  expect(noise.errors).toEqual([]);
});
