import type { Page } from '@playwright/test';
import { createProgress } from '../../../src/features/progress/progress.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

/** A film for grown-ups of the demo catalogue, and one for children. */
const GROWN_UP = '/movie/102';
const FOR_ALL = 10;
const PIN = '2580';

/** The site's answer to this visitor's browser, without a page being drawn. */
async function answer(page: Page, path: string): Promise<{ status: number; location: string | undefined }> {
  const response = await page.request.get(path, { maxRedirects: 0 });
  return { status: response.status(), location: response.headers()['location'] };
}

for (const locale of ONE_LOCALE) {
  test.describe(`kids mode (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a PIN is set, the site shows less, and only the PIN leads out', async ({ page, t }) => {
      await page.goto('/kids');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kids_title'));
      await page.getByLabel(t('kids_pin_label')).fill(PIN);
      await page.getByRole('button', { name: t('kids_enter_button') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kids_hello'));

      // No plans, payments, accounts or menus; home and pages for grown-ups lead back.
      await expect(
        page.locator('a[href^="/profile"], a[href^="/login"], a[href^="/payments"], #menu, #more'),
      ).toHaveCount(0);
      await expect(page.locator('.help-line a[href^="tel:"]')).toBeVisible();
      for (const path of ['/', '/profile/plans', '/payments', '/login', '/lives', '/plan/1']) {
        const { status, location } = await answer(page, path);
        expect([status, location], path).toEqual([303, '/kids']);
      }
      expect((await answer(page, GROWN_UP)).status).toBe(404);
      await page.goto('/movie');
      await expect(page.locator('main a[href="/movie/102"]')).toHaveCount(0);
      await page.goto('/kids');
      await page.locator('main .card a').first().click();
      await expect(page).toHaveURL(/\/(movie|series|video)\/\d+$/);

      await page.goto('/kids');
      await page.getByLabel(t('kids_pin_label')).fill('0000');
      await page.getByRole('button', { name: t('kids_leave_button'), exact: true }).click();
      await expect(page.getByText(t('error_kids_pin_wrong'))).toBeInViewport();
      await expect(page.getByLabel(t('kids_pin_label'))).toBeFocused();
      await page.getByLabel(t('kids_pin_label')).fill(PIN);
      await page.getByRole('button', { name: t('kids_leave_button'), exact: true }).click();
      await expect(page.getByText(t('kids_left'))).toBeVisible();
      expect((await answer(page, GROWN_UP)).status).toBe(200);

      // The next time it is one tap.
      await page.goto('/kids');
      await page.getByRole('button', { name: t('kids_again_button') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kids_hello'));
    });

    test('what a child began is first on the page of children', async ({ page, t }) => {
      await page.goto('/kids');
      await page.getByLabel(t('kids_pin_label')).fill(PIN);
      await page.getByRole('button', { name: t('kids_enter_button') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kids_hello'));
      const now = Math.floor(Date.now() / 1000);
      const titles = [{ id: FOR_ALL, ...createProgress(600, 5400, now, false) }];
      expect((await page.request.post('/api/v1/my/progress', { data: { now, titles } })).ok()).toBe(true);
      await page.goto('/kids');
      const going = page.getByRole('region', { name: t('continue_heading') });
      await expect(going.getByRole('link', { name: t('continue_left', { count: '۸۰' }) })).toBeVisible();
    });

    test('axe finds nothing on /kids, in and out', async ({ page, t }) => {
      await page.goto('/kids');
      await expectAccessible(page, 'out');
      await page.getByLabel(t('kids_pin_label')).fill(PIN);
      await page.getByRole('button', { name: t('kids_enter_button') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kids_hello'));
      await expectAccessible(page, 'in');
    });
  });
}

test('the local flag isKids sends start-up to /kids', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('isKids', '1');
  });
  await page.goto('/genres');
  await expect(page).toHaveURL('/kids');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('kids mode begins and ends by forms', async ({ page, t }) => {
    await page.goto('/kids');
    await page.getByLabel(t('kids_pin_label')).fill(PIN);
    await page.getByRole('button', { name: t('kids_enter_button') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kids_hello'));
    await page.goto('/');
    await expect(page).toHaveURL('/kids');
    await page.getByLabel(t('kids_pin_label')).fill(PIN);
    await page.getByRole('button', { name: t('kids_leave_button'), exact: true }).click();
    await expect(page.getByText(t('kids_left'))).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL('/');
  });

  test('/ref/:id keeps the referral and goes home, and so does ref on any page', async ({ page, context }) => {
    const readStorage = async () =>
      Object.fromEntries(
        (await context.cookies()).filter(({ name }) => name.startsWith('ref')).map((one) => [one.name, one.value]),
      );
    await page.goto('/ref/1C');
    await expect(page).toHaveURL('/');
    expect(await readStorage()).toEqual({ ref: '1C', ref_number: '100' });
    await page.goto('/genres?ref=a');
    expect(await readStorage()).toEqual({ ref: 'a', ref_number: '10' });
    await page.goto('/genres?ref=elevenchars');
    await page.goto('/ref');
    await expect(page).toHaveURL('/');
    expect(await readStorage()).toEqual({ ref: 'a', ref_number: '10' });
  });
});

test('the referral is sent along with the code and the login', async ({ page, mobile, context, baseURL, t }) => {
  await page.goto('/login?ref=1C');
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/v1/login')) bodies.push(request.postDataJSON());
  });
  await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
  await page.getByRole('button', { name: t('login_send') }).click();
  await expect(page.getByRole('textbox', { name: t('login_code_label') })).toBeVisible();
  expect(bodies).toEqual([{ mobile, ref: 100 }]);
  expect((await context.cookies(baseURL)).find(({ name }) => name === 'ref_number')?.value).toBe('100');
});
