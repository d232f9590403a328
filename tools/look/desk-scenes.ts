import deskEn from '../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../locales/desk/fa.json' with { type: 'json' };
import { VIEWER_MOBILES } from './viewer-mobiles.ts';
import type { Scene, Stage } from './scenes.ts';

const deskText = ({ locale }: Stage, key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

const load = async ({ page }: Stage) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.desk-wait').first().waitFor({ state: 'hidden' });
};
const openAccount = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.locator('main a[href*="/desk/accounts/"]').first().click();
  await page.waitForURL('**/desk/accounts/*');
  await load(stage);
};
/** Up to the entries of the ledger that the refund would make. */
const showRefund = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'refund_open') }).click();
  await page.getByLabel(deskText(stage, 'reason_label')).fill(stage.locale === 'fa' ? 'پرداخت دوباره' : 'paid twice');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};

/** A refund that was made, and up to the entries that its undo would make. */
const showUndo = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'refund_open') }).click();
  await page.getByLabel(deskText(stage, 'refund_what')).selectOption({ index: 1 });
  await page.getByLabel(deskText(stage, 'refund_amount')).fill('1000');
  await page.getByLabel(deskText(stage, 'reason_label')).fill(stage.locale === 'fa' ? 'پرداخت دوباره' : 'paid twice');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('button', { name: deskText(stage, 'refund_do') }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page
    .getByRole('button', { name: deskText(stage, 'undo'), exact: true })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};

/** A time that is typed wrong, and in Persian the month to choose it from. */
const showTime = async (stage: Stage) => {
  const { page, locale } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'codes_make') }).click();
  const end = page.getByLabel(deskText(stage, 'codes_end_time'), { exact: true });
  await end.fill(locale === 'fa' ? '۱۴۰۶/۰۷/۳۱ ۱۰:۰۰' : '2027-02-29 10:00');
  await end.blur();
  if (locale === 'fa') await page.getByRole('button', { name: deskText(stage, 'moment_calendar') }).click();
};

/** A batch, up to the entries of the ledger that it would make. */
const showGiftBatch = async (stage: Stage) => {
  const { page, locale } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'batches_make') }).click();
  await page.getByLabel(deskText(stage, 'batches_plan')).selectOption({ index: 1 });
  for (const [key, text] of [
    ['batches_sum_label', '500000'],
    ['batches_buyer', locale === 'fa' ? 'کتاب‌فروشی آفتاب' : 'Aftab bookshop'],
    ['refund_tracking', `14030987${String(Date.now())}`],
    ['reason_label', locale === 'fa' ? 'برای فروش نوروزی' : 'for Nowruz'],
  ] as const)
    await page.getByLabel(deskText(stage, key)).fill(text);
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};

/** Up to the entries of the ledger that the withdrawal of waiting cards would make. */
const showGiftWithdrawal = async (stage: Stage) => {
  const { page, locale } = stage;
  await load(stage);
  await page
    .getByRole('button', { name: deskText(stage, 'batches_withdraw') })
    .first()
    .click();
  await page.getByLabel(deskText(stage, 'refund_tracking')).fill('140309870099');
  await page.getByLabel(deskText(stage, 'reason_label')).fill(locale === 'fa' ? 'فروخته نشد' : 'not sold');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};

/** Up to the entries of the ledger that the correction would make. */
const showCorrection = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'move_open') }).click();
  await page.getByLabel(deskText(stage, 'refund_amount')).fill('12000');
  await page.getByLabel(deskText(stage, 'reason_label')).fill(stage.locale === 'fa' ? 'واریز دوباره' : 'paid in twice');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};

/** Up to what a block would end. */
const showBlock = async (stage: Stage) => {
  const { page } = stage;
  await openAccount(stage);
  await page.getByRole('button', { name: deskText(stage, 'block_open') }).click();
  await page
    .getByLabel(deskText(stage, 'reason_label'))
    .fill(stage.locale === 'fa' ? 'گوشی دزدیده شده' : 'a stolen phone');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').getByText(deskText(stage, 'block_lists_text')).waitFor();
};

/** Up to the proofs of both numbers. */
const showMobileChange = async (stage: Stage) => {
  const { page } = stage;
  await openAccount(stage);
  await page.getByRole('button', { name: deskText(stage, 'mobile_open') }).click();
  await page.getByLabel(deskText(stage, 'mobile_new')).fill('09370000001');
  await page
    .getByLabel(deskText(stage, 'reason_label'))
    .fill(stage.locale === 'fa' ? 'سیم‌کارت تازه' : 'a new SIM card');
  await page.getByRole('button', { name: deskText(stage, 'mobile_start') }).click();
  await page.getByRole('dialog').getByText(deskText(stage, 'mobile_effect')).waitFor();
};

