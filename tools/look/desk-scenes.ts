import { showBrand } from './desk-brand.ts';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FRONT_SCENES } from './desk-front-scenes.ts';
import { ROLE_SCENES } from './desk-role-scenes.ts';
import { deskText, load, showMissingPart } from './desk-stage.ts';
import {
  showEditOfMany,
  showMerge,
  showPaste,
  showPeople,
  showPlanOfMany,
  showPortrait,
  showSeason,
  showSound,
  showSynopses,
  showTimeline,
  showTitlePrice,
} from './desk-title-scenes.ts';
import { VIEWER_MOBILES } from './viewer-mobiles.ts';
import type { Scene, Stage } from './scenes.ts';

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
  await page.getByLabel(deskText(stage, 'reason_label')).fill(stage.locale === 'fa' ? 'اشتباه بود' : 'by mistake');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};

/** Proposals of days that are chosen, up to the result of each. */
const showApprovals = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  for (const key of ['choose_all', 'compensation_approve_many', 'refund_see'] as const)
    await page.getByRole('button', { name: deskText(stage, key) }).click();
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

const addQuestion = async (stage: Stage) => {
  await load(stage);
  await stage.page.getByRole('button', { name: deskText(stage, 'site_question_add') }).click();
};

/** A moment of the film, up to its key frame. */
const showFrame = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page
    .getByRole('button', { name: deskText(stage, 'art_from_film'), exact: true })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('listitem').nth(4).getByRole('button').click();
  await page.getByRole('dialog').getByRole('img').waitFor();
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
const showPlanTexts = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page
    .getByRole('button', { name: deskText(stage, 'plans_texts_open') })
    .first()
    .click();
  await page.getByRole('textbox', { name: deskText(stage, 'plans_name_fa') }).fill('ماهانه');
  await page.getByRole('textbox', { name: deskText(stage, 'prices_start_time') }).fill('2035-03-21T00:00');
  await page.getByLabel(deskText(stage, 'reason_label')).fill('Nowruz');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByText(deskText(stage, 'plans_texts_note')).waitFor();
};

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

/** Up to what the end of the renewal would change. */
const showRenewalEnd = async (stage: Stage) => {
  const { page, locale } = stage;
  await openAccount(stage);
  await page.getByRole('button', { name: deskText(stage, 'renewal_end_open') }).click();
  await page
    .getByLabel(deskText(stage, 'reason_label'))
    .fill(locale === 'fa' ? 'خواست خود او' : 'asked for it by telephone');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').locator('.desk-facts').waitFor();
};

const showKeys = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
};

/** Up to the fields of a draft. */
const showNewTitle = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'create_title') }).click();
  await page.getByRole('dialog').getByText(deskText(stage, 'create_note')).waitFor();
};

/** Yesterday, up to the question that closes it. */
const showClosing = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'books_before') }).click();
  await page.getByRole('button', { name: deskText(stage, 'closing_do') }).click();
  await page.getByRole('dialog').getByText(deskText(stage, 'closing_note')).waitFor();
};

const FILE = `kind,title,year_jalali,country,minutes,director,cast,genres,imdb
movie,فیلم شهر باران Rain City,1394,ایران,92,Mina Tehrani,"آرش دریایی , سارا نیک‌پور",درام ، جنایی,7.2
series,سریال جاده Road,1399,ایران,45,Mina Tehrani,آرش دریایی,درام ، فضایی,6.8
movie,فیلم بی‌سال,,ایران,یک ساعت و نیم,,,درام,
movie,=HYPERLINK("x"),1750,ایران,long,,,درام,12
`;
const dropFile = async (stage: Stage, text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'pardeh-look-')), 'titles.csv');
  writeFileSync(path, text);
  await stage.page.getByLabel(deskText(stage, 'intake_choose')).setInputFiles(path);
};
/** A file, up to the lines of its dry run. */
const showDryRun = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await dropFile(stage, FILE);
  await page.getByRole('button', { name: deskText(stage, 'intake_check') }).click();
  await page.getByRole('table', { name: deskText(stage, 'intake_lines') }).waitFor();
};
/** The columns of a file whose header is of no known shape. */
const showColumns = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await dropFile(stage, 'کد;عنوان;سال;مدت;توضیح\n17;شهر باران;۱۳۹۴;92;فیلمی از شمال\n18;جاده;1399;45;');
  await page.getByRole('table', { name: deskText(stage, 'intake_match') }).waitFor();
};
/** Five pasted rows, one of them bad, up to what would happen. */
function writeTemporary(name: string, ...parts: (string | Uint8Array)[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'look-')), name);
  for (const part of parts) appendFileSync(file, part);
  return file;
}

/** Up to the queue, with a file in it. */
const showIngests = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  const file = writeTemporary('film.mkv', `film ${String(Date.now())}`);
  await page.getByLabel(deskText(stage, 'ingest_choose'), { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: deskText(stage, 'ingest_send') }).click();
  await page.getByText(deskText(stage, 'ingest_sent')).waitFor();
  await page.goto(new URL('/desk/ingests', page.url()).href);
  await page.getByRole('table').waitFor();
};

/** Up to the preview of subtitles in Windows-1256. */
const showSubtitles = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByLabel(deskText(stage, 'ingest_kind'), { exact: true }).selectOption('subtitle');
  const [time, words] = ['1\r\n00:00:01,000 --> 00:00:02,500\r\n', Uint8Array.of(0x2e, 0xd3, 0xe1, 0xc7, 0xe3)];
  const file = writeTemporary('fa.srt', time, words, '\r\n\r\nno time\r\n');
  await page.getByLabel(deskText(stage, 'ingest_choose'), { exact: true }).setInputFiles(file);
  await page.locator('figure.desk-preview').waitFor();
};

