import type { Page } from '@playwright/test';
import { codeFor, expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

for (const locale of LOCALES) {
  test.describe(`login (${locale})`, () => {
    test.use({ siteLocale: locale });

    test.beforeEach(async ({ page, t }) => {
      await page.goto('/genres');
      await page.getByRole('link', { name: t('account_login') }).click();
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
    });

    test('a wrong code says so, three of them end the code, and a new mobile can be given', async ({
      page,
      mobile,
      context,
      baseURL,
      t,
    }) => {
      await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await page.getByRole('button', { name: t('login_send') }).click();
      const code = page.getByRole('textbox', { name: t('login_code_label') });
      await expect(code).toBeFocused();
      const right = await codeFor(context, mobile, baseURL ?? '');
      const wrong = right === '1111' ? '2222' : '1111';
      for (let guess = 0; guess < 3; guess += 1) {
        const response = page.waitForResponse('**/api/v1/login');
        await code.fill('');
        await code.pressSequentially(wrong);
        expect((await response).status()).toBe(422);
        await expect(page.getByText(t('error_code_wrong_or_expired'))).toBeVisible();
      }
      // The code is dead: even the right one is refused now.
      const response = page.waitForResponse('**/api/v1/login');
      await code.fill('');
      await code.pressSequentially(right);
      expect((await response).status()).toBe(422);

      await page.getByRole('button', { name: t('login_edit') }).click();
      await expect(page.getByRole('textbox', { name: t('login_mobile_label') })).toBeVisible();
    });

    test('the terms note stands in Persian only (spec 2.50)', async ({ page, t }) => {
      const link = page
        .getByRole('dialog', { name: t('login_title') })
        .getByRole('link', { name: t('login_terms_link') });
      await expect(link).toHaveCount(locale === 'fa' ? 1 : 0);
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`login (${locale})`, () => {
    test.use({ siteLocale: locale });

    test.beforeEach(async ({ page, t }) => {
      await page.goto('/genres');
      await page.getByRole('link', { name: t('account_login') }).click();
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
    });

    test('the button waits for a valid mobile, in any digits, and a wrong one is marked', async ({ page, t }) => {
      const field = page.getByRole('textbox', { name: t('login_mobile_label') });
      const send = page.getByRole('button', { name: t('login_send') });
      await expect(send).toBeDisabled();
      await field.fill('0912');
      await expect(page.getByText(t('login_mobile_incomplete'))).toBeVisible();
      await expect(send).toBeDisabled();
      await field.blur();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(t('login_mobile_invalid'))).toBeVisible();
      await expect(send).toBeDisabled();
      await field.fill('۰۹۱۲۳۴۵۶۷۸۹');
      await expect(send).toBeEnabled();
      await field.blur();
      await expect(field).toHaveValue('0912 345 6789');
    });

    test('after 90 seconds the way to another code appears, and the clock of the server has the last word', async ({
      page,
      mobile,
      t,
    }) => {
      // The page reads its clock when its code loads, so the page is loaded again under the clock of this test.
      await page.clock.install();
      await page.goto('/genres');
      await page.getByRole('link', { name: t('account_login') }).click();
      await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await page.getByRole('button', { name: t('login_send') }).click();
      await expect(page.getByRole('textbox', { name: t('login_code_label') })).toBeVisible();
      const resend = page.getByRole('button', { name: t('login_resend') });
      await expect(resend).toBeHidden();
      await page.clock.fastForward('01:31');
      await expect(resend).toBeVisible();
      // The server's own clock has not moved: it says how long to wait, and the screen counts again.
      await resend.click();
      await expect(page.getByText(t('error_code_too_soon'))).toBeVisible();
      await expect(resend).toBeHidden();
    });

    test('an expired session is over everywhere: the page says who is signed in', async ({
      page,
      signIn,
      context,
      t,
    }) => {
      await signIn();
      await page.goto('/genres');
      await expect(page.getByRole('button', { name: t('account_menu') })).toBeVisible();
      const cookies = (await context.cookies()).filter((cookie) => cookie.name !== '__Host-session');
      await context.clearCookies();
      await context.addCookies(cookies);
      await page.goto('/profile');
      await expect(page).toHaveURL(/\/login\?redirect=/);
    });

    test('the field takes 13 characters at most, and hiding the modal leaves nothing in it', async ({ page, t }) => {
      const field = page.getByRole('textbox', { name: t('login_mobile_label') });
      await field.pressSequentially('00989123456789012');
      expect(await field.inputValue()).toHaveLength(13);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: t('account_login') }).click();
      await expect(page.getByRole('textbox', { name: t('login_mobile_label') })).toHaveValue('');
    });

    test('a number is taken as it is copied, with marks, brackets and its country', async ({ page, context, t }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const field = page.getByRole('textbox', { name: t('login_mobile_label') });
      const paste = async (text: string) => {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
        await field.fill('');
        await field.press('ControlOrMeta+v');
      };
      for (const text of ['\u2066+98 (912) 345\u201167\u200e89\u2069', '۰۰۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹', '۰ ۹ ۱ ۲ ۳ ۴ ۵ ۶ ۷ ۸ ۹']) {
        await paste(text);
        await expect(page.getByRole('button', { name: t('login_send') })).toBeEnabled();
        await field.blur();
        await expect(field).toHaveValue('0912 345 6789');
      }
      // Two numbers are not cut to the first one.
      await paste('+989123456789 09351234567');
      await field.blur();
      await expect(page.getByText(t('login_mobile_invalid'))).toBeVisible();
    });

    test('a browser that reads the SMS signs in without a key', async ({ page, mobile, context, baseURL, t }) => {
      // Chromium on a desktop has no SMS: this stands where its consent dialog would hand over the code.
      await page.exposeFunction('smsCode', () => codeFor(context, mobile, baseURL ?? ''));
      await page.addInitScript(() => {
        const { smsCode } = window as unknown as { smsCode: () => Promise<string> };
        Object.assign(window, { OTPCredential: Object });
        navigator.credentials.get = async () => ({ id: '', type: 'otp', code: await smsCode() }) as Credential;
      });
      await page.goto('/genres');
      await page.getByRole('link', { name: t('account_login') }).click();
      await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await page.getByRole('button', { name: t('login_send') }).click();
      await expect(page.getByRole('button', { name: t('account_menu') })).toBeVisible();
    });

    test('Escape and Back close the modal', async ({ page, t }) => {
      const dialog = page.getByRole('dialog', { name: t('login_title') });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      // Its step back has been made: the next one is the visitor's.
      await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
      await page.getByRole('link', { name: t('account_login') }).click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/genres');
    });

    test('a press with Ctrl opens a tab of its own, and no modal', async ({ page, context, t }) => {
      await page.keyboard.press('Escape');
      const opened = context.waitForEvent('page', { timeout: 30_000 });
      await page.getByRole('link', { name: t('account_login') }).click({ modifiers: ['ControlOrMeta'] });
      await expect(await opened).toHaveURL(/\/login/);
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeHidden();
    });
  });
}

test('over each kind of page the mobile stands between its label and its hint', async ({ page, t }) => {
  // The dialog's own rise is over at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/genres', '/movie', '/movie/52', '/lives', '/category', '/profile/plans', '/kids']) {
    await page.goto(`${path}#login`);
    const dialog = page.getByRole('dialog', { name: t('login_title') });
    const parts = [
      dialog.getByText(t('login_mobile_label'), { exact: true }),
      dialog.getByRole('textbox', { name: t('login_mobile_label') }),
      dialog.getByText(t('login_mobile_hint')),
    ];
    const [label, field, hint] = await Promise.all(parts.map((part) => part.boundingBox()));
    expect(label!.y + label!.height, path).toBeLessThanOrEqual(field!.y);
    expect(field!.y + field!.height, path).toBeLessThanOrEqual(hint!.y);
  }
});

