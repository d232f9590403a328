import { cpSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { serveDirectly } from '../../../tools/lib/serve.ts';
import { codeFor, expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { digits, MONTH, pressPay, toPlanPattern } from '../../support/browser/paying.ts';

/**
 * Journeys from a film to the bank and back, as a person makes them. A site of its own: here a new account has no trial,
 * so that only what was paid for plays.
 */
const PORT = 4397;
const SITE = `http://localhost:${String(PORT)}`;
const STATE = '.wrangler/pay-state';
const FILM = '/movie/52';

let site: Awaited<ReturnType<typeof serveDirectly>>;

test.describe.configure({ mode: 'serial' });
test.use({ baseURL: SITE });

test.beforeAll(async () => {
  rmSync(STATE, { recursive: true, force: true });
  cpSync('.wrangler/test-seed', STATE, { recursive: true });
  site = await serveDirectly({
    port: PORT,
    stateDir: STATE,
    envFile: '.wrangler/test.vars',
    vars: { SMS_PROVIDER: 'outbox', TRIAL_DAYS: '0' },
  });
});

test.afterAll(async () => {
  await site.stop();
});

for (const locale of ONE_LOCALE) {
  test.describe(`paying for a subscription (${locale})`, () => {
    test.use({ siteLocale: locale });

    const plan = (page: Page) => page.getByRole('dialog').getByRole('link', { name: toPlanPattern(MONTH, locale) });

    test('a guest goes from a film to the plans, logs in, pays at the bank, and is back on the film, playing', async ({
      page,
      context,
      mobile,
      t,
      noise,
    }) => {
      await page.goto(FILM);
      await page.getByRole('link', { name: t('title_subscription'), exact: true }).click();
      await expect(page.getByRole('dialog', { name: t('plans_title') })).toBeVisible();
      await plan(page).click();

      const login = page.getByRole('dialog', { name: t('login_title') });
      await login.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
      await login.getByRole('button', { name: t('login_send') }).click();
      const code = login.getByRole('textbox', { name: t('login_code_label') });
      await expect(code).toBeFocused();
      await code.pressSequentially(await codeFor(context, mobile, SITE));

      await expect(page).toHaveURL(`/plan/${String(MONTH.id)}?content_id=52&content_type=movie`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('checkout_title', { name: MONTH[locale] }));
      await pressPay(page, locale, MONTH.total);
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
      const days = t('result_days', { count: digits(locale, MONTH.days) });
      await expect(page.getByRole('status')).toContainText(days);
      // One space separates the sentences, in the text itself and not by a line break of the source.
      const message = (await page.getByRole('status').textContent()) ?? '';
      expect(message.slice(0, message.indexOf(days))).toMatch(/[^\s][.!؟] $/);
      await page.getByRole('link', { name: t('result_watch') }).click();
      await expect(page).toHaveURL(`${FILM}#play`);
      await framesAdvance(page);

      await page.goto('/genres');
      await page.getByRole('button', { name: t('account_menu') }).click();
      await expect(page.locator('#account').getByRole('status')).toContainText(
        t('account_days_left', { count: digits(locale, MONTH.days) }),
      );
      expect(noise).toEqual({ errors: [], foreign: [] });
    });

    test('a viewer without a subscription cancels at the bank, tries again and watches', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      await page.goto(`${FILM}#play`);
      await page
        .getByRole('dialog', { name: t('player_needs_subscription') })
        .getByRole('button', { name: t('player_show_plans') })
        .click();
      await plan(page).click();
      await pressPay(page, locale, MONTH.total);
      await page.getByRole('button', { name: t('bank_cancel') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_cancelled'));
      await expect(page.getByRole('status')).toHaveText(t('result_cancelled_text'));

      await page.getByRole('link', { name: t('result_retry') }).click();
      await expect(page).toHaveURL(`/plan/${String(MONTH.id)}?content_id=52&content_type=movie`);
      await pressPay(page, locale, MONTH.total);
      await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
      await page.getByRole('link', { name: t('result_watch') }).click();
      await framesAdvance(page);
      await page.goto('/payments');
      await expect(page.getByRole('listitem').filter({ hasText: t('state_cancelled') })).toHaveCount(1);
      await expect(page.getByRole('listitem').filter({ hasText: t('state_settled') })).toHaveCount(1);
    });

    test('whoever pays and never comes back finds the payment, and its page learns of it by itself', async ({
      page,
      context,
      signIn,
      t,
    }) => {
      await signIn();
      await page.goto(`/plan/${String(MONTH.id)}?from=%2Fgenres`);
      await pressPay(page, locale, MONTH.total);
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();

      const list = await context.newPage();
      await list.goto('/payments');
      await expect(list.getByRole('listitem').filter({ hasText: t('state_pending') })).toHaveCount(1);
      await list.getByRole('link', { name: new RegExp(t('payment_follow')) }).click();
      await expect(list.getByRole('heading', { level: 1 })).toHaveText(t('result_open'));
      await expect(list.getByRole('link', { name: t('result_go_to_bank') })).toHaveAttribute('href', page.url());

      await page.getByRole('button', { name: t('bank_vanish') }).click();
      await expect(page.getByRole('status')).toHaveText(t('bank_was_paid'));
      await expect(list.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
      await list.getByRole('link', { name: t('result_back') }).click();
      await expect(list).toHaveURL('/genres');
    });

    test('a bank that answers twice is paid once', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto(`/plan/${String(MONTH.id)}`);
      await pressPay(page, locale, MONTH.total);
      await page.getByRole('button', { name: t('bank_twice') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
      await expect(page.getByRole('status')).toContainText(t('result_days', { count: digits(locale, MONTH.days) }));
      // The browser's Back and the bank's page again: still one payment.
      const result = page.url();
      await page.goBack();
      await page.goto(result);
      await page.goto('/payments');
      await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveCount(1);
      await expect(page.getByRole('listitem').filter({ hasText: t('state_settled') })).toHaveCount(1);
    });

    test('buying again adds the days to those that are left, and the checkout says so before', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      for (const [left, after] of [
        [null, MONTH.days],
        [MONTH.days, 2 * MONTH.days],
      ] as const) {
        await page.goto(`/plan/${String(MONTH.id)}`);
        if (left !== null) {
          const sums = { left: digits(locale, left), days: digits(locale, MONTH.days), sum: digits(locale, after) };
          await expect(page.getByText(t('checkout_extends', sums))).toBeVisible();
        }
        await pressPay(page, locale, MONTH.total);
        await page.getByRole('button', { name: t('bank_pay'), exact: true }).click();
        await expect(page.getByRole('status')).toContainText(t('result_days', { count: digits(locale, after) }));
      }
    });
  });
}
