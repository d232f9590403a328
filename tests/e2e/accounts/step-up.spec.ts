import type { BrowserContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { codeFor, expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { servePrepared, sessionRow, userRow } from '../../support/site/prepared-site.ts';
import { prepareRow } from '../../support/database/rows.ts';

/**
 * A site of its own, on which people are signed in whose last code was days ago: a session that begins in a test has
 * just confirmed one.
 */
const PORT = 4389;
const SITE = `http://localhost:${String(PORT)}`;
/** One user for each journey: a code is sent once in 90 seconds. */
const JOURNEYS = ['debit', 'plain', 'cancel', 'export', 'plan'] as const;
type Journey = (typeof JOURNEYS)[number];
const DEVICE = { browser: 'Chrome', system: 'Linux', daysAgo: 0 };

let site: Awaited<ReturnType<typeof servePrepared>>;
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: SITE });

const getUserId = (locale: 'fa' | 'en', journey: Journey) =>
  9100 + JOURNEYS.indexOf(journey) + (locale === 'fa' ? 0 : 50);
const getMobile = (locale: 'fa' | 'en', journey: Journey) => `0935001${String(getUserId(locale, journey))}`;
const toToken = (locale: 'fa' | 'en', journey: Journey) => `${journey}-of-${locale}-01234567890123456789012345678901`;

test.beforeAll(async () => {
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/step-up-state', vars: {} }, (db) =>
    db.batch(
      LOCALES.flatMap((locale) =>
        JOURNEYS.flatMap((journey) => [
          userRow(db, getUserId(locale, journey), getMobile(locale, journey)),
          sessionRow(db, getUserId(locale, journey), toToken(locale, journey), DEVICE),
          ...(journey === 'plan' ? bankRows(db, getUserId(locale, journey)) : []),
        ]),
      ),
    ),
  );
});

test.afterAll(() => site.stop());

/** A bank that was agreed to and never collected from, for a user who lets it pay for anything. */
function bankRows(db: D1Database, userId: number): D1PreparedStatement[] {
  const name = `bank-of-${String(userId)}`;
  const now = Math.floor(Date.now() / 1000);
  return [
    prepareRow(db, 'mandates', {
      ...{ id: name, user_id: userId, provider: 'sandbox', token: name, authorization_id: name },
      ...{ created_at: now, verified_at: now },
    }),
    prepareRow(db, 'direct_debit_settings', { user_id: userId, subscription: 0, pay_anything: 1 }),
    prepareRow(db, 'sandbox_bills', {
      ...{ token: name, kind: 'mandate', state: 'verified', rial: 10_000_000, order_id: name, created_at: now },
    }),
  ];
}

/** Makes a browser the one that holds a session. */
async function hold(context: BrowserContext, token: string): Promise<void> {
  const shared = { domain: 'localhost', path: '/', secure: true };
  await context.addCookies([
    { name: '__Host-session', value: token, httpOnly: true, ...shared },
    { name: 'signed_in', value: '1', ...shared },
  ]);
}

const changeCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

async function openDebit(page: Page): Promise<void> {
  await page.goto('/profile#direct-debit');
}

