import type { Page } from '@playwright/test';
import { codeFor, expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { digits, MONTH, SEASON, YEAR, toPlanPattern } from '../../support/browser/paying.ts';

const TRIAL = 7;

for (const locale of LOCALES) {
  test.describe(`the plans (${locale})`, () => {
    test.use({ siteLocale: locale });

    const number = (value: number) => digits(locale, value);
    const getPlansDialog = (page: Page, t: (key: 'plans_title') => string) =>
      page.getByRole('dialog', { name: t('plans_title') });

    test('the modal shows what each plan costs and brings, and a guest the way to log in', async ({ page, t }) => {
      test.slow();
      await page.setViewportSize({ width: 360, height: 780 });
      await page.goto('/genres#plans');
      const dialog = getPlansDialog(page, t);
      await expect(dialog.getByRole('link', { name: toPlanPattern(MONTH, locale) })).toContainText(
        t('plans_toman', { amount: number(MONTH.price) }),
      );
      const year = dialog.getByRole('link', { name: toPlanPattern(YEAR, locale) });
      for (const amount of [YEAR.price, YEAR.reduced]) {
        await expect(year).toContainText(t('plans_toman', { amount: number(amount) }));
      }
      await expect(year.locator('s')).toHaveText(t('plans_toman', { amount: number(YEAR.price) }));
      await expect(year.locator('strong')).toHaveText(t('plans_with_vat', { amount: number(695_200) }));
      await expect(year).toContainText(t('plans_discount', { percent: number(YEAR.percent) }));
      await expect(year).toContainText(t('plans_bonus_days', { days: number(YEAR.bonus) }));
      await expect(dialog.getByText(t('plans_vat_included', { percent: number(10) }))).toBeVisible();
      await expect(dialog.getByRole('link', { name: t('plans_sister_link') })).toBeVisible();
      // A fact beside the plans, not a warning: nothing announces it. It says that nothing else is covered (spec 2.30).
      const sister = dialog.getByRole('paragraph').filter({ hasText: t('plans_sister') });
      await expect(sister).toBeVisible();
      await expect(dialog.getByRole('alert').or(dialog.getByRole('status')).filter({ has: sister })).toHaveCount(0);
      const colours = await sister.evaluate((note) => {
        const muted = document.createElement('p');
        muted.style.setProperty('color', 'var(--fg-muted)');
        note.parentNode?.appendChild(muted);
        const pair = [getComputedStyle(note).color, getComputedStyle(muted).color];
        muted.remove();
        return pair;
      });
      expect(colours[0]).toBe(colours[1]);
      expect(t('plans_sister')).toMatch(/فقط|only/i);
      // The demo catalogue is smaller than the 30,000 titles of spec 1.06, and says how many it has.
      await expect(dialog.getByText(t('plans_benefit_titles'))).toBeHidden();
      for (const key of ['plans_benefit_downloads', 'plans_benefit_data'] as const) {
        await expect(dialog.getByRole('listitem').filter({ hasText: t(key) })).toBeVisible();
      }
      await expect(dialog.getByText(t('plans_extends'))).toBeHidden();
      await expect(dialog.getByRole('button', { name: t('plans_login') })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      await dialog.getByRole('button', { name: t('plans_cancel') }).click();
      await expect(dialog).toBeHidden();
    });

    test('the page has the same rows, for members their days', { tag: '@full' }, async ({ page, signIn, t }) => {
      test.slow();
      await page.goto('/profile/plans');
      const main = page.getByRole('main');
      const year = main.getByRole('link', { name: toPlanPattern(YEAR, locale) });
      for (const amount of [YEAR.price, YEAR.reduced]) {
        await expect(year).toContainText(t('plans_toman', { amount: number(amount) }));
      }
      await expect(year).toContainText(t('plans_bonus_days', { days: number(YEAR.bonus) }));
      await expect(main.getByText(t('plans_vat_included', { percent: number(10) }))).toBeVisible();
      await expect(main.getByRole('link', { name: t('plans_sister_link') })).toBeVisible();
      await expect(main.getByRole('listitem').filter({ hasText: t('plans_benefit_data') })).toBeVisible();
      await expect(main.getByRole('link', { name: t('plans_login') })).toBeVisible();
      await main.getByRole('link', { name: toPlanPattern(MONTH, locale) }).click();
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();

      await signIn();
      await page.goto('/profile/plans');
      await expect(main.getByText(t('plans_days_left', { count: number(TRIAL) }))).toBeVisible();
      await expect(main.getByRole('link', { name: t('plans_login') })).toBeHidden();
      await expectAccessibleInBothThemes(page);
      await main.getByRole('link', { name: toPlanPattern(MONTH, locale) }).click();
      await expect(page).toHaveURL(`/plan/${String(MONTH.id)}`);
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`the plans (${locale})`, () => {
    test.use({ siteLocale: locale });

    const number = (value: number) => digits(locale, value);
    const getPlansDialog = (page: Page, t: (key: 'plans_title') => string) =>
      page.getByRole('dialog', { name: t('plans_title') });

    test('the modal asks to wait, says what went wrong, and tries again', async ({ page, t }) => {
      let answer: 'hold' | 'fail' | 'go' = 'hold';
      let release = () => {};
      await page.route('**/get/app/plans', async (route) => {
        if (answer === 'hold') await new Promise<void>((resolve) => (release = resolve));
        if (answer === 'go') return route.continue();
        return route.fulfill({
          status: 503,
          json: { code: 'internal', message: 'Too busy.', message_fa: 'سرمان شلوغ است.' },
        });
      });
      await page.goto('/genres#plans');
      const dialog = getPlansDialog(page, t);
      await expect(dialog.getByRole('status')).toHaveText(t('plans_loading'));
      // The number of titles comes with the plans.
      await expect(dialog).not.toContainText(t('plans_benefit_titles'));
      answer = 'fail';
      release();
      await expect(dialog.getByRole('alert')).toContainText(locale === 'fa' ? 'سرمان شلوغ است.' : 'Too busy.');
      answer = 'go';
      await dialog.getByRole('button', { name: t('modal_try_again') }).click();
      await expect(dialog.getByRole('link', { name: toPlanPattern(MONTH, locale) })).toBeVisible();
    });

    test(
      'the modal shows a member the days that are left, and choosing a plan goes to its checkout',
      { tag: '@full' },
      async ({ page, signIn, t }) => {
        await signIn();
        await page.goto('/movie/52#plans');
        const dialog = getPlansDialog(page, t);
        await expect(dialog.getByText(t('plans_days_left', { count: number(TRIAL) }))).toBeVisible();
        await expect(dialog.getByText(t('plans_extends'))).toBeVisible();
        await expect(dialog.getByRole('heading', { name: t('plans_benefits_yours') })).toBeVisible();
        await expect(dialog.getByText(t('plans_benefit_data'), { exact: true })).toHaveCount(0);
        await expect(dialog.getByRole('button', { name: t('plans_login') })).toBeHidden();
        await dialog.getByRole('link', { name: toPlanPattern(SEASON, locale) }).press('Enter');
        await expect(page).toHaveURL(`/plan/${String(SEASON.id)}?content_id=52&content_type=movie`);
        await expect(page.getByRole('dialog')).toBeHidden();
        await expect(
          page.getByText(t('plan_days_count', { count: number(SEASON.days) }), { exact: true }),
        ).toBeVisible();
      },
    );

    test(
      'a guest who chooses a plan logs in and is at its checkout',
      { tag: '@full' },
      async ({ page, context, mobile, baseURL, t }) => {
        await page.goto('/genres?sort=new#plans');
        await getPlansDialog(page, t)
          .getByRole('link', { name: toPlanPattern(MONTH, locale) })
          .click();
        const login = page.getByRole('dialog', { name: t('login_title') });
        await login.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
        await login.getByRole('button', { name: t('login_send') }).click();
        await expect(login.getByRole('textbox', { name: t('login_code_label') })).toBeFocused();
        await page.keyboard.type(await codeFor(context, mobile, baseURL ?? ''));
        // Where the visitor came from is kept.
        await expect(page).toHaveURL(`/plan/${String(MONTH.id)}?from=%2Fgenres%3Fsort%3Dnew`);
      },
    );

    test('“if you have a subscription, log in here” comes back to the plans', async ({
      page,
      context,
      mobile,
      baseURL,
      t,
    }) => {
      await page.goto('/genres#plans');
      await getPlansDialog(page, t)
        .getByRole('button', { name: t('plans_login') })
        .click();
      const login = page.getByRole('dialog', { name: t('login_title') });
      await login.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await login.getByRole('button', { name: t('login_send') }).click();
      await expect(login.getByRole('textbox', { name: t('login_code_label') })).toBeFocused();
      await page.keyboard.type(await codeFor(context, mobile, baseURL ?? ''));
      await expect(getPlansDialog(page, t).getByText(t('plans_days_left', { count: number(TRIAL) }))).toBeVisible();
    });

    test('hiding the modal goes back; on the plan route it goes home; each opening loads anew', async ({ page, t }) => {
      let loads = 0;
      await page.route('**/get/app/plans', (route) => {
        loads += 1;
        return route.continue();
      });
      const dialog = getPlansDialog(page, t);
      // A tab that began here has nothing to go back to: the page is loaded again.
      await page.goto('/genres#plans');
      await expect(dialog.getByRole('link', { name: toPlanPattern(MONTH, locale) })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/genres');
      await page.goto('/movie/52');
      for (const opening of [2, 3]) {
        await page.getByRole('link', { name: t('title_subscription'), exact: true }).click();
        await expect(dialog.getByRole('link', { name: toPlanPattern(MONTH, locale) })).toBeVisible();
        expect(loads).toBe(opening);
        await dialog.getByRole('button', { name: t('plans_cancel') }).click();
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL('/movie/52');
      }
      await page.goto(`/plan/${String(MONTH.id)}`);
      await page.getByRole('link', { name: t('checkout_all_plans') }).click();
      await dialog.getByRole('button', { name: t('plans_cancel') }).click();
      await expect(page).toHaveURL('/');
    });

    test('hiding the modal in a tab of two history entries loads the page anew; in one of more it goes back (spec 4.02)', async ({
      page,
      t,
    }) => {
      await page.goto('/genres');
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(() => {
          window.open('/genres#plans');
        }),
      ]);
      const isLoadedAnew = async () => {
        const dialog = getPlansDialog(tab, t);
        await expect(dialog).toBeVisible();
        await tab.evaluate(() => {
          document.body.dataset['seen'] = 'before';
        });
        const length = await tab.evaluate(() => history.length);
        await dialog.getByRole('button', { name: t('plans_cancel') }).click();
        await expect(tab).toHaveURL('/genres');
        await expect(dialog).toBeHidden();
        return { isOfTwo: length === 2, anew: (await tab.locator('body[data-seen]').count()) === 0 };
      };
      expect(await isLoadedAnew()).toEqual({ isOfTwo: true, anew: true });
      await tab.goto('/genres');
      await tab.evaluate(() => {
        location.hash = 'plans';
      });
      expect(await isLoadedAnew()).toEqual({ isOfTwo: false, anew: false });
      await tab.close();
    });
  });
}