/** Up to the cost of the plan that would be made. */
const showPlan = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'plans_add') }).click();
  for (const [key, text] of [
    ['plans_name_fa', 'دوهفته‌ای'],
    ['plans_name_en', 'Two weeks'],
    ['plans_text_fa', 'برای سفر'],
    ['plans_text_en', 'To travel'],
    ['prices_list_label', '60000'],
    ['plans_days', '14'],
    ['prices_start_time', '2035-03-21T00:00'],
    ['reason_label', 'Nowruz'],
  ] as const)
    await page.getByRole('textbox', { name: deskText(stage, key), exact: true }).fill(text);
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByText(deskText(stage, 'plans_add_note')).waitFor();
};
/** Up to what the end of a plan's sale changes. */
const showPlanSale = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page
    .getByRole('button', { name: deskText(stage, 'plans_stop') })
    .first()
    .click();
  await page.getByRole('textbox', { name: deskText(stage, 'prices_start_time') }).fill('2035-03-21T00:00');
  await page.getByLabel(deskText(stage, 'reason_label')).fill('Nowruz');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByText(deskText(stage, 'plans_stop_note')).waitFor();
};

/** Up to what another trial changes. */
const showTrial = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'trial_change') }).click();
  for (const [key, text] of [
    ['trial_days', '14'],
    ['prices_start_time', '2035-03-21T00:00'],
    ['reason_label', 'Nowruz'],
  ] as const)
    await page.getByLabel(deskText(stage, key), { exact: true }).fill(text);
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByText(deskText(stage, 'trial_note')).waitFor();
};

const screens: readonly Omit<Scene, 'file' | 'viewer'>[] = [
  { name: 'desk-today', path: '/desk' },
  { name: 'desk-people', path: `/desk/people?q=${VIEWER_MOBILES.member}` },
  { name: 'desk-account', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: openAccount },
  { name: 'desk-block', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: showBlock },
  { name: 'desk-mobile', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: showMobileChange },
  { name: 'desk-payments', path: '/desk/payments' },
  { name: 'desk-payment', path: ({ paid }) => `/desk/payments/${paid}` },
  { name: 'desk-refund', path: ({ paid }) => `/desk/payments/${paid}`, act: showRefund },
  { name: 'desk-correction', path: ({ paid }) => `/desk/payments/${paid}`, act: showCorrection },
  { name: 'desk-titles', path: '/desk/titles' },
  { name: 'desk-title', path: '/desk/titles/54' },
  { name: 'desk-gifts', path: '/desk/gifts' },
  { name: 'desk-gift-batches', path: '/desk/gifts/batches' },
  { name: 'desk-gift-batch', path: '/desk/gifts/batches', act: showGiftBatch },
  { name: 'desk-gift-withdrawal', path: '/desk/gifts/batches', act: showGiftWithdrawal },
  { name: 'desk-messages', path: '/desk/help' },
  { name: 'desk-message', path: ({ help }) => `/desk/help/${help}` },
  { name: 'desk-compensation', path: '/desk/compensations' },
  { name: 'desk-codes', path: '/desk/codes' },
  { name: 'desk-code', path: '/desk/codes', act: showTime },
  { name: 'desk-prices', path: '/desk/prices' },
  { name: 'desk-plan', path: '/desk/prices', act: showPlan },
  { name: 'desk-plan-sale', path: '/desk/prices', act: showPlanSale },
  { name: 'desk-trial', path: '/desk/prices', act: showTrial },
  { name: 'desk-books', path: '/desk/books' },
  { name: 'desk-settlement', path: '/desk/settlement' },
  { name: 'desk-approvals', path: '/desk/approvals' },
  { name: 'desk-quality', path: '/desk/quality' },
  { name: 'desk-alarms', path: '/desk/alarms' },
  { name: 'desk-comments', path: '/desk/comments' },
  { name: 'desk-comment-rules', path: '/desk/comments/rules' },
  { name: 'desk-staff', path: '/desk/staff' },
  { name: 'desk-own', path: '/desk/own' },
  { name: 'desk-trail', path: '/desk/audit' },
  { name: 'desk-undo', path: ({ paid }) => `/desk/payments/${paid}`, act: showUndo },
];

/** The screens of the desk, as its owner sees them. */
export const DESK_SCENES: readonly Scene[] = screens.map((screen) => ({
  file: 'desk/[...path]',
  viewer: 'staff',
  act: load,
  ...screen,
}));