for (const locale of LOCALES) {
  test.describe(`a code before what is dear (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('may be left: nothing is added, and the modal says why', async ({ page, context, t }) => {
      await hold(context, toToken(locale, 'plain'));
      await openDebit(page);
      const dialog = page.getByRole('dialog', { name: t('debit_title') });
      await dialog.getByRole('button', { name: t('debit_consent') }).click();
      await page.getByRole('button', { name: t('confirm_cancel') }).click();
      await expect(dialog.getByText(t('error_code_needed'))).toBeVisible();
      await expect(dialog.getByRole('button', { name: t('debit_consent') })).toBeEnabled();
      // Back closes the modal, and the question with it.
      await dialog.getByRole('button', { name: t('debit_consent') }).click();
      await expect(page.getByRole('textbox', { name: t('login_code_label') })).toBeFocused();
      await page.goBack();
      await expect(dialog).toBeHidden();
      expect((await context.request.get('/api/v1/directdebit/subscriptions')).status()).toBe(200);
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`a code before what is dear (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('is asked for where a bank is added, and what was chosen is not lost', async ({ page, context, t }) => {
      await hold(context, toToken(locale, 'debit'));
      await openDebit(page);
      const dialog = page.getByRole('dialog', { name: t('debit_title') });
      await dialog.getByRole('switch', { name: t('debit_subscription') }).check();
      await dialog.getByRole('button', { name: t('debit_consent') }).click();
      const prompt = dialog.getByRole('form', { name: t('confirm_title') });
      const field = prompt.getByRole('textbox', { name: t('login_code_label') });
      await expect(field).toBeFocused();
      await expect(dialog.getByRole('button', { name: t('confirm_waiting') })).toBeVisible();
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(field).toHaveAttribute('inputmode', 'numeric');
      await expect(prompt.getByText(t('confirm_sent'))).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the code in the modal');
      const code = await codeFor(context, getMobile(locale, 'debit'), SITE);
      // By keyboard alone: four digits confirm by themselves.
      await page.keyboard.type(changeCode(code));
      await expect(prompt.getByText(t('error_code_wrong_or_expired'))).toBeVisible();
      await expect(dialog.getByRole('switch', { name: t('debit_subscription') })).toBeChecked();
      await page.keyboard.type(code);
      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      await page.getByRole('button', { name: t('bank_agree'), exact: true }).click();
      await openDebit(page);
      await expect(dialog.getByRole('switch', { name: t('debit_subscription') })).toBeChecked();
      await expect(dialog.locator('.debit-banks').getByRole('listitem')).toHaveCount(1);
    });

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false });

      test('is asked for by the checkout whose bank has never paid before', async ({ page, context, t }) => {
        await hold(context, toToken(locale, 'plan'));
        await page.goto('/plan/1');
        const way = page.getByRole('radio', { name: t('method_direct_debit') });
        await way.check();
        await page.locator('form.checkout .btn-solid').click();
        const field = page.getByRole('textbox', { name: t('login_code_label') });
        await expect(field).toBeFocused();
        await expect(way).toBeChecked();
        await field.fill(await codeFor(context, getMobile(locale, 'plan'), SITE));
        await page.locator('form.checkout > .btn-solid').click();
        await expect(page).toHaveURL(/\/callback\?payment=/);
      });
    });

    for (const javaScriptEnabled of [true, false]) {
      test.describe(`${javaScriptEnabled ? 'with' : 'without'} script`, () => {
        test.use({ javaScriptEnabled });
        const journey: Journey = javaScriptEnabled ? 'export' : 'cancel';

        test(
          'is asked for by the form that ends or exports the account',
          { tag: '@full' },
          async ({ page, context, t }) => {
            await hold(context, toToken(locale, journey));
            await page.goto('/profile/settings');
            const button = page.getByRole('button', {
              name: t(journey === 'export' ? 'export_button' : 'cancel_button'),
            });
            if (journey === 'cancel') {
              await page.getByText(t('cancel_open')).click();
              await page.getByRole('checkbox', { name: t('cancel_confirm') }).check();
            }
            await button.click();
            const field = page.getByRole('textbox', { name: t('login_code_label') });
            await expect(field).toBeVisible();
            if (javaScriptEnabled) await expectAccessibleInBothThemes(page, 'settings with a code');
            await page.setViewportSize({ width: 360, height: 740 });
            if (javaScriptEnabled) await expectNoSidewaysScroll(page, 'settings with a code');
            const code = await codeFor(context, getMobile(locale, journey), SITE);
            await field.fill(changeCode(code));
            await button.click();
            await expect(page.getByText(t('error_code_wrong_or_expired'))).toBeVisible();
            await field.fill(code);
            if (journey === 'cancel') {
              await expect(page.getByRole('checkbox', { name: t('cancel_confirm') })).toBeChecked();
              await button.click();
              await expect(page.getByText(t('login_after_cancel'))).toBeVisible();
            } else {
              const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
              expect(download.suggestedFilename()).toBe('pardeh-account.json');
              expect(await readFile(await download.path(), 'utf8')).toContain(getMobile(locale, journey));
            }
          },
        );
      });
    }
  });
}
