import type { Page } from '@playwright/test';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk, readDrafts } from '../../support/browser/desk.ts';
import { codeFor, expect, signIn as signInAs, test } from '../../support/browser/fixtures.ts';

/** The page of the test's own account, as a member of the support sees it. */
async function openPerson(screen: Page, mobile: string, origin: string): Promise<void> {
  const member = `0935${mobile.slice(4)}`;
  await signInAs(screen.context(), member, origin);
  await addMember(screen, origin, { mobile: member, name: `people ${mobile}`, role: 'support' });
  await screen.goto(`/desk/people?q=${mobile}`);
  await enterDesk(screen, 'fa');
  await screen.locator('main a[href*="/desk/accounts/"]').first().click();
}

test('an account is blocked on a telephone after what would happen, has no way in but support, and is unblocked', async ({
  page,
  mobile,
  signIn,
  baseURL,
  browser,
  noise,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 740 } });
  const desk = await context.newPage();
  await openPerson(desk, mobile, origin);
  await desk.getByRole('button', { name: deskFa.block_open }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(deskFa.reason_label).fill('گوشی دزدیده شده است');
  await dialog.getByRole('button', { name: deskFa.refund_see }).click();
  await expect(dialog.getByText(deskFa.block_lists_text)).toBeVisible();
  await expectAccessibleInBothThemes(desk, 'preview of a block');
  await dialog.getByRole('button', { name: deskFa.block_do }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.getByRole('table', { name: deskFa.block_history })).toContainText('گوشی دزدیده شده است');

  await desk.getByLabel(deskFa.notes_label).fill('دو بار تماس گرفت');
  await desk.getByRole('button', { name: deskFa.notes_add }).click();
  const notes = desk.getByRole('region', { name: deskFa.notes_title });
  await expect(notes.getByRole('listitem').first()).toContainText('دو بار تماس گرفت');
  await expect(desk.getByLabel(deskFa.notes_label)).toHaveValue('');
  await expectAccessible(desk, 'a blocked account');

  await page.goto('/profile/access');
  await expect(page).toHaveURL(/\/login/);
  // Between two codes of a number are ninety seconds; tests/api/operator/blocks.test.ts asks for both answers.
  const answers = {
    'login/send-code': {
      status: 200,
      json: { status: 'success', sms_sent: true, resend_after: 90, digits: 4, message: '', message_fa: '' },
    },
    login: { status: 403, json: { status: 'error', code: 'account_blocked', message: '', message_fa: '' } },
  };
  for (const [path, answer] of Object.entries(answers))
    await page.route(`**/api/v1/${path}`, (route) => route.fulfill(answer));
  await page.getByRole('textbox', { name: fa.login_mobile_label }).fill(mobile);
  await page.getByRole('button', { name: fa.login_send }).click();
  await page.getByRole('textbox', { name: fa.login_code_label }).pressSequentially('1234');
  await expect(page.getByText(fa.login_blocked, { exact: true })).toBeFocused();
  await expect(page.getByRole('link', { name: fa.login_blocked_support })).toHaveAttribute(
    'href',
    '/profile/about-contact',
  );
  await expectAccessibleInBothThemes(page, 'the way in of a blocked account');

  await desk.getByRole('button', { name: deskFa.block_end_open }).click();
  await dialog.getByLabel(deskFa.reason_label).fill('گوشی پیدا شد');
  await dialog.getByRole('button', { name: deskFa.block_end_do }).click();
  await expect(desk.getByRole('button', { name: deskFa.block_open })).toBeVisible();
  await context.close();
  expect(noise.errors.filter((line) => !line.endsWith('/api/v1/login'))).toEqual([]);
});

test('a number changes by the codes of both, or asks a second member where the present one is lost', async ({
  page,
  mobile,
  signIn,
  baseURL,
  browser,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  const context = await browser.newContext({ baseURL: origin });
  const desk = await context.newPage();
  await openPerson(desk, mobile, origin);
  const fresh = `0937${mobile.slice(4)}`;
  const dialog = desk.getByRole('dialog');
  const begin = async () => {
    await desk.getByRole('button', { name: deskFa.mobile_open }).click();
    await dialog.getByLabel(deskFa.mobile_new).fill(fresh);
    await dialog.getByLabel(deskFa.reason_label).fill('سیم‌کارت تازه');
    await dialog.getByRole('button', { name: deskFa.mobile_start }).click();
  };
  const prove = async (name: string, number: string) => {
    const form = dialog.getByRole('form', { name });
    await form.getByRole('button', { name: deskFa.mobile_send }).click();
    const field = form.getByLabel(deskFa.mobile_code);
    await field.waitFor();
    await field.fill(await codeFor(context, number, origin));
    await form.getByRole('button', { name: deskFa.mobile_check }).click();
    await expect(form.getByText(deskFa.mobile_proved)).toBeVisible();
  };
  await begin();
  await dialog.getByRole('button', { name: deskFa.mobile_lost }).click();
  const statement = dialog.getByLabel(deskFa.mobile_lost_label);
  await statement.fill('سه پرداخت آخر را گفت');
  await expect.poll(async () => (await readDrafts(desk)).join(' ')).toContain('سه پرداخت آخر را گفت');
  await desk.reload();
  await begin();
  await expect(statement).toHaveValue('سه پرداخت آخر را گفت');
  await expect(dialog.getByText(deskFa.draft_back)).toBeVisible();
  await prove(deskFa.mobile_new, fresh);
  await expectAccessibleInBothThemes(desk, 'a lost number');
  await expect(dialog.getByRole('button', { name: deskFa.approval_ask })).toBeEnabled();
  await dialog.getByRole('button', { name: deskFa.mobile_found }).click();
  await prove(deskFa.mobile_old, mobile);
  await dialog.getByRole('button', { name: deskFa.mobile_do }).click();
  await expect(dialog.getByRole('status')).toHaveText(deskFa.mobile_done);
  await page.goto('/profile/access');
  await expect(page).toHaveURL(/\/login/);
  await context.close();
});
