import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import type { Locale } from '../../../src/platform/text/locale.ts';
import { writeMoment } from '../../../src/platform/text/moment.ts';
import { paintPicture } from '../media/paint-picture.ts';
import { expect } from './fixtures.ts';

/** The steps from an empty site to the evening of a series, each as a member makes it on the screens of the desk. */

/** A member's screen. `d` is a text of the desk, `n` a number as it writes it. */
export interface Hand {
  page: Page;
  locale: Locale;
  d: (key: keyof typeof deskFa, values?: Record<string, string>) => string;
  n: (value: number) => string;
}

export function createHand(page: Page, locale: Locale): Hand {
  const texts = locale === 'fa' ? deskFa : deskEn;
  return {
    page,
    locale,
    d: (key, values = {}) =>
      Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), texts[key]),
    n: (value) => new Intl.NumberFormat(locale).format(value),
  };
}

const WHY = 'a test of the whole evening';

/** Opens a dialog by its button, gives a reason where it has the field, and does the act. */
async function actInDialog({ page, d }: Hand, open: string, act: string, fill?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await fill?.();
  const reason = dialog.getByLabel(d('reason_label'));
  if ((await reason.count()) > 0) await reason.fill(WHY);
  await dialog.getByRole('button', { name: act }).click();
  await expect(dialog).toHaveCount(0);
}

export async function addMemberByForm(hand: Hand, mobile: string, name: string, role: 'finance' | 'support') {
  const { page, d } = hand;
  await page.goto('/desk/staff');
  const dialog = page.getByRole('dialog');
  await actInDialog(hand, d('staff_add'), d('staff_add_do'), async () => {
    await dialog.getByLabel(d('person_mobile')).fill(mobile);
    await dialog.getByLabel(d('person_name')).fill(name);
    await dialog.getByLabel(d('staff_role')).selectOption(role);
  });
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
}

/** The telephone of the house, which all pages show. */
export async function writeHouse({ page, d }: Hand, phone: string): Promise<void> {
  await page.goto('/desk/site?part=house');
  await page.getByLabel(d('site_phone'), { exact: true }).fill(phone);
  await page.getByLabel(d('reason_label')).fill(WHY);
  await page.getByRole('button', { name: d('site_save') }).click();
  await expect(page.getByText(d('site_saved'), { exact: true })).toBeVisible();
}

export interface HouseBrand {
  name: { fa: string; en: string };
  accent: { light: string; dark: string };
}

/** The name in both languages, a colour of each theme and a logo. A colour that cannot be read is refused before. */
export async function brandHouse({ page, d }: Hand, { name, accent }: HouseBrand): Promise<void> {
  await page.goto('/desk/site?part=brand');
  await page.getByLabel(d('brand_name_fa'), { exact: true }).fill(name.fa);
  await page.getByLabel(d('brand_name_en'), { exact: true }).fill(name.en);
  await page.getByLabel(d('reason_label')).fill(WHY);
  const save = page.getByRole('button', { name: d('site_save') });
  for (const [theme, illegible] of [
    ['light', '#ffff00'],
    ['dark', '#202020'],
  ] as const) {
    const field = page.getByRole('region', { name: d(`brand_${theme}`), exact: true });
    const colour = field.getByLabel(d('brand_colour', { theme: d(`brand_${theme}`) }), { exact: true });
    const faults = field.getByRole('listitem').filter({ hasText: d('brand_fails') });
    await colour.fill(illegible);
    await expect(faults).not.toHaveCount(0);
    await expect(save).toBeDisabled();
    await colour.fill(accent[theme]);
    await expect(faults).toHaveCount(0);
  }
  const place = page.getByRole('region', { name: d('brand_logo_dark'), exact: true });
  const logo = sharp({ create: { width: 400, height: 100, channels: 4, background: `${accent.dark}c0` } });
  await place
    .getByLabel(d('art_choose', { name: d('brand_logo_dark') }))
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo.png().toBuffer() });
  await expect(place.getByRole('img')).toBeVisible();
  await save.click();
  await expect(page.getByText(d('site_saved'), { exact: true })).toBeVisible();
}

