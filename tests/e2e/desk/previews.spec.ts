import type { Page } from '@playwright/test';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';
import { createDeskClient } from '../../support/browser/desk.ts';
import { makeFilm } from '../../support/browser/screenings.ts';
import { text } from '../../support/browser/texts.ts';

/** After every other test, so that no page of theirs changes. */
const LATER = '۱۴۱۴/۰۱/۰۱ ۲۰:۰۰';
const LATER_SECONDS = 2_058_107_400;
/** Of the demo catalogue. */
const GROWN_UP = { id: 126, fa: 'روانی', en: 'Psycho' };
const FOR_ALL = { id: 127, fa: 'اشک‌ها و لبخندها', en: 'The Sound of Music' };
const CHANNEL = '/live/402';

interface Choice {
  at?: string;
  language?: 'fa' | 'en';
  viewer?: 'all' | 'kids';
}

/** Chooses in the preview panel that is open, and gives the page that its link opens. */
async function openPreview(
  page: Page,
  { at = '', language = 'fa', viewer = 'all' }: Choice,
  place: Pick<Page, 'getByRole'> = page,
): Promise<Page> {
  const panel = place.getByRole('region', { name: deskFa.preview_title });
  if (at !== '') {
    await panel.getByLabel(deskFa.preview_when).selectOption('at');
    await panel.getByLabel(deskFa.preview_time, { exact: true }).fill(at);
  }
  await panel.getByLabel(deskFa.preview_language).selectOption(language);
  await panel.getByLabel(deskFa.preview_viewer).selectOption(viewer);
  const opening = page.waitForEvent('popup');
  await panel.getByRole('link', { name: deskFa.preview_open }).click();
  return opening;
}

const getStatus = async (page: Page, path: string) => (await page.request.get(path)).status();

test('a list that is planned is seen at its time, in each language, and by a child without what is for adults', async ({
  page,
  mobile,
  baseURL,
  enterAs,
}) => {
  const origin = baseURL ?? '';
  const key = `preview-${mobile.slice(-7)}`;
  const names = { name_fa: `شب ${mobile}`, name_en: `Night ${mobile}`, line_fa: null, line_en: null };
  const facts = { starts_at: LATER_SECONDS, ends_at: null, layout: 'wide', titles: [GROWN_UP.id, FOR_ALL.id] };
  await createDeskClient(page.request, origin)(`front/lists/${key}`, { rev: 0, is_new: true, ...names, ...facts });
  await enterAs('editor', `/desk/front/lists/${key}`);
  expect(await getStatus(page, `/lists/${key}`)).toBe(404);
  // Without a choice it is the time that is planned.
  const list = await openPreview(page, {});
  await expect(list.getByRole('heading', { level: 1 })).toHaveText(names.name_fa);
  for (const { fa } of [GROWN_UP, FOR_ALL]) await expect(list.getByRole('link', { name: fa }).first()).toBeVisible();
  await list.close();
  const kids = await openPreview(page, { at: LATER, language: 'en', viewer: 'kids' });
  await expect(kids.getByRole('heading', { level: 1 })).toHaveText(names.name_en);
  await expect(kids.getByRole('link', { name: FOR_ALL.en }).first()).toBeVisible();
  await expect(kids.getByRole('link', { name: GROWN_UP.en })).toHaveCount(0);
  await kids.close();
  const before = await openPreview(page, { at: '۱۴۱۳/۱۲/۲۹ ۲۰:۰۰' });
  await expect(before.getByRole('heading', { level: 1 })).toHaveText(text('fa', 'not_found_title'));
});

