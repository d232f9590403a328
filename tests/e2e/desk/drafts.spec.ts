import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import type { Page } from '@playwright/test';
import { addMember, buyPlanAs, enterDesk } from '../../support/browser/desk.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

const REASON = 'دو بار پرداخت شده است';

test('typed text survives a reload, Back and a lost connection, and goes with success and sign-out', async ({
  page,
  mobile,
  signIn,
  baseURL,
  browser,
  context,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  const id = await buyPlanAs(browser, origin, `0937${mobile.slice(4)}`);
  await addMember(page, origin, { mobile, name: `draft ${mobile}`, role: 'owner' });
  await page.goto(`/desk/payments/${id}`);
  await enterDesk(page, 'fa');
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel(deskFa.reason_label);
  const open = () => page.getByRole('button', { name: deskFa.refund_open }).click();
  await open();
  await expect(dialog.getByText(deskFa.draft_back)).toHaveCount(0);
  await dialog.getByLabel(deskFa.refund_what).selectOption({ index: 1 });
  await dialog.getByLabel(deskFa.refund_amount).fill('۱۰٬۰۰۰');
  await reason.fill(REASON);
  await page.reload();
  await open();
  await expect(dialog.getByText(deskFa.draft_back)).toBeVisible();
  await expect(reason).toHaveValue(REASON);
  await expect(dialog.getByLabel(deskFa.refund_amount)).toHaveValue('۱۰٬۰۰۰');

  await page.goBack();
  await page.goForward();
  await open();
  await expect(reason).toHaveValue(REASON);

  await context.setOffline(true);
  await dialog.getByRole('button', { name: deskFa.refund_see }).click();
  await expect(dialog.getByRole('alert')).toHaveText(deskFa.state_network);
  await context.setOffline(false);
  await page.reload();
  await open();
  await expect(reason).toHaveValue(REASON);
  await dialog.getByRole('button', { name: deskFa.refund_see }).click();
  await dialog.getByRole('button', { name: deskFa.refund_do }).click();
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(reason).toHaveValue('');
  await reason.fill('از نو');
  await page.keyboard.press('Escape');
  await open();
  await dialog.getByRole('button', { name: deskFa.draft_clear }).click();
  await expect(reason).toHaveValue('');

  await reason.fill('پیش از خروج');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: deskFa.tool_sign_out }).click();
  await expect(page.getByRole('heading', { name: deskFa.sign_in_title })).toBeVisible();
  expect(await countDrafts(page)).toBe(0);
});

test('typed text goes with the end of the account’s session', async ({ page, mobile, signIn, baseURL, context }) => {
  await signIn();
  const origin = baseURL ?? '';
  await addMember(page, origin, { mobile, name: `draft ${mobile}`, role: 'support' });
  await page.goto(`/desk/people?q=${mobile}`);
  await enterDesk(page, 'fa');
  await page.locator('main a[href*="/desk/accounts/"]').first().click();
  await page.getByRole('button', { name: deskFa.sessions_end }).click();
  await page.getByRole('dialog').getByLabel(deskFa.reason_label).fill(REASON);
  await expect.poll(() => countDrafts(page)).toBe(1);
  await context.request.post('/api/v1/logout', { headers: { origin } });
  await page.goto('/desk');
  await expect(page.getByLabel(deskFa.sign_in_mobile)).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);
});

const countDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('pardeh-desk', 1);
        request.onerror = () => {
          reject(new Error('not opened'));
        };
        request.onsuccess = () => {
          const count = request.result.transaction('drafts').objectStore('drafts').count();
          count.onsuccess = () => {
            resolve(count.result);
          };
        };
      }),
  );
