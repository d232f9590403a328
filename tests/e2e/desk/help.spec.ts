import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { HELP_TEXT_MAX } from '../../../src/features/help/help.ts';
import { addMember, buyPlan, enterDesk } from '../../support/browser/desk.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { createAccount } from '../../support/browser/account.ts';
import { expectNoSidewaysScroll, setLetters } from '../../support/browser/narrow.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> \u202eمی‌رود';

for (const locale of ONE_LOCALE) {
  test.describe(`messages to support (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('a visitor asks for money back from the receipt, support answers, and the visitor reads', async ({
      page,
      mobile,
      signIn,
      baseURL,
      t,
      noise,
    }) => {
      await signIn();
      const origin = baseURL ?? '';
      const payment = await buyPlan(page, origin);
      await page.goto(`/payments/${payment}`);
      await page.getByRole('link', { name: t('help_payment_refund') }).click();
      await expect(page.getByRole('radio', { name: t('help_kind_refund') })).toBeChecked();
      await expect(page.getByText(payment)).toBeVisible();
      await page.getByLabel(t('help_text')).fill(HOSTILE);
      await expectAccessibleInBothThemes(page, 'message');
      await page.getByRole('button', { name: t('help_send') }).click();
      await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
      const number = /\d+(?=\?)/.exec(page.url())?.[0] ?? '';
      await expect(page.locator('.help-words')).toHaveText('<img src=x onerror="document.title=1"> می‌رود');
      await expectAccessibleInBothThemes(page, 'thread');

      await addMember(page, origin, { mobile, name: `help ${mobile}`, role: 'support' });
      await page.goto('/desk/help');
      await enterDesk(page, locale);
      await expectAccessibleInBothThemes(page, 'queue');
      await page.goto(`/desk/help/${number}`);
      await expect(page.getByText('<img src=x')).toBeVisible();
      await expect(page.getByRole('link', { name: payment })).toBeVisible();
      await page.getByLabel(d('help_answer')).fill('پول به کیف پول برگشت.');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: d('help_send') }).click();
      await expect(page.getByText(d('help_answered'))).toBeVisible();
      await expect(page.getByLabel(d('help_answer'))).toHaveValue('');
      await expectAccessibleInBothThemes(page, 'answer');

      await page.goto('/profile/help');
      await expect(page.locator('.help-item').first()).toContainText(t('help_unread'));
      await page.locator('.help-item').first().click();
      await expect(page.locator('.help-by-staff')).toContainText('پول به کیف پول برگشت.');
      expect(noise.errors).toEqual([]);

      await page.goto(`/desk/help/${number}`);
      await page.getByRole('button', { name: d('help_close') }).click();
      await expect(page.getByText(d('help_closed'), { exact: true })).toBeVisible();
      await page.goto(`/profile/help/${number}`);
      await expect(page.getByText(t('help_closed_note'))).toBeVisible();
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('the form is sent, refused without a text, sent, and listed', async ({ page, signIn, t }) => {
        await signIn();
        await page.goto('/profile/help');
        await page.getByLabel(t('help_text')).fill(' \u202e ');
        await page.getByRole('button', { name: t('help_send') }).click();
        await expect(page.getByRole('alert')).toHaveText(t('error_help_empty'));
        await page.getByLabel(t('help_text')).fill('سلام');
        await page.getByRole('button', { name: t('help_send') }).click();
        await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
        await page.goto('/profile/help');
        await expect(page.locator('.help-item')).toHaveCount(1);
        const strange = await page.goto('/profile/help/999999');
        expect(strange?.status()).toBe(404);
      });

      test('a refusal keeps what was typed and chosen, and a number that nobody knows does not stay', async ({
        page,
        signIn,
        t,
      }) => {
        await signIn();
        const payment = 'a'.repeat(20);
        const words = page.getByLabel(t('help_text'));
        const send = async () => {
          const [answer] = await Promise.all([
            page.waitForResponse((response) => response.request().method() === 'POST'),
            page.getByRole('button', { name: t('help_send') }).click(),
          ]);
          return answer.status();
        };
        await page.goto(`/profile/help?kind=refund&payment=${payment}`);
        await words.fill('ب'.repeat(HELP_TEXT_MAX + 1));
        expect(await send()).toBe(422);
        await expect(words).toHaveValue('ب'.repeat(HELP_TEXT_MAX + 1));
        await expect(words).toHaveAttribute('aria-invalid', 'true');
        await expect(words).toHaveAccessibleDescription(new RegExp(t('error_help_too_long')));
        await expect(page.getByRole('radio', { name: t('help_kind_refund') })).toBeChecked();
        await expect(page.locator('[name=payment]')).toHaveValue(payment);
        await words.fill('پولم');
        expect(await send()).toBe(404);
        await expect(page.getByRole('alert')).toHaveText(t('error_payment_unknown'));
        await expect(words).toHaveValue('پولم');
        await expect(words).not.toHaveAttribute('aria-invalid');
        await expect(page.locator('[name=payment]')).toHaveCount(0);
        await send();
        await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
      });

      test('the page comes along, and an earlier page of the list leads back', async ({ page, signIn, t }) => {
        await signIn();
        await page.goto('/profile/faq');
        await page
          .getByRole('main')
          .getByRole('link', { name: t('help_title') })
          .click();
        await expect(page.locator('[name=page]')).toHaveValue('/profile/faq');
        await page.getByLabel(t('help_text')).fill('سلام');
        await page.getByRole('button', { name: t('help_send') }).click();
        await expect(page.getByRole('link', { name: '/profile/faq' })).toBeVisible();
        const latest = page.getByRole('link', { name: t('help_latest') });
        await page.goto('/profile/help?before=1.1');
        await latest.click();
        await expect(page.locator('.help-item')).toHaveCount(1);
        await page.goto('/profile/help?before=junk');
        await expect(page.locator('.help-item')).toHaveCount(1);
        await expect(latest).toHaveCount(0);
      });
    });
  });
}

test('an answer that was stored and not heard of is not in the way of the next', async ({
  page,
  context,
  mobile,
  signIn,
  baseURL,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  const number = String(await createAccount(context, origin).writeHelp('سلام'));
  await addMember(page, origin, { mobile, name: `help ${mobile}`, role: 'support' });
  await page.goto('/desk/help');
  await enterDesk(page, 'fa');
  await page.goto(`/desk/help/${number}`);
  await page.route(
    '**/answers',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const send = page.getByRole('button', { name: deskFa.help_send });
  const staffMessages = page.locator('.desk-said-staff');
  await page.getByLabel(deskFa.help_answer).fill('پاسخ');
  await send.click();
  await expect(staffMessages).toHaveCount(1);
  await page.getByLabel(deskFa.help_answer).fill('پاسخ دیگر');
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/answers')) answers.push(response.status());
  });
  await send.click();
  await expect.poll(() => answers).toEqual([409]);
  await send.click();
  await expect(staffMessages).toHaveCount(2);
  await expect(page.getByLabel(deskFa.help_answer)).toHaveValue('');
});

test('at 320 px letters of twice the size leave a message its name', async ({ page, context, signIn, baseURL }) => {
  await signIn();
  await createAccount(context, baseURL).writeHelp('سلام');
  await setLetters(page, 32);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/profile/help');
    await expectNoSidewaysScroll(page);
    const name = await page.locator('.help-item b').boundingBox();
    expect(name?.width).toBeGreaterThan(80);
  }
});
