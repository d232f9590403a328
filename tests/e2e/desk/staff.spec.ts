import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, signIn } from '../../support/browser/fixtures.ts';

test('an owner makes a key and revokes it, changes a member’s role, and ends the place', async ({
  page,
  browser,
  mobile,
  enterAs,
  baseURL,
  noise,
}) => {
  const origin = baseURL ?? '';
  const other = await browser.newContext({ baseURL: origin });
  const colleague = `0937${mobile.slice(4)}`;
  await signIn(other, colleague, origin);
  await other.close();
  const name = `colleague ${colleague}`;
  await enterAs('owner', '/desk/staff');
  await addMember(page, origin, { mobile: colleague, name, role: 'support' });
  await page.reload();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel(deskFa.reason_label);
  const see = dialog.getByRole('button', { name: deskFa.refund_see });

  await page.getByRole('button', { name: deskFa.keys_add, exact: true }).click();
  const keyName = `key-${mobile}`;
  await dialog.getByLabel(deskFa.person_name, { exact: true }).fill(keyName);
  await dialog.getByRole('checkbox', { name: deskFa.may_alarms_read }).check();
  await dialog.getByRole('button', { name: deskFa.keys_add_do, exact: true }).click();
  await expect(dialog.getByText(/^pk_/)).toBeVisible();
  await dialog.getByRole('button', { name: deskFa.recovery_read }).click();
  const key = page.getByRole('table', { name: deskFa.keys_title }).getByRole('row').filter({ hasText: keyName });
  await expect(key).toContainText(deskFa.may_alarms_read);
  await key.getByRole('button', { name: deskFa.keys_revoke }).click();
  const revoke = dialog.getByRole('button', { name: deskFa.keys_revoke_do });
  await expect(revoke).toBeDisabled();
  await reason.fill('به دست دیگری افتاد');
  await expectAccessibleInBothThemes(page, 'revoking a key');
  await revoke.click();
  await expect(dialog).toHaveCount(0);
  await expect(key).toContainText(deskFa.keys_revoked);
  await expect(key.getByRole('button')).toHaveCount(0);

  const members = page.getByRole('table', { name: deskFa.staff_members });
  const row = members.getByRole('row').filter({ hasText: name });
  const ownRow = members.getByRole('row').filter({ hasText: `owner ${mobile}` });
  await expect(ownRow.getByRole('button')).toHaveCount(0);
  await row.getByRole('button', { name: deskFa.staff_change }).click();
  await reason.fill('به تیم دیگری رفت');
  await expect(see).toBeDisabled();
  await dialog.getByLabel(deskFa.staff_role).selectOption('editor');
  await expectAccessibleInBothThemes(page, 'changing a place');
  await see.click();
  await expect(dialog).toContainText(deskFa.role_support);
  await expect(row).toContainText(deskFa.role_support);
  await dialog.getByRole('button', { name: deskFa.staff_change_do }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(deskFa.role_editor);

  await row.getByRole('button', { name: deskFa.staff_change }).click();
  await dialog.getByLabel(deskFa.staff_role).selectOption(deskFa.staff_end);
  await reason.fill('همکاری به پایان رسید');
  await see.click();
  await expectAccessibleInBothThemes(page, 'the end of a place');
  await dialog.getByRole('button', { name: deskFa.staff_end_do }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(deskFa.staff_ended);
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(noise.errors).toEqual([]);
});

test('an owner is shown what another one does before the request, which is withdrawn with a reason', async ({
  page,
  browser,
  mobile,
  enterAs,
  baseURL,
  noise,
}) => {
  const origin = baseURL ?? '';
  const other = await browser.newContext({ baseURL: origin });
  const colleague = `0938${mobile.slice(4)}`;
  await signIn(other, colleague, origin);
  await other.close();
  const name = `editor ${colleague}`;
  await enterAs('owner', '/desk/staff');
  await addMember(page, origin, { mobile: colleague, name, role: 'editor' });
  const dialog = page.getByRole('dialog');
  const see = dialog.getByRole('button', { name: deskFa.refund_see });
  await page.getByRole('button', { name: deskFa.staff_add, exact: true }).click();
  await dialog.getByLabel(deskFa.person_mobile).fill(colleague);
  await dialog.getByLabel(deskFa.person_name).fill('نامی دیگر');
  await dialog.getByLabel(deskFa.staff_role).selectOption('owner');
  await expect(see).toBeDisabled();
  await dialog.getByLabel(deskFa.reason_label).fill('بنیان‌گذار است');
  await see.click();
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText(deskFa.owner_effect);
  const facts = await dialog.locator('.desk-facts').innerText();
  expect(facts).toContain(deskFa.role_editor);
  await expectAccessibleInBothThemes(page, 'a new owner');
  await dialog.getByRole('button', { name: deskFa.approval_ask }).click();
  await expect(dialog.getByRole('status')).toHaveText(deskFa.approval_sent);

  await page.goto('/desk/approvals');
  const panel = page.getByRole('region').filter({ hasText: name });
  await expect(panel.locator('.desk-facts').last()).toHaveText(facts, { useInnerText: true });
  await panel.getByRole('button', { name: deskFa.approval_withdraw }).click();
  await expectAccessibleInBothThemes(page, 'a request that is withdrawn');
  await dialog.getByLabel(deskFa.reason_label).fill('زود بود');
  await dialog.getByRole('button', { name: deskFa.approval_withdraw }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(deskFa.approval_ended)).toBeFocused();
  await expect(panel).toHaveCount(0);
  expect(noise.errors).toEqual([]);
});