const screens: readonly Omit<Scene, 'file'>[] = [
  { name: 'desk-today', path: '/desk' },
  { name: 'desk-missing-part', path: '/desk', act: showMissingPart },
  { name: 'desk-people', path: `/desk/people?q=${VIEWER_MOBILES.member}` },
  { name: 'desk-account', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: openAccount },
  { name: 'desk-block', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: showBlock },
  { name: 'desk-mobile', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: showMobileChange },
  { name: 'desk-renewal-end', path: `/desk/people?q=${VIEWER_MOBILES.member}`, act: showRenewalEnd },
  { name: 'desk-keys', path: '/desk/alarms', act: showKeys },
  { name: 'desk-payments', path: '/desk/payments' },
  { name: 'desk-payment', path: ({ paid }) => `/desk/payments/${paid}` },
  { name: 'desk-payment-bank', path: ({ charged }) => `/desk/payments/${charged}` },
  { name: 'desk-invoice', path: ({ paid }) => `/desk/payments/${paid}/invoice` },
  { name: 'desk-refund', path: ({ paid }) => `/desk/payments/${paid}`, act: showRefund },
  { name: 'desk-correction', path: ({ paid }) => `/desk/payments/${paid}`, act: showCorrection },
  ...FRONT_SCENES,
  { name: 'desk-titles', path: '/desk/titles' },
  { name: 'desk-title', path: '/desk/titles/54' },
  { name: 'desk-title-new', path: '/desk/titles', act: showNewTitle },
  { name: 'desk-titles-edit', path: '/desk/titles', act: showEditOfMany },
  { name: 'desk-titles-plan', path: '/desk/titles', act: showPlanOfMany },
  { name: 'desk-title-frame', path: '/desk/titles/54', act: showFrame },
  { name: 'desk-cast', path: '/desk/cast', act: showPeople },
  { name: 'desk-cast-portrait', path: '/desk/cast', act: showPortrait },
  { name: 'desk-cast-merge', path: '/desk/cast', act: showMerge },
  { name: 'desk-title-price', path: '/desk/titles/54', act: showTitlePrice },
  { name: 'desk-title-timeline', path: '/desk/titles/54', act: showTimeline },
  { name: 'desk-import', path: '/desk/import' },
  { name: 'desk-import-columns', path: '/desk/import', act: showColumns },
  { name: 'desk-import-dry', path: '/desk/import', act: showDryRun },
  { name: 'desk-episodes', path: '/desk/titles/203/episodes' },
  { name: 'desk-episodes-season', path: '/desk/titles/203/episodes', act: showSeason },
  { name: 'desk-episodes-synopses', path: '/desk/titles/203/episodes', act: showSynopses },
  { name: 'desk-episodes-paste', path: '/desk/titles/203/episodes', act: showPaste },
  { name: 'desk-title-sound', path: '/desk/titles/54', act: showSound },
  { name: 'desk-title-file', path: '/desk/titles/54', act: showSubtitles },
  { name: 'desk-ingests', path: '/desk/titles/54', act: showIngests },
  { name: 'desk-gifts', path: '/desk/gifts' },
  { name: 'desk-gift-batches', path: '/desk/gifts/batches' },
  { name: 'desk-gift-batch', path: '/desk/gifts/batches', act: showGiftBatch },
  { name: 'desk-gift-withdrawal', path: '/desk/gifts/batches', act: showGiftWithdrawal },
  { name: 'desk-messages', path: '/desk/help' },
  { name: 'desk-message', path: ({ help }) => `/desk/help/${help}` },
  { name: 'desk-compensation', path: '/desk/compensations' },
  { name: 'desk-compensation-many', path: '/desk/compensations', act: showApprovals },
  { name: 'desk-codes', path: '/desk/codes' },
  { name: 'desk-code', path: '/desk/codes', act: showTime },
  { name: 'desk-prices', path: '/desk/prices' },
  { name: 'desk-plan', path: '/desk/prices', act: showPlan },
  { name: 'desk-plan-texts', path: '/desk/prices', act: showPlanTexts },
  { name: 'desk-plan-sale', path: '/desk/prices', act: showPlanSale },
  { name: 'desk-trial', path: '/desk/prices', act: showTrial },
  { name: 'desk-books', path: '/desk/books' },
  { name: 'desk-closing', path: '/desk/books', act: showClosing },
  { name: 'desk-settlement', path: '/desk/settlement' },
  { name: 'desk-approvals', path: '/desk/approvals' },
  { name: 'desk-quality', path: '/desk/quality' },
  { name: 'desk-alarms', path: '/desk/alarms' },
  { name: 'desk-comments', path: '/desk/comments' },
  { name: 'desk-comment-rules', path: '/desk/comments/rules' },
  { name: 'desk-staff', path: '/desk/staff' },
  { name: 'desk-services', path: '/desk/services' },
  { name: 'desk-site', path: '/desk/site?part=terms' },
  { name: 'desk-brand', path: '/desk/site?part=brand', act: showBrand },
  { name: 'desk-questions', path: '/desk/site?part=faq', act: addQuestion },
  { name: 'desk-acceptances', path: '/desk/site/acceptances' },
  { name: 'desk-own', path: '/desk/own' },
  { name: 'desk-trail', path: '/desk/audit' },
  ...ROLE_SCENES,
  { name: 'desk-undo', path: ({ paid }) => `/desk/payments/${paid}`, act: showUndo },
];

/** The screens of the desk, as its owner sees them. */
export const DESK_SCENES: readonly Scene[] = screens.map((screen) => ({
  file: 'desk/[...path]',
  viewer: 'staff',
  act: load,
  ...screen,
}));