/** A visitor's page as its browser draws it: the logo's file, and the accent of each theme as `#rrggbb`. */
export async function readBrand(page: Page): Promise<{ logo: string; accent: HouseBrand['accent'] }> {
  const readAccent = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    return page.locator(':root').evaluate((root) => {
      const link = document.createElement('a');
      link.style.color = 'var(--accent)';
      root.insertAdjacentElement('beforeend', link);
      const { color } = getComputedStyle(link);
      link.remove();
      const channels = [...color.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0'));
      return `#${channels.join('')}`;
    });
  };
  const accent = { light: await readAccent('light'), dark: await readAccent('dark') };
  const picture = await page
    .getByRole('banner')
    .locator('.logo')
    .evaluate((logo) => getComputedStyle(logo).backgroundImage);
  return { logo: /url\("([^"]+)"\)/.exec(picture)?.[1] ?? '', accent };
}

/** Columns that no map of ours fits, each with the field that a member chooses for it. */
const COLUMNS = [
  ['کد', 'id'],
  ['نوع', 'kind'],
  ['نام اثر', 'name_fa'],
  ['لاتین', 'name_en'],
  ['سال', 'year'],
  ['مدت', 'minutes'],
  ['از سریال', 'series'],
  ['فصل', 'season'],
  ['ردیف', 'number'],
] as const;

export interface SeriesSheet {
  name: { fa: string; en: string };
  episodes: readonly { fa: string; en: string }[];
}

