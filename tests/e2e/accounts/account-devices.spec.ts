import type { BrowserContext } from '@playwright/test';
import { codeFor, expect, FILM, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { servePrepared, sessionRow, userRow } from '../../support/site/prepared-site.ts';

/**
 * A site of its own, on which somebody is signed in on three devices and somebody else has cancelled their account: a
 * number gets one code in 90 seconds, so no test could do that by itself. Its lists are as by default: coming soon.
 */
const PORT = 4395;
const SITE = `http://localhost:${String(PORT)}`;
const USERS = { fa: 9001, en: 9002 } as const;
const CANCELLED = { fa: '09360000001', en: '09360000002' } as const;
const DEVICES = [
  { name: 'here', browser: 'Chrome', system: 'Linux', daysAgo: 0 },
  { name: 'phone', browser: 'Samsung Internet', system: 'Android', daysAgo: 2 },
  { name: 'tablet', browser: 'Safari', system: 'iPad', daysAgo: 9 },
  { name: 'tv', browser: '', system: '', daysAgo: 12 },
] as const;
type DeviceName = (typeof DEVICES)[number]['name'];

let site: Awaited<ReturnType<typeof servePrepared>>;
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: SITE });

test.beforeAll(async () => {
  const options = { port: PORT, stateDir: '.wrangler/account-state', vars: { LISTS: 'soon' } };
  site = await servePrepared(options, (db) =>
    db.batch(
      LOCALES.flatMap((locale) => [
        userRow(db, USERS[locale], `0935000${String(USERS[locale])}`),
        ...DEVICES.map((device) => sessionRow(db, USERS[locale], toToken(locale, device.name), device)),
        userRow(db, USERS[locale] + 100, CANCELLED[locale], 40),
      ]),
    ),
  );
});

test.afterAll(() => site.stop());

const toToken = (locale: 'fa' | 'en', device: DeviceName) =>
  `${device}-of-${locale}-0123456789012345678901234567890123`;

/** Makes a browser the one that holds a session. */
async function hold(context: BrowserContext, token: string): Promise<void> {
  const shared = { domain: 'localhost', path: '/', secure: true };
  await context.addCookies([
    { name: '__Host-session', value: token, httpOnly: true, ...shared },
    { name: 'signed_in', value: '1', ...shared },
  ]);
}

for (const locale of LOCALES) {
  test.describe(`devices and the end of an account (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a device is read in the direction of the language', async ({ page, context }) => {
      await hold(context, toToken(locale, 'here'));
      await page.goto('/profile/settings');
      const [browser, system] = await page
        .getByText(/Chrome.*Linux/)
        .first()
        .evaluate((element) =>
          ['Chrome', 'Linux'].map((word) => {
            const range = document.createRange();
            const text = [...element.childNodes].find((node) => node.textContent?.includes(word)) ?? element;
            const node = text.nodeType === Node.TEXT_NODE ? text : (text.firstChild ?? text);
            const at = node.textContent?.indexOf(word) ?? 0;
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            return range.getBoundingClientRect().x;
          }),
        );
      expect((browser ?? 0) < (system ?? 0)).toBe(locale === 'en');
    });

    // One in each language goes without script.
    test.describe('a cancelled account', () => {
      test.use({ javaScriptEnabled: locale === 'fa' });

      test('says so after the code, and is restored', async ({ page, context, t }) => {
        await page.goto('/login?redirect=%2Fprofile%2Fsettings');
        await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(CANCELLED[locale]);
        await page.getByRole('button', { name: t('login_send') }).click();
        const code = page.getByRole('textbox', { name: t('login_code_label') });
        await expect(code).toBeVisible();
        await code.pressSequentially(await codeFor(context, CANCELLED[locale], SITE));
        if (locale === 'en') await page.getByRole('button', { name: t('login_submit'), exact: true }).click();
        await expect(page.getByText(t('login_cancelled'), { exact: true })).toBeVisible();
        expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-session');
        await page.getByRole('button', { name: t('login_restore'), exact: true }).click();
        await expect(page).toHaveURL('/profile/settings');
        await expect(page.getByRole('textbox', { name: t('settings_name'), exact: true })).toHaveValue('Sara');
      });
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`devices and the end of an account (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('another device is signed out, then all others', async ({ page, context, browser, t }) => {
      await hold(context, toToken(locale, 'here'));
      await page.goto('/profile/settings');
      const section = page.getByRole('region', { name: t('settings_devices') });
      await expect(section.getByRole('listitem')).toHaveCount(4);
      await expect(section.getByRole('listitem').first()).toContainText(t('device_current'));
      await expect(section.getByText(t('device_unknown_name'))).toBeVisible();
      const phone = t('device_name', { browser: 'Samsung Internet', system: 'Android' });
      await page.getByRole('button', { name: t('device_end_name', { name: phone }) }).click();
      await expect(page.getByText(t('device_ended'))).toBeVisible();
      await expect(section.getByRole('listitem')).toHaveCount(3);

      const isOut = async (device: DeviceName) => {
        const other = await browser.newContext({ baseURL: SITE });
        await hold(other, toToken(locale, device));
        const there = await other.newPage();
        await there.goto('/profile');
        const out = new URL(there.url()).pathname === '/login';
        await other.close();
        return out;
      };
      expect([await isOut('phone'), await isOut('tablet')]).toEqual([true, false]);
      await page.getByRole('button', { name: t('device_end_others') }).click();
      await expect(page.getByText(t('device_others_ended'))).toBeVisible();
      await expect(page.getByText(t('device_only'))).toBeVisible();
      expect([await isOut('tablet'), await isOut('tv'), await isOut('here')]).toEqual([true, true, false]);
    });

    test('adding to a list shows that it will be added soon', async ({ page, t }) => {
      // The pictures are not what this is about.
      await page.goto(`/${FILM.kind}/${String(FILM.id)}`, { waitUntil: 'domcontentloaded' });
      await page.getByRole('link', { name: t('act_list') }).click();
      const dialog = page.getByRole('dialog', { name: t('soon_title') });
      await expect(dialog.getByText(t('soon_text'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  });
}