/** Opens the login as any element of a page may: by its attributes. */
async function openLogin(page: Page, attributes: string): Promise<void> {
  await page.getByRole('main').evaluate((main, html) => {
    main.insertAdjacentHTML('afterbegin', html);
  }, `<button data-modal="login" ${attributes}>+</button>`);
  await page.getByRole('button', { name: '+', exact: true }).click();
}

test('the modal takes a word before it, a mobile, and where to go after (spec 2.39)', async ({
  page,
  mobile,
  context,
  baseURL,
  t,
}) => {
  await page.goto('/genres');
  await openLogin(
    page,
    `data-modal-message="اول وارد شوید" data-modal-mobile="${mobile}" data-modal-redirect="/lives"`,
  );
  const dialog = page.getByRole('dialog', { name: t('login_title') });
  await expect(dialog.getByText('اول وارد شوید')).toBeVisible();
  const field = dialog.getByRole('textbox', { name: t('login_mobile_label') });
  expect((await field.inputValue()).replaceAll(' ', '')).toBe(mobile);
  await dialog.getByRole('button', { name: t('login_send') }).click();
  await expect(page.locator('input[name=password]')).toBeVisible();
  await page.locator('input[name=password]').fill(await codeFor(context, mobile, baseURL ?? ''));
  await expect(page).toHaveURL('/lives');
});

test('the modal’s flag of refresh opens what was wanted again after the login (spec 2.39, 4.10)', async ({
  page,
  mobile,
  context,
  baseURL,
  t,
}) => {
  await page.goto('/genres');
  await openLogin(page, `data-modal-mobile="${mobile}" data-modal-refresh="" data-modal-then="direct-debit"`);
  const dialog = page.getByRole('dialog', { name: t('login_title') });
  await dialog.getByRole('button', { name: t('login_send') }).click();
  await expect(page.locator('input[name=password]')).toBeVisible();
  await page.locator('input[name=password]').fill(await codeFor(context, mobile, baseURL ?? ''));
  await expect(page.getByRole('dialog', { name: t('debit_title') })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/genres');
});