/** Imports a spreadsheet of one series with its episodes; gives the series' number. */
export async function importSeries(hand: Hand, file: string, { name, episodes }: SeriesSheet): Promise<number> {
  const { page, d, n } = hand;
  const rows = [
    COLUMNS.map(([column]) => column),
    ['s-1', 'سریال', name.fa, name.en, '۱۴۰۵', '۴۵'],
    ...episodes.map(({ fa, en }, at) => ['', 'قسمت', fa, en, '', '', 's-1', '۱', String(at + 1)]),
  ];
  const width = COLUMNS.length;
  writeFileSync(
    file,
    `\ufeff${rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')].join(';')).join('\r\n')}`,
  );
  await page.goto('/desk/import');
  await page.getByLabel(d('intake_choose')).setInputFiles(file);
  for (const [column, field] of COLUMNS) await page.getByLabel(d('intake_field_of', { column })).selectOption(field);
  await page.getByRole('button', { name: d('intake_check') }).click();
  const lines = page.getByRole('table', { name: d('intake_lines') });
  await expect(lines.getByRole('row').filter({ hasText: d('intake_added') })).toHaveCount(1 + episodes.length);
  await expect(lines.getByRole('row').filter({ hasText: d('intake_rejected') })).toHaveCount(0);
  await page.getByRole('button', { name: d('intake_write'), exact: true }).click();
  await expect(page.getByText(d('intake_done_note'))).toBeVisible();
  await expect(page.getByText(d('intake_drafts_note'))).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText(n(1 + episodes.length));
  // The list names a title in Persian, and in English below it.
  await page.goto('/desk/titles?kind=series');
  await page.getByRole('link', { name: name.fa, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name[hand.locale]);
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** Publishes the drafts of the series' episodes, which stay hidden with it. */
export async function publishEpisodes({ page, d, n }: Hand, series: number, count: number): Promise<void> {
  await page.goto(`/desk/titles/${String(series)}/episodes`);
  await expect(page.getByText(d('series_drafts', { count: n(count) }))).toBeVisible();
  await page.getByRole('link', { name: d('series_drafts_open') }).click();
  await page.getByRole('button', { name: d('choose_all') }).click();
  await page.getByRole('button', { name: d('bulk_publish_do', { number: n(count) }) }).click();
  const results = page.getByRole('status', { name: d('bulk_results') });
  await expect(results.getByRole('listitem')).toHaveText(
    Array<RegExp>(count).fill(new RegExp(d('titles_state_hidden'))),
  );
  await page.goto(`/desk/titles/${String(series)}`);
}

/** Hides the title whose record is open. */
export async function hideOpenTitle(hand: Hand): Promise<void> {
  await actInDialog(hand, hand.d('title_hide'), hand.d('title_hide_do'));
  await expect(hand.page.getByRole('button', { name: hand.d('publish_now'), exact: true })).toBeVisible();
}

/** Plans the title whose record is open for a second. */
export async function planOpenTitle(hand: Hand, at: number): Promise<void> {
  const { page, d, locale } = hand;
  const dialog = page.getByRole('dialog');
  await actInDialog(hand, d('publish_plan'), d('publish_plan_do'), async () => {
    await dialog.getByRole('textbox', { name: d('publish_at') }).fill(writeMoment(at, locale));
  });
  await expect(page.getByText(d('titles_state_scheduled'), { exact: true })).toBeVisible();
}

/** Makes a title the first slide of home, which shows it once it is out. */
export async function putOnFront({ page, d, n }: Hand, series: number): Promise<void> {
  await page.goto('/desk/front');
  const hero = page.getByRole('region', { name: d('front_hero'), exact: true });
  await hero.getByText(d('front_add_slide')).click();
  await hero.getByLabel(d('front_paste')).fill(`/series/${String(series)}`);
  await hero.getByRole('button', { name: d('front_paste_add', { count: n(1) }) }).click();
  await hero.getByRole('button', { name: d('title_save') }).click();
  await expect(hero.getByText(d('title_saved'))).toBeVisible();
}

/** Gives the title whose record is open a poster and a backdrop; gives their keys. */
export async function uploadArt({ page, d }: Hand): Promise<{ poster: string; backdrop: string }> {
  const upload = async (field: 'art_poster' | 'art_backdrop', width: number, height: number) => {
    const place = page.getByRole('region', { name: d(field), exact: true });
    const choose = place.getByLabel(d('art_choose', { name: d(field) }));
    await choose.setInputFiles(await paintPicture(width, height, `${field}.jpg`));
    await expect(place.getByText(d('art_saved'))).toBeVisible();
    return /img\/([^/]+)\//.exec((await place.getByRole('img').getAttribute('src')) ?? '')?.[1] ?? field;
  };
  return { poster: await upload('art_poster', 600, 900), backdrop: await upload('art_backdrop', 1600, 900) };
}

/** Sends the film of an episode of a series; gives the episode's number. */
export async function sendEpisode({ page, d, n }: Hand, series: number, number: number, film: string): Promise<number> {
  await page.goto(`/desk/titles/${String(series)}/episodes`);
  await page.getByRole('link', { name: d('series_open', { number: n(number) }) }).click();
  const files = page.getByRole('region', { name: d('ingest_files') });
  await files.getByLabel(d('ingest_choose'), { exact: true }).setInputFiles(film);
  await files.getByRole('button', { name: d('ingest_send') }).click();
  await expect(files.getByText(d('ingest_sent'))).toBeVisible();
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** Gives back a sum of a payment's first line to the wallet. */
export async function refundPart({ page, d }: Hand, payment: string, toman: number): Promise<void> {
  await page.goto(`/desk/payments/${payment}`);
  await page.getByRole('button', { name: d('refund_open') }).click();
  await page.getByLabel(d('refund_what')).selectOption({ index: 1 });
  await page.getByLabel(d('refund_amount')).fill(String(toman));
  await page.getByLabel(d('reason_label')).fill(WHY);
  await page.getByRole('button', { name: d('refund_see') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(d('refund_shown'));
  await dialog.getByRole('button', { name: d('refund_do') }).click();
  await expect(dialog).toHaveCount(0);
}
