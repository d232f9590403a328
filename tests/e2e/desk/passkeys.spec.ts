import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

/** Chromium's own authenticator, whose owner always agrees. */
async function holdAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const agree = (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  /** As in a copy of the key, which has not counted since. */
  const rewind = async () => {
    const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
    await client.send('WebAuthn.clearCredentials', { authenticatorId });
    for (const credential of credentials)
      await client.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
  };
  return { agree, rewind };
}

for (const locale of ONE_LOCALE) {
  test.describe(`passkeys (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a member adds a passkey, names it, signs in by it, and is refused without the finger', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      await signIn();
      await addMember(page, baseURL ?? '', { mobile, name: `key ${mobile}`, role: 'viewer' });
      const { agree } = await holdAuthenticator(page);
      await page.goto('/desk/own');
      await enterDesk(page, locale);
      await expect(page.getByText(d('passkeys_none'))).toBeVisible();
      await page.getByRole('button', { name: d('passkey_add') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('person_name')).fill('گوشی');
      await expectAccessibleInBothThemes(page, 'a new passkey');
      await dialog.getByRole('button', { name: d('passkey_make') }).click();
      await expect(dialog).toHaveCount(0);
      const row = page
        .getByRole('table', { name: d('passkeys_title') })
        .getByRole('row')
        .last();
      await expect(row).toContainText('گوشی');
      await row.getByRole('button', { name: d('passkey_rename') }).click();
      await dialog.getByLabel(d('person_name')).fill('گوشی نو');
      await dialog.getByRole('button', { name: d('passkey_rename_do') }).click();
      await expect(row).toContainText('گوشی نو');
      await expectAccessibleInBothThemes(page, 'ways in');

      await page.getByRole('button', { name: d('tool_sign_out') }).click();
      const use = page.getByRole('button', { name: d('passkey_use') });
      await expect(use).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the door with a passkey');
      await agree(false);
      await use.click();
      await expect(page.getByRole('alert')).toHaveText(d('passkey_stopped'));
      await agree(true);
      await use.click();
      await expect(page.getByRole('navigation', { name: d('nav_label') })).toBeVisible();
      expect(noise.errors).toEqual([]);
    });
  });
}

test('a new member enters by a passkey alone, keeps the recovery codes, and enters by one where it is closed', async ({
  page,
  mobile,
  signIn,
  baseURL,
}) => {
  await signIn();
  await addMember(page, baseURL ?? '', { mobile, name: `first key ${mobile}`, role: 'viewer' });
  const { rewind } = await holdAuthenticator(page);
  await page.goto('/desk/own');
  await page.getByRole('button', { name: deskFa.passkey_make }).click();
  await expect(page.locator('.desk-codes li')).toHaveCount(10);
  const code = await page.locator('.desk-codes li').first().innerText();
  await page.getByRole('button', { name: deskFa.recovery_read }).click();
  const row = page.getByRole('table', { name: deskFa.passkeys_title }).getByRole('row').last();
  await expect(row).toContainText(deskFa.passkey_first);
  await row.getByRole('button', { name: deskFa.passkey_remove }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: deskFa.passkey_remove_do }).click();
  await expect(dialog.getByRole('alert')).toContainText('تنها راه ورود');
  await dialog.getByRole('button', { name: deskFa.passkey_keep }).click();
  await expect(row).toContainText(deskFa.passkey_first);

  const leave = page.getByRole('button', { name: deskFa.tool_sign_out });
  const use = page.getByRole('button', { name: deskFa.passkey_use });
  await leave.click();
  await use.click();
  await leave.click();
  await rewind();
  await use.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.reload();
  await page.getByLabel(deskFa.recovery_code).fill(code);
  await expectAccessibleInBothThemes(page, 'the door with a closed passkey');
  await page.getByRole('button', { name: deskFa.factor_open }).click();
  await expect(leave).toBeVisible();
});
