import type { Locator } from '@playwright/test';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessible } from '../../support/browser/axe.ts';
import { addMember, buyPlanAs, enterDesk, readDrafts } from '../../support/browser/desk.ts';
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
  expect(await readDrafts(page)).toHaveLength(0);
});

test('a correction whose answer was lost is not booked again, also by a page that was loaded again', async ({
  page,
  mobile,
  signIn,
  baseURL,
  browser,
}) => {
  await signIn();
  const origin = baseURL ?? '';
  const id = await buyPlanAs(browser, origin, `0935${mobile.slice(4)}`);
  await addMember(page, origin, { mobile, name: `lost ${mobile}`, role: 'finance' });
  await page.goto(`/desk/payments/${id}`);
  await enterDesk(page, 'fa');
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: deskFa.move_open }).click();
  const see = dialog.getByRole('button', { name: deskFa.refund_see });
  await open();
  await dialog.getByLabel(deskFa.refund_amount).fill('۱٬۰۰۰');
  await dialog.getByLabel(deskFa.reason_label).fill(REASON);
  await see.click();
  const arrival = Promise.withResolvers<unknown>();
  await page.route('**/operator/corrections', async (route) => {
    arrival.resolve(await route.fetch());
    await route.abort();
  });
  await dialog.getByRole('button', { name: deskFa.move_do }).click();
  await arrival.promise;
  await expect(dialog.getByRole('alert')).toHaveText(deskFa.state_network);
  await page.unroute('**/operator/corrections');
  await page.reload();
  const rows = page.getByRole('region', { name: deskFa.ledger_title }).getByRole('row');
  const booked = rows.filter({ hasText: deskFa.event_correction });
  await expect(booked).toHaveCount(2);
  await open();
  await expect(dialog.getByLabel(deskFa.reason_label)).toHaveValue(REASON);
  await see.click();
  await expect(dialog.getByRole('alert').filter({ hasText: deskFa.steps_done })).toBeVisible();
  await expectAccessible(page, 'an act that was done');
  await dialog.getByRole('alert').getByRole('button', { name: deskFa.draft_clear }).click();
  await expect(dialog.getByLabel(deskFa.reason_label)).toHaveValue('');
  await expect(booked).toHaveCount(2);
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
  await expect.poll(() => readDrafts(page)).toHaveLength(1);
  await context.request.post('/api/v1/logout', { headers: { origin } });
  await page.goto('/desk');
  await expect(page.getByLabel(deskFa.sign_in_mobile)).toBeVisible();
  await expect.poll(() => readDrafts(page)).toHaveLength(0);
});

test('a form that is open in two tabs has one text in both, which is gone from both when one clears it', async ({
  page,
  mobile,
  signIn,
  baseURL,
  context,
}) => {
  await signIn();
  await addMember(page, baseURL ?? '', { mobile, name: `tabs ${mobile}`, role: 'editor' });
  await page.goto('/desk/titles');
  await enterDesk(page, 'fa');
  const other = await context.newPage();
  await other.goto('/desk/titles');
  const names = [page, other].map((tab) => tab.getByRole('dialog').getByLabel(deskFa.title_field_name_fa)) as [
    Locator,
    Locator,
  ];
  for (const tab of [page, other]) await tab.getByRole('button', { name: deskFa.create_title, exact: true }).click();
  await names[0].fill('شهر');
  await expect(names[1]).toHaveValue('شهر');
  await expect(other.getByRole('dialog').getByText(deskFa.draft_back)).toBeVisible();
  await names[1].press('End');
  await names[1].pressSequentially(' باران');
  await expect(names[0]).toHaveValue('شهر باران');
  await page.getByRole('dialog').getByRole('button', { name: deskFa.draft_clear }).click();
  for (const name of names) await expect(name).toHaveValue('');
  await names[1].fill('شب');
  await expect(names[0]).toHaveValue('شب');
  await other.close();
});

test('each form of the catalogue, the front and the staff has its text again after a reload', async ({
  page,
  mobile,
  signIn,
  baseURL,
}) => {
  await signIn();
  await addMember(page, baseURL ?? '', { mobile, name: `forms ${mobile}`, role: 'owner' });
  await page.goto('/desk/titles');
  await enterDesk(page, 'fa');
  const forms = [
    ['/desk/titles', deskFa.create_title, deskFa.title_field_name_fa],
    ['/desk/titles/54', deskFa.price_change, deskFa.reason_label],
    ['/desk/titles/54', deskFa.title_hide, deskFa.reason_label],
    ['/desk/front/magazines', deskFa.print_make, deskFa.front_name_fa],
    ['/desk/front/screenings', deskFa.screenings_make, deskFa.screenings_toman],
    ['/desk/staff', deskFa.staff_add, deskFa.person_name],
  ] as const;
  const dialog = page.getByRole('dialog');
  for (const [at, [path, button, label]] of forms.entries()) {
    const text = `متن ${String(at)}`;
    await page.goto(path);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog.getByText(deskFa.draft_back)).toHaveCount(0);
    await dialog.getByLabel(label).fill(text);
    await page.reload();
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog.getByText(deskFa.draft_back)).toBeVisible();
    await expect(dialog.getByLabel(label)).toHaveValue(text);
  }
});
