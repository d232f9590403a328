// @module-tag full
import type { BrowserContext, Page } from '@playwright/test';
import * as v from 'valibot';
import { buySubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { RENEW_BEFORE_SECONDS } from '../../../src/features/payments/config.ts';
import { getOwnSubscription } from '../../../src/features/subscription/contract.ts';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { buildDates } from '../../../src/platform/text/format-in.ts';
import { prepareRow } from '../../support/database/rows.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { buyPlan } from '../../support/browser/desk.ts';
import { expect, LOCALES, signIn as signInAs, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { digits, MONTH } from '../../support/browser/paying.ts';
import { servePrepared, userRow } from '../../support/site/prepared-site.ts';

/** Renewing that is on: its sum and day, the question before a debit, and its end by one press (issue 36, 7). */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 312;
const baseURL = `http://localhost:${String(PORT)}`;
const BANK = { fa: 'بانک ملت', en: 'Bank Mellat' };
const HOUR = 3600;
const SCRIPTS = [true, false];
/** Accounts whose renewal waits for an answer; the second was asked after the price had risen. */
const QUESTIONS = [
  { answer: 'yes', hasPriceRisen: false },
  { answer: 'no', hasPriceRisen: true },
] as const;
const CASES = LOCALES.flatMap((locale) =>
  SCRIPTS.flatMap((hasScript) => QUESTIONS.map((question) => ({ locale, hasScript, ...question }))),
).map((question, at) => ({ ...question, id: 951 + at, mobile: `0936000${String(951 + at)}0` }));

let site: Awaited<ReturnType<typeof servePrepared>>;

test.describe.configure({ mode: 'serial' });
test.use({ baseURL });

test.beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000);
  const until = now + 20 * HOUR;
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/renewal-state', vars: {} }, (db) =>
    db.batch(
      CASES.flatMap(({ id, mobile, hasPriceRisen }) => [
        userRow(db, id, mobile),
        db.prepare('UPDATE users SET subscribed_until = ? WHERE id = ?').bind(until, id),
        prepareRow(db, 'mandates', {
          ...{ id: `renewal-${String(id)}`, user_id: id, provider: 'sandbox', token: `renewal-${String(id)}`, mobile },
          created_at: now,
        }),
        prepareRow(db, 'direct_debit_settings', { user_id: id }),
        prepareRow(db, 'renewal_questions', {
          ...{ key: `renewal:${String(id)}:${String(until)}`, user_id: id },
          ...{ asked_at: now - HOUR, price_rose: Number(hasPriceRisen) },
        }),
      ]),
    ),
  );
});

test.afterAll(async () => {
  await site.stop();
});

const dates = buildDates({ day: 'numeric', month: 'long', year: 'numeric' });
/** Epoch seconds. */
const toDate = (locale: Locale, at: number) => {
  const parts = dates(locale).formatToParts(at * 1000);
  return ['day', 'month', 'year'].map((type) => parts.find((part) => part.type === type)?.value).join(' ');
};
async function readState({ request }: BrowserContext) {
  const [subscription, debit] = await Promise.all(
    ['/my/subscription', '/directdebit/subscriptions'].map(
      async (path) => (await request.get(`${baseURL}/api/v1${path}`)).json() as Promise<unknown>,
    ),
  );
  const { until, days_left: days } = v.parse(getOwnSubscription.output, subscription).data;
  return { until: until ?? 0, days, isOn: v.parse(getSubscriptions.output, debit).data.configs.subscription };
}

/** Agrees at the sandbox bank to renewing, as the modal's consent leads there. */
async function turnOn(page: Page): Promise<void> {
  const answer = await page.request.post(`${baseURL}/api/v1/directdebit/buy_subscription`, {
    data: { subscription: true, add_new_bank: true },
    headers: { origin: baseURL },
  });
  const { pay_url: bank } = v.parse(buySubscription.output, await answer.json()).data;
  const consent = await page.request.post(bank ?? '', { form: { action: 'pay' }, headers: { origin: baseURL } });
  expect(consent.url()).toBe(`${baseURL}/callback?directdebit=active`);
}

for (const locale of LOCALES)
  for (const javaScriptEnabled of SCRIPTS)
    test.describe(`renewing that is on (${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'})`, () => {
      test.use({ siteLocale: locale, javaScriptEnabled });
      const amount = digits(locale, MONTH.total);

      test('shows sum, bank and day, and is turned off by one press', async ({ page, context, signIn, t, noise }) => {
        await signIn();
        await buyPlan(page, baseURL, MONTH.id);
        await turnOn(page);
        const { until, days } = await readState(context);
        const date = toDate(locale, until - RENEW_BEFORE_SECONDS);
        const end = toDate(locale, until);
        await page.setViewportSize({ width: 360, height: 780 });
        await page.goto('/profile/subscription');
        const section = page.getByRole('region', { name: t('debit_subscription') });
        await expect(section).toContainText(t('renewal_at', { amount, bank: BANK[locale], date }));
        await expect(section).toContainText(t('renewal_off_keeps', { date: end, days: digits(locale, days) }));
        await expectNoSidewaysScroll(page);
        if (javaScriptEnabled) await expectAccessibleInBothThemes(page, 'renewing');

        await section.getByRole('button', { name: t('renewal_off') }).click();
        await expect(page.getByRole('status')).toHaveText(t('subscription_done_ended'));
        await expect(section).toContainText(t('renewal_is_off'));
        await expect(section.getByRole('button')).toHaveCount(0);
        await expect(page.locator('.facts')).toContainText(end);
        expect(await readState(context)).toEqual({ until, days, isOn: false });
        expect(noise.errors).toEqual([]);
      });

      for (const { answer, hasPriceRisen, mobile } of CASES.filter(
        (question) => question.locale === locale && question.hasScript === javaScriptEnabled,
      ))
        test(`waits for an answer with its sum, which is ${answer}`, async ({ page, context, t, noise }) => {
          await signInAs(context, mobile, baseURL);
          const { until } = await readState(context);
          await page.setViewportSize({ width: 360, height: 780 });
          await page.goto('/profile');
          await expect(page.getByText(t('profile_renewal_asked'))).toBeVisible();
          await page.goto('/profile/subscription');
          const section = page.getByRole('region', { name: t('debit_subscription') });
          const text = t(hasPriceRisen ? 'renewal_question_price' : 'renewal_question_text', { amount });
          await expect(section).toContainText(text);
          await expectNoSidewaysScroll(page);
          if (javaScriptEnabled) await expectAccessibleInBothThemes(page, 'the question');
          const stale = await page.request.post('/profile/subscription', {
            form: { action: 'yes', max_total: '5' },
            headers: { origin: baseURL },
          });
          expect(stale.status()).toBe(409);
          expect(await stale.text()).toContain(t('error_renewal_price_changed', { amount }));

          const name = answer === 'yes' ? t('renewal_yes', { amount }) : t('renewal_no');
          await section.getByRole('button', { name, exact: true }).click();
          await expect(page.getByRole('status')).toHaveText(
            t(answer === 'yes' ? 'subscription_done_renewing' : 'subscription_done_ended'),
          );
          await expect(page.getByText(t('renewal_question'))).toHaveCount(0);
          expect((await readState(context)).isOn).toBe(answer === 'yes');
          if (answer === 'no') {
            await expect(section).toContainText(t('renewal_is_off'));
          } else {
            const days = digits(locale, 1);
            await expect(section).toContainText(t('renewal_off_keeps', { date: toDate(locale, until), days }));
            await expect(section.getByRole('button', { name: t('renewal_off') })).toBeVisible();
          }
          expect(noise.errors).toEqual([]);
        });
    });