test('a screening of a film that is not out is seen at its time, and a child is led to the kids’ page', async ({
  page,
  mobile,
  baseURL,
  enterAs,
}) => {
  const origin = baseURL ?? '';
  const send = createDeskClient(page.request, origin);
  const film = await makeFilm(send, mobile);
  await send(`titles/${String(film.id)}/publish`, { starts_at: LATER_SECONDS });
  const times = { starts_at: LATER_SECONDS, ends_at: LATER_SECONDS + 24 * 60 * 60, hours: 48 };
  const { id } = await send<{ id: number }>('front/screenings', {
    ...{ title_id: film.id, ...times, toman: 30_000, capacity: 3 },
  });
  await enterAs('editor', '/desk/front/screenings');
  expect(await getStatus(page, `/ekran/${String(id)}`)).toBe(404);
  await page.getByRole('row').filter({ hasText: film.fa }).getByRole('button').click();
  const screening = await openPreview(page, { at: LATER, language: 'en' });
  await expect(screening.getByRole('heading', { level: 1 })).toHaveText(film.en);
  await expect(screening.getByText(text('en', 'ekran_running'))).toBeVisible();
  await screening.close();
  const kids = await openPreview(page, { viewer: 'kids' });
  await expect(kids.getByRole('heading', { level: 1 })).toHaveText(text('fa', 'kids_hello'));
});

test('a channel is seen on a day that is not in its guide yet, and a child is led to the kids’ page', async ({
  page,
  enterAs,
}) => {
  await enterAs('editor', CHANNEL.replace('/live', '/desk/front/channels'));
  const channel = await openPreview(page, { at: LATER, language: 'en' });
  const day = text('en', 'guide_title', { day: 'Wednesday 21 March' });
  await expect(channel.getByRole('heading', { name: day })).toBeVisible();
  const current = channel.locator('[aria-current="time"]');
  await expect(current).toHaveCount(1);
  await channel.close();
  const persian = await openPreview(page, {});
  await expect(persian.getByRole('heading', { name: /۱ فروردین/ })).toBeVisible();
  await persian.close();
  expect(await (await page.request.get(CHANNEL)).text()).not.toContain('۱ فروردین');
  const kids = await openPreview(page, { viewer: 'kids' });
  await expect(kids.getByRole('heading', { level: 1 })).toHaveText(text('fa', 'kids_hello'));
});

test('a magazine that is a draft is seen with its draft, and with a planned issue at that issue’s time', async ({
  page,
  mobile,
  baseURL,
  enterAs,
}) => {
  const origin = baseURL ?? '';
  const send = createDeskClient(page.request, origin);
  const slug = `seen-${mobile.slice(-7)}`;
  const [fa, en] = [`گاهنامه ${mobile}`, `Gazette ${mobile}`];
  const { id } = await send<{ id: number }>('front/magazines', {
    ...{ slug, title: fa, title_en: en, synopsis_fa: '', synopsis_en: '' },
  });
  const issues = `front/magazines/${String(id)}/issues`;
  const date = '2026-11-21';
  await send(issues, { number: 1, date, name_fa: `پیش‌نویس ${mobile}`, name_en: `Draft ${mobile}` });
  await send(issues, { number: 2, date, name_fa: `فردا ${mobile}`, name_en: `Tomorrow ${mobile}` });
  await send(`${issues}/2/publish`, { rev: 1, starts_at: LATER_SECONDS });
  await enterAs('editor', `/desk/front/magazines/${String(id)}`);
  expect(await getStatus(page, `/channel/${slug}`)).toBe(404);
  const magazine = await openPreview(page, { language: 'en' });
  await expect(magazine.getByRole('heading', { level: 1, name: en })).toBeVisible();
  await expect(magazine.getByText(`Draft ${mobile}`).first()).toBeVisible();
  await expect(magazine.getByText(`Tomorrow ${mobile}`)).toHaveCount(0);
  await magazine.close();
  await page
    .getByRole('row')
    .filter({ hasText: `فردا ${mobile}` })
    .getByRole('button')
    .click();
  // Without a choice it is the time that is planned.
  const issue = await openPreview(page, {}, page.getByRole('dialog'));
  await expect(issue.getByText(`فردا ${mobile}`).first()).toBeVisible();
  await issue.close();
  await page.goto('/desk/front/magazines');
  const all = await openPreview(page, {});
  await expect(all.getByRole('link', { name: fa }).first()).toBeVisible();
  await all.close();
  expect(await (await page.request.get('/magazines')).text()).not.toContain(fa);
});
