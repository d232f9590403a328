import { deskText, load } from './desk-stage.ts';
import type { Stage } from './scenes.ts';

const findPeople = async (stage: Stage, name: string) => {
  const box = (await stage.page.getByRole('dialog').isVisible())
    ? stage.page.getByRole('dialog')
    : stage.page.getByRole('main');
  await box.getByRole('searchbox').fill(name);
  await box.getByRole('searchbox').press('Enter');
  const buttons = box.getByRole('table', { name: deskText(stage, 'credits_matches') }).getByRole('button');
  await buttons.first().waitFor();
  return buttons;
};
export const showPeople = async (stage: Stage) => {
  await load(stage);
  await findPeople(stage, 'حسینی');
};
/** Up to how many titles move. */
export const showMerge = async (stage: Stage) => {
  const { page, locale } = stage;
  await load(stage);
  await (await findPeople(stage, 'حسینی')).first().click();
  await page.getByRole('dialog').waitFor();
  await (await findPeople(stage, 'معادی')).first().click();
  await page.getByLabel(deskText(stage, 'reason_label')).fill(locale === 'fa' ? 'یک نفر با دو املا' : 'one person');
  await page.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await page.getByRole('dialog').locator('.desk-facts').waitFor();
};
export const showPortrait = async (stage: Stage) => {
  await load(stage);
  await (await findPeople(stage, 'حسینی')).nth(1).click();
  await stage.page.getByRole('dialog').locator('.desk-face').first().waitFor();
};
/** Up to the name of a sound, with the subtitles behind it. */
export const showSound = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  const tracks = page.getByRole('region', { name: deskText(stage, 'tracks_title') });
  const sounds = tracks.getByRole('table', { name: deskText(stage, 'ingest_report_sounds') });
  await sounds.getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
};
export const showTitlePrice = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.getByRole('button', { name: deskText(stage, 'price_change') }).click();
  await page.getByLabel(deskText(stage, 'price_sale')).selectOption('beside');
  await page.getByRole('dialog').getByLabel(deskText(stage, 'price_toman')).fill('87000');
  await page.getByLabel(deskText(stage, 'codes_starts'), { exact: true }).selectOption('later');
  await page.getByLabel(deskText(stage, 'prices_start_time'), { exact: true }).fill('1414/01/01 20:00');
};
/** A new chapter without names, and the first marker's handle. */
export const showTimeline = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  const panel = page.getByRole('region', { name: deskText(stage, 'timeline_title') });
  const moment = panel.getByRole('slider', { name: deskText(stage, 'timeline_moment') });
  await moment.press('Home');
  await moment.press('Shift+ArrowRight');
  await moment.press('ArrowRight');
  const chapters = panel.getByRole('region', { name: deskText(stage, 'title_field_chapters') });
  await chapters.locator('.btn-line').click();
  await chapters.locator('[aria-invalid]').first().waitFor();
  await panel.getByRole('slider').nth(1).focus();
  // A picture ends before the panel.
  await panel.evaluate((element) => {
    for (const other of element.parentElement?.children ?? [])
      if (other !== element && other instanceof HTMLElement) other.style.display = 'none';
  });
};

/** The synopses of the first episode of a series. */
export async function showSynopses(stage: Stage) {
  await load(stage);
  const name = new RegExp(deskText(stage, 'series_synopses_of').replace('{{number}}', '[1۱]'));
  await stage.page.getByRole('button', { name }).click();
}

export async function showSeason(stage: Stage) {
  await load(stage);
  await stage.page.getByRole('button', { name: deskText(stage, 'series_season_edit') }).click();
}

export const showPaste = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  const rows = '1\tنامی نو\tA new name\n90\tپایان\tThe end\t50\t1405/09/08\n91\tپس از پایان\nبد\tبی‌شماره\n92';
  await page.getByLabel(deskText(stage, 'series_paste_label')).fill(rows);
  await page.getByRole('button', { name: deskText(stage, 'series_paste_read') }).click();
  await page.getByRole('button', { name: deskText(stage, 'intake_check') }).click();
  await page.getByRole('table', { name: deskText(stage, 'intake_lines') }).waitFor();
};

/** Titles that are chosen, and a time for all of them. */
export const showPlanOfMany = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  for (const at of [0, 2]) await page.getByRole('main').getByRole('checkbox').nth(at).check();
  await page.getByRole('combobox', { name: deskText(stage, 'bulk_act'), exact: true }).selectOption('plan');
  await page.getByRole('textbox', { name: deskText(stage, 'publish_at') }).fill('2035-03-21T00:00');
};

/** Titles that are chosen, up to the result of each change. */
export const showEditOfMany = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  for (const at of [0, 1, 2]) await page.getByRole('main').getByRole('checkbox').nth(at).check();
  await page
    .getByRole('button', { name: new RegExp(deskText(stage, 'edit_titles_open').replace('{{number}}', '.')) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: deskText(stage, 'refund_see') }).click();
  await dialog.getByRole('table').waitFor();
};
