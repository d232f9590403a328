import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk, listAlarms } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE, signIn as signInAs } from '../../support/browser/fixtures.ts';

type Key = keyof typeof deskFa;

for (const locale of ONE_LOCALE) {
  test.describe(`a person (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: Key) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('has plays, lists and the trail on the page, and the renewal ends after what would happen', async ({
      page,
      mobile,
      signIn,
      baseURL,
      browser,
      noise,
    }) => {
      const origin = baseURL ?? '';
      const person = `0938${mobile.slice(4)}`;
      const context = await browser.newContext({ baseURL: origin });
      await signInAs(context, person, origin);
      await context.request.post('/api/v1/my/settings', { data: { name: `كيان Shirāzi ${mobile.slice(4)}` } });
      // The code of the first sign-in came before the account.
      expect((await context.request.post('/api/v1/account/confirm/send', { data: {} })).ok()).toBe(true);
      await context.close();

      await signIn();
      await addMember(page, origin, { mobile, name: `person ${mobile}`, role: 'owner' });
      await page.goto(`/desk/people?q=${encodeURIComponent(`shirazi کیان ${mobile.slice(4)}`)}`);
      await enterDesk(page, locale);
      await page.locator('main a[href*="/desk/accounts/"]').first().click();
      await expect(page.getByText(d('viewing_no_plays'))).toBeVisible();
      await expect(page.getByText(d('viewing_no_lists'))).toBeVisible();
      const sms = page.getByRole('table', { name: d('sms_title') }).getByRole('row');
      await expect(sms).toHaveCount(2);
      await expect(sms.last()).toContainText(d('sms_code'));
      await expect(sms.last()).toContainText(d('sms_sent'));
      await expectAccessibleInBothThemes(page, 'a person');

      await page.getByRole('button', { name: d('renewal_end_open') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(d('renewal_end_what')).selectOption('banks');
      await dialog.getByLabel(d('reason_label')).fill('asked by telephone');
      await expectAccessibleInBothThemes(page, 'the end of a renewal');
      await dialog.getByRole('button', { name: d('refund_see') }).click();
      await expect(dialog.getByText(d('renewal_end_nothing'))).toBeVisible();
      await expect(dialog.getByRole('button', { name: d('renewal_end_do') })).toBeDisabled();
      await expectAccessibleInBothThemes(page, 'preview of the end of a renewal');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: d('sessions_end') }).click();
      await dialog.getByLabel(d('reason_label')).fill('a lost telephone');
      await expect(dialog.locator('.desk-facts')).toContainText(d('block_sessions'));
      await expectAccessibleInBothThemes(page, 'signing out everywhere');
      await dialog.getByRole('button', { name: d('sessions_do') }).click();
      await expect(page.getByText(d('devices_none'))).toBeVisible();

      await page.getByRole('link', { name: d('payments_all_of') }).click();
      await expect(page).toHaveURL(/\/desk\/payments\?user=\d+$/);
      await expect(page.getByText(d('payments_none'))).toBeVisible();
      await page.goBack();
      await page.getByRole('link', { name: d('audit_of_record') }).click();
      const trail = page.getByRole('table', { name: d('audit_title') });
      const act = (key: Key) => trail.getByRole('cell', { name: d(key), exact: true });
      await expect(act('call_end_account_sessions')).toHaveCount(1);
      await expect(act('call_find_accounts')).not.toHaveCount(0);

      await page.keyboard.press('?');
      await expect(dialog.getByRole('heading', { name: d('shortcuts_title') })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the keys');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      expect(noise.errors).toEqual([]);
    });
  });
}

/** Gives the query of a page that begins with them, whatever other tests raise meanwhile. */
async function raiseAlarms(page: Page, origin: string, texts: readonly string[]): Promise<string> {
  const response = await page.request.post('/api/v1/operator/alarms', {
    data: { alarms: texts.map((text) => ({ kind: 'settlement', key: `test:${text}`, text })) },
    headers: { origin },
  });
  expect(response.status()).toBe(200);
  const raised = (await listAlarms(page, origin)).filter(({ text }) => texts.includes(text));
  expect(raised).toHaveLength(texts.length);
  return `before=${String(Math.max(...raised.map(({ id }) => id)) + 1)}`;
}

test('alarms are taken by one call with a result for each, and ended with a note', async ({
  page,
  mobile,
  signIn,
  baseURL,
  noise,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  await addMember(page, origin, { mobile, name: `alarms ${mobile}`, role: 'owner' });
  await page.goto('/desk/alarms');
  await enterDesk(page, 'fa');
  await page.getByRole('heading', { name: deskFa.alarms_title }).waitFor();
  // A whole number would be masked.
  const [first, second] = [`settlement ${mobile.slice(5)} one`, `settlement ${mobile.slice(5)} two`];
  const query = await raiseAlarms(page, origin, [first, second]);
  await page.goto(`/desk/alarms?${query}`);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  for (const text of [first, second]) await row(text).getByRole('checkbox').check();
  await expectAccessibleInBothThemes(page, 'alarms');
  await page.getByRole('button', { name: deskFa.alarms_take.replace('{{number}}', '۲') }).click();
  await expect(page.getByRole('status').getByText(deskFa.alarms_result_taken)).toHaveCount(2);
  await expect(row(first)).toContainText(`alarms ${mobile}`);
  await row(second).getByRole('button', { name: deskFa.alarms_return }).click();
  await expect(row(second)).toContainText(deskFa.alarms_free);
  await row(first).getByRole('button', { name: deskFa.alarms_end, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(deskFa.alarms_note_label).fill('با بانک حل شد');
  await expectAccessibleInBothThemes(page, 'the end of an alarm');
  await dialog.getByRole('button', { name: deskFa.alarms_end, exact: true }).click();
  await expect(row(first)).toHaveCount(0);
  await page.goto(`/desk/alarms?all=1&${query}`);
  await expect(row(first)).toContainText('با بانک حل شد');
  expect(noise.errors).toEqual([]);
});

test('rows of the person before are not under the next query, and old rows say so without a network', async ({
  page,
  mobile,
  enterAs,
}) => {
  await enterAs('support', `/desk/people?q=${mobile}`);
  const people = page.getByRole('main').getByRole('table');
  await expect(people).toBeVisible();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/operator/accounts?*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('09990000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('09990000000');
  await expect(people).toHaveCount(0);
  release();
  await expect(page.getByText(deskFa.find_none)).toBeVisible();
  await page.unroute('**/api/v1/operator/accounts?*');
});

test('rows that could not be read again say of which time they are', async ({
  page,
  mobile,
  signIn,
  baseURL,
  context,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  await addMember(page, origin, { mobile, name: `offline ${mobile}`, role: 'owner' });
  await page.goto('/desk/alarms');
  await enterDesk(page, 'fa');
  await page.getByRole('heading', { name: deskFa.alarms_title }).waitFor();
  const text = `settlement ${mobile.slice(5)} offline`;
  await page.goto(`/desk/alarms?${await raiseAlarms(page, origin, [text])}`);
  const row = page.getByRole('row').filter({ hasText: text });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: deskFa.alarms_take.replace('{{number}}', '۱') }).click();
  await expect(row).toContainText(`offline ${mobile}`);
  await context.setOffline(true);
  await row.getByRole('button', { name: deskFa.alarms_return }).click();
  const [older = ''] = deskFa.state_older.split('{{time}}');
  await expect(page.getByRole('alert').filter({ hasText: older })).toBeVisible();
  await expect(row).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: deskFa.state_again }).click();
  await expect(page.getByRole('alert').filter({ hasText: older })).toHaveCount(0);
});
