import type { BrowserContext, Page } from '@playwright/test';
import * as v from 'valibot';
import { buySubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { MONTH } from '../../support/browser/paying.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import type { TextKey } from '../../support/browser/texts.ts';

type Texts = (key: TextKey, values?: Record<string, string>) => string;
/** A film of the demo catalogue that is sold to subscribers too, and its price with VAT. */
const SOLD = { path: '/movie/126', total: 53_900 };

/** Opens the modal as a visitor does: from the account menu. */
async function openDebit(page: Page, t: Texts) {
  await page.goto('/genres');
  await page.getByRole('button', { name: t('account_menu') }).click();
  await page
    .locator('#account')
    .getByRole('link', { name: t('account_direct_debit') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('debit_title') });
  await expect(dialog.getByRole('heading', { name: t('debit_what') })).toBeVisible();
  return {
    dialog,
    toggle: (key: TextKey) => dialog.getByRole('switch', { name: t(key) }),
    banks: dialog.locator('.debit-banks').getByRole('listitem'),
    outcome: dialog.locator('.debit-outcome').getByRole('status'),
    consent: dialog.getByRole('button', { name: t('debit_consent') }),
  };
}

/** A visitor who has agreed to direct debit from the default bank before. */
async function addBank({ request }: BrowserContext, baseURL = ''): Promise<void> {
  const headers = { origin: baseURL };
  const answer = await request.post(`${baseURL}/api/v1/directdebit/buy_subscription`, {
    data: { add_new_bank: true },
    headers,
  });
  const { pay_url: bank } = v.parse(buySubscription.output, await answer.json()).data;
  const agreed = await request.post(bank ?? '', { form: { action: 'pay' }, headers });
  expect(agreed.url()).toBe(`${baseURL}/callback?directdebit=active`);
}

async function saved({ request }: BrowserContext, baseURL = '') {
  const answer = await request.get(`${baseURL}/api/v1/directdebit/subscriptions`);
  return v.parse(getSubscriptions.output, await answer.json()).data;
}

for (const locale of LOCALES) {
  test.describe(`direct debit (${locale})`, () => {
    test.use({ siteLocale: locale });
    const number = (value: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(value);

    test('is set up: terms first, then consent at the bank, with what was turned on', async ({
      page,
      context,
      signIn,
      mobile,
      t,
      baseURL,
      noise,
    }) => {
      await signIn();
      const { dialog, toggle, consent } = await openDebit(page, t);
      // Without a bank, adding one is forced on (spec 4.16).
      await expect(toggle('debit_add')).toBeChecked();
      await expect(toggle('debit_add')).toBeDisabled();
      const bank = dialog.getByRole('combobox', { name: t('debit_bank') });
      await expect(bank).toHaveValue('012');
      await expect(bank.getByRole('option').first()).toHaveText(locale === 'fa' ? 'بانک ملت' : 'Bank Mellat');
      await expect(dialog.getByRole('textbox', { name: t('debit_mobile') })).toHaveValue(
        `${mobile.slice(0, 4)} ${mobile.slice(4, 7)} ${mobile.slice(7)}`,
      );
      for (const key of ['bank_limit', 'bank_count', 'bank_ends'] as const) {
        await expect(dialog.getByRole('term').filter({ hasText: t(key) })).toBeVisible();
      }
      await expect(dialog.getByRole('definition').first()).toHaveText(t('toman', { amount: number(1_000_000) }));
      await toggle('debit_subscription').check();
      // Saved without a bank, and what is missing is said (spec 4.17).
      await expect(dialog.locator('.debit-outcome').getByRole('status')).toHaveText(t('debit_saved_without_bank'));
      expect((await saved(context, baseURL)).configs).toMatchObject({ subscription: true });
      const series = dialog.locator('.debit-series').getByRole('switch').first();
      await series.check();
      await consent.click();

      await expect(page.getByRole('heading', { name: t('bank_title') })).toBeVisible();
      await expect(page.getByRole('definition').first()).toHaveText(t('plans_toman', { amount: number(1_000_000) }));
      await page.getByRole('button', { name: t('bank_agree'), exact: true }).click();
      await expect(page).toHaveURL(/\/callback\?directdebit=active&from=/);
      await expect(page.getByRole('link', { name: t('result_back') })).toBeVisible();

      const debit = await openDebit(page, t);
      await expect(debit.banks).toHaveCount(1);
      await expect(debit.toggle('debit_subscription')).toBeChecked();
      await expect(debit.toggle('debit_anything')).not.toBeChecked();
      await expect(debit.dialog.locator('.debit-series').getByRole('switch').first()).toBeChecked();
      await expect(debit.toggle('debit_add')).not.toBeChecked();
      expect((await saved(context, baseURL)).subscriptions).toMatchObject([{ bank: '012', state: 'active', mobile }]);
      expect(noise).toEqual({ errors: [], foreign: [] });
    });

    test(
      'says what is wrong: a number that is none, banks that cannot be asked, settings that do not come',
      { tag: '@full' },
      async ({ page, signIn, t }) => {
        await signIn();
        const { dialog, consent } = await openDebit(page, t);
        const mobile = dialog.getByRole('textbox', { name: t('debit_mobile') });
        await mobile.fill('0912');
        await consent.click();
        await expect(mobile).toHaveAttribute('aria-invalid', 'true');
        await expect(dialog.getByText(t('error_mobile_invalid'))).toBeVisible();

        const down = { status: 502, json: { code: 'gateway_failed', message: 'Down.', message_fa: 'خاموش.' } };
        await page.route('**/directdebit/banks', (route) => route.fulfill(down));
        const without = await openDebit(page, t);
        await expect(without.dialog.getByText(t('debit_banks_failed'))).toBeVisible();
        await page.unroute('**/directdebit/banks');
        await page.route('**/directdebit/banks', (route) => route.fulfill({ json: { data: { banks: [] } } }));
        const none = await openDebit(page, t);
        await expect(none.dialog.getByText(t('debit_none'))).toBeVisible();

        await page.unroute('**/directdebit/banks');
        await page.route('**/directdebit/subscriptions', (route) => route.fulfill(down));
        await page.goto('/genres');
        await page.goto('/genres#direct-debit');
        const failed = page.getByRole('dialog', { name: t('debit_title') });
        await expect(failed.getByRole('alert')).toContainText(locale === 'fa' ? 'خاموش.' : 'Down.');
        await page.unroute('**/directdebit/subscriptions');
        await failed.getByRole('button', { name: t('modal_try_again') }).click();
        await expect(failed.getByRole('heading', { name: t('debit_what') })).toBeVisible();
      },
    );
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`direct debit (${locale})`, () => {
    test.use({ siteLocale: locale });
    const number = (value: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(value);

    test('each toggle saves, and one that the server refuses goes back', async ({
      page,
      context,
      signIn,
      t,
      baseURL,
    }) => {
      await signIn();
      await addBank(context, baseURL);
      const { dialog, toggle, outcome } = await openDebit(page, t);
      await toggle('debit_anything').check();
      await expect(outcome).toHaveText(t('debit_saved'));
      const series = dialog.locator('.debit-series').getByRole('switch').last();
      await series.press('Space');
      await toggle('debit_subscription').check();
      await toggle('debit_subscription').uncheck();
      await expect(outcome).toHaveText(t('debit_saved'));
      const debit = await saved(context, baseURL);
      expect(debit.configs).toMatchObject({ subscription: false, pay_anything: true });
      expect(debit.series.filter(({ directdebit }) => directdebit)).toHaveLength(1);

      await page.route('**/directdebit/buy_subscription', (route) =>
        route.fulfill({ status: 500, json: { code: 'internal', message: 'Not now.', message_fa: 'اکنون نه.' } }),
      );
      await toggle('debit_anything').click();
      await expect(dialog.getByRole('alert')).toHaveText(locale === 'fa' ? 'اکنون نه.' : 'Not now.');
      await expect(toggle('debit_anything')).toBeChecked();
    });

    test(
      'a bank is deleted after a question: back keeps it, delete ends everything automatic',
      { tag: '@full' },
      async ({ page, context, signIn, t, baseURL }) => {
        await signIn();
        await addBank(context, baseURL);
        const { dialog, toggle, banks, outcome } = await openDebit(page, t);
        await toggle('debit_anything').check();
        await expect(outcome).toHaveText(t('debit_saved'));
        const button = banks.getByRole('button', { name: t('debit_delete') });
        const question = page.getByRole('dialog', { name: t('debit_delete_title') });

        await button.click();
        await question.getByRole('button', { name: t('debit_back') }).click();
        await expect(question).toBeHidden();
        await expect(button).toBeFocused();
        await button.press('Enter');
        await page.keyboard.press('Escape');
        await expect(question).toBeHidden();
        await expect(dialog).toBeVisible();
        await expect(banks).toHaveCount(1);

        await button.click();
        await expect(question).toContainText(t('debit_delete_last'));
        await question.getByRole('button', { name: t('debit_delete'), exact: true }).click();
        await expect(outcome).toHaveText(t('api_mandate_deleted'));
        await expect(dialog.locator('.debit-outcome')).toBeFocused();
        await expect(banks).toHaveCount(0);
        await expect(toggle('debit_anything')).not.toBeChecked();
        await expect(toggle('debit_add')).toBeDisabled();
        expect((await saved(context, baseURL)).subscriptions).toEqual([]);
      },
    );

    test(
      'a second bank is added and chosen; one that was refused is not there',
      { tag: '@full' },
      async ({ page, signIn, t, context, baseURL }) => {
        await signIn();
        await addBank(context, baseURL);
        const { dialog, toggle, consent } = await openDebit(page, t);
        await toggle('debit_add').check();
        const choice = dialog.getByRole('combobox', { name: t('debit_bank') });
        const name = (await choice.locator('option[value="017"]').textContent()) ?? '';
        await choice.selectOption('017');
        await consent.click();
        await page.getByRole('button', { name: t('bank_agree'), exact: true }).click();
        const two = await openDebit(page, t);
        await expect(two.banks).toHaveCount(2);
        // By name: both may be of the same second, and the list is in the order of time.
        const second = two.banks.filter({ hasText: name }).getByRole('radio');
        const first = two.banks.filter({ hasNotText: name }).getByRole('radio');
        await expect(second).toBeChecked();
        await first.check();
        await expect(two.outcome).toHaveText(t('debit_saved'));

        await two.toggle('debit_add').check();
        await two.consent.click();
        await page.getByRole('button', { name: t('bank_refuse') }).click();
        await expect(page).toHaveURL(/\/callback\?directdebit=failed&from=/);
        const after = await openDebit(page, t);
        await expect(after.banks).toHaveCount(2);
        await expect(first).toBeChecked();
      },
    );

    test('a guest is asked to sign in', async ({ page, t }) => {
      await page.goto('/genres#direct-debit');
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
    });

    test(
      'a film is paid for from the account, once that is allowed',
      { tag: '@full' },
      async ({ page, signIn, t, context, baseURL }) => {
        await signIn();
        await addBank(context, baseURL);
        await page.goto(`${SOLD.path}#pay`);
        const dialog = page.getByRole('dialog', { name: t('pay_title') });
        const total = number(SOLD.total);
        await expect(dialog.getByRole('definition').last()).toHaveText(t('toman', { amount: total }));
        const pay = dialog.getByRole('button', { name: t('pay_submit', { amount: total }) });
        await expect(pay).toBeDisabled();
        await dialog.getByRole('switch', { name: t('debit_anything') }).check();
        await pay.click();
        await expect(page).toHaveURL(/\/callback\?payment=[0-9a-z]{20}$/);
        const id = new URL(page.url()).searchParams.get('payment') ?? '';
        const payment = await context.request.get(`${baseURL ?? ''}/api/v1/payments/${id}`);
        expect(await payment.json()).toMatchObject({
          data: { state: 'settled', method: 'direct_debit', total: SOLD.total, return_path: SOLD.path },
        });
        await page.goto(`${SOLD.path}#pay`);
        await expect(dialog.getByRole('alert')).toContainText(t('error_already_owned'));
      },
    );

    test(
      'the site itself offers to pay by another mobile: at a plan, a title and an open payment (spec 2.43)',
      { tag: '@full' },
      async ({ page, context, signIn, mobile, t, baseURL }) => {
        await signIn();
        const dialog = page.getByRole('dialog', { name: t('pay_title') });
        const number = dialog.getByRole('textbox', { name: t('debit_mobile') });
        // Nobody's account is known: the number begins as the login's.
        await page.goto('/plan/1');
        await page
          .getByRole('main')
          .getByRole('button', { name: t('pay_other_mobile') })
          .click();
        await expect(dialog.getByText(t('pay_consent_first'))).toBeVisible();
        expect((await number.inputValue()).replaceAll(' ', '')).toBe(mobile);
        await number.fill('09121112233');
        await dialog.getByRole('button', { name: t('debit_consent') }).click();
        await page.getByRole('button', { name: t('bank_agree'), exact: true }).click();
        await expect(page).toHaveURL(/\/callback\?directdebit=active/);
        expect((await saved(context, baseURL)).subscriptions).toMatchObject([{ mobile: '09121112233' }]);

        // With one that is known, another can be added.
        await page.goto(`${SOLD.path}#content`);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('pay_other_mobile') })
          .click();
        await dialog.getByRole('switch', { name: t('debit_add') }).check();
        await expect(number).toBeVisible();

        await context.request.post(`${baseURL ?? ''}/api/v1/payments/plan`, {
          data: { plan_id: 1 },
          headers: { origin: baseURL ?? '' },
        });
        await page.goto('/payments');
        await page
          .getByRole('main')
          .getByRole('button', { name: t('pay_other_mobile') })
          .first()
          .click();
        const total = new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(MONTH.total);
        await expect(dialog.getByRole('button', { name: t('pay_submit', { amount: total }) })).toBeVisible();
      },
    );

    test(
      'an open payment is paid from an account that is added for it, by its own number',
      { tag: '@full' },
      async ({ page, context, signIn, t, baseURL }) => {
        await signIn();
        const answer = await context.request.post(`${baseURL ?? ''}/api/v1/payments/plan`, {
          data: { plan_id: 1 },
          headers: { origin: baseURL ?? '' },
        });
        const { payment } = v.parse(buyPlan.output, await answer.json()).data;
        const open = async () => {
          await page.goto('/genres');
          const attributes = `data-modal="pay" data-modal-payment-id="${payment.id}" data-modal-mobile="09121112233"`;
          await page.getByRole('main').evaluate((main, html) => {
            main.insertAdjacentHTML('afterbegin', html);
          }, `<button ${attributes} data-modal-for-subscription="">+</button>`);
          await page.getByRole('button', { name: '+', exact: true }).click();
          return page.getByRole('dialog', { name: t('pay_title') });
        };
        const first = await open();
        await expect(first.getByText(t('pay_consent_first'))).toBeVisible();
        await expect(first.getByRole('textbox', { name: t('debit_mobile') })).toHaveValue('0912 111 2233');
        await first.getByRole('button', { name: t('debit_consent') }).click();
        await page.getByRole('button', { name: t('bank_agree'), exact: true }).click();
        await expect(page).toHaveURL(/\/callback\?directdebit=active&from=/);
        await expect(page.getByRole('link', { name: t('result_back') })).toBeVisible();

        const second = await open();
        await second.getByRole('switch', { name: t('debit_subscription') }).check();
        await second.getByRole('button', { name: t('pay_submit', { amount: number(payment.total) }) }).click();
        await expect(page).toHaveURL(/\/callback\?payment=[0-9a-z]{20}$/);
        expect(page.url()).not.toContain(payment.id);
        const debit = await saved(context, baseURL);
        expect(debit.subscriptions).toMatchObject([{ mobile: '09121112233' }]);
        expect(debit.configs.subscription).toBe(true);
        expect(debit.days_period_to_end).toBeGreaterThan(30);
      },
    );

    test(
      'its modals have nothing for axe to find, at 360 px, in both themes',
      { tag: '@full' },
      async ({ page, signIn, t, context, baseURL }) => {
        test.slow();
        await page.setViewportSize({ width: 360, height: 640 });
        const check = async (label: string) => {
          await expectAccessibleInBothThemes(page, label);
          await expectNoSidewaysScroll(page, label);
        };
        await signIn();
        await openDebit(page, t);
        await check('no bank');
        await page.goto(`${SOLD.path}#pay`);
        const pay = page.getByRole('dialog', { name: t('pay_title') });
        await expect(pay.getByText(t('pay_consent_first'))).toBeVisible();
        await check('consent before paying');
        await addBank(context, baseURL);
        const { banks, toggle } = await openDebit(page, t);
        await toggle('debit_add').check();
        await check('a bank');
        await banks.getByRole('button', { name: t('debit_delete') }).click();
        await check('the question');
        await page.goto(`${SOLD.path}#pay`);
        await expect(pay.getByRole('switch', { name: t('debit_anything') })).toBeVisible();
        await check('paying');
      },
    );
  });
}
