import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { REPORT_PATH } from '../../../src/features/qoe/keys.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { expect, framesAdvance, LOCALES, test } from '../../support/browser/fixtures.ts';
import { signInByForm } from '../../support/browser/sign-in-by-form.ts';
import { FREE, press } from '../../support/browser/watching.ts';

const COMMIT = { waitUntil: 'commit' } as const;

for (const locale of LOCALES) {
  test.describe(`a play that goes wrong (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('leads from the player to a message with its numbers, shown before and kept after', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      // The counting begins after the first picture, and reports its beginning.
      const counted = page.waitForRequest(`**${REPORT_PATH}`);
      await page.goto(`${FREE}#play`, COMMIT);
      await framesAdvance(page);
      await counted;
      await press(page, t('player_settings'));
      await page.getByRole('link', { name: t('player_report') }).click();
      await expect(page.getByRole('radio', { name: t('help_kind_playback') })).toBeChecked();
      await expect(page.locator('[name=page]')).toHaveValue(FREE);
      expect(page.url()).not.toMatch(/[0-9a-f-]{36}/);
      const numbers = page.locator('.help-play');
      // The height is told once the player has counted it, which a press may precede.
      for (const name of ['session', 'start', 'stalls', 'played', 'at'] as const)
        await expect(numbers).toContainText(t(`help_play_${name}`));
      await expect(numbers).not.toContainText(t('help_play_error'));
      await page.getByLabel(t('help_text')).fill('می‌ایستد');
      await page.getByRole('button', { name: t('help_send') }).click();
      await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
      await expect(numbers).toContainText(t('help_play_session'));
    });

    test('says the error where nothing is shown', async ({ page, signIn, t }) => {
      await signIn();
      await page.route('**/media/v/**', (route) => route.fulfill({ status: 404 }));
      await page.goto(`${FREE}#play`, COMMIT);
      const dialog = page.getByRole('dialog', { name: t('player_failed') });
      await dialog.getByRole('link', { name: t('player_report') }).click();
      await expect(page.locator('.help-play')).toContainText(t('help_play_error'));
      await expect(page.locator('[name=page]')).toHaveValue(FREE);
    });
  });
}

test('a guest signs in on the way, and the numbers of the play arrive', async ({ page, mobile, t }) => {
  await page.route('**/media/v/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${FREE}#play`, COMMIT);
  const dialog = page.getByRole('dialog', { name: t('player_failed') });
  await dialog.getByRole('link', { name: t('player_report') }).click();
  await page.waitForURL('**/login?*');
  await signInByForm(page, mobile, t);
  await page.waitForURL('**/profile/help?*');
  await expect(page.locator('[name=page]')).toHaveValue(FREE);
  for (const name of ['session', 'error'] as const)
    await expect(page.locator('.help-play')).toContainText(t(`help_play_${name}`));
});

test('kids mode has the telephone in place of a message', async ({ page, baseURL, t }) => {
  const headers = { origin: baseURL ?? '' };
  expect((await page.request.post('/api/v1/kids/enter', { data: { pin: '2580' }, headers })).status()).toBe(200);
  await page.route('**/media/v/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${FREE}#play`, COMMIT);
  const dialog = page.getByRole('dialog', { name: t('player_failed') });
  await expect(dialog.getByRole('link', { name: t('footer_support') })).toHaveAttribute('href', /^tel:/);
  await expect(dialog.getByRole('link', { name: t('player_report') })).toHaveCount(0);
});

test('an answer is a sign on the account page until it is read; the desk shows the numbers and the person’s threads', async ({
  page,
  mobile,
  signIn,
  baseURL,
  t,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  await page.goto('/profile/help?kind=playback&page=/movie/52&play=enetwork.b1234.n7#new');
  await page.getByLabel(t('help_text')).fill('پخش نمی‌شود');
  await page.getByRole('button', { name: t('help_send') }).click();
  await page.waitForURL(/\/profile\/help\/\d+\?done=sent#content$/);
  const number = /\d+(?=\?)/.exec(page.url())?.[0] ?? '';
  await page.goto('/profile');
  await expect(page.getByText(t('account_card_unread'))).toHaveCount(0);

  await addMember(page, origin, { mobile, name: `help ${mobile}`, role: 'support' });
  await page.goto('/desk/help');
  await enterDesk(page, 'fa');
  await page.goto(`/desk/help/${number}`);
  await expect(page.getByText(deskFa.help_play_start)).toBeVisible();
  await expect(page.getByText('1234')).toBeVisible();
  await page.getByLabel(deskFa.help_answer).fill('درست شد.');
  await page.getByRole('button', { name: deskFa.help_send }).click();
  await expect(page.getByText(deskFa.help_answered)).toBeVisible();
  await page.locator('a[href^="/desk/accounts/"]').click();
  await expect(page.getByRole('heading', { name: deskFa.person_help })).toBeVisible();
  await expect(page.locator(`a[href="/desk/help/${number}"]`)).toBeVisible();

  await page.goto('/profile');
  await expect(page.getByText(t('account_card_unread'))).toBeVisible();
  await page.goto('/profile/help');
  await page.getByRole('button', { name: t('help_unread') }).click();
  await expect(page.getByText('درست شد.')).toBeVisible();
  await expect(page.getByRole('button', { name: t('help_read') })).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.getByText(t('account_card_unread'))).toHaveCount(0);
});
