import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** Repeats run beside each other, and each has a film of its own. */
const FIRST_FILM = 90;

/** Red at the left, blue at the right. */
async function paintHalves(width: number, height: number): Promise<Buffer> {
  const blue = { create: { width: width / 2, height, channels: 3, background: '#2020c0' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#c02020' } })
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .jpeg()
    .toBuffer();
}

/** `red` or `blue`, by the middle of a picture that a page shows. */
const readColour = (picture: Locator) =>
  picture.evaluate((image) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!(image instanceof Object) || context === null) return null;
    canvas.width = 3;
    canvas.height = 3;
    context.drawImage(image as HTMLImageElement, 0, 0, 3, 3);
    const [red = 0, , blue = 0] = context.getImageData(1, 1, 1, 1).data;
    return red > blue ? 'red' : 'blue';
  });

for (const locale of ONE_LOCALE) {
  test.describe(`crops of a title's pictures (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replace(`{{${name}}}`, value),
        (locale === 'fa' ? deskFa : deskEn)[key],
      );
    const formatNumber = (number: number) => new Intl.NumberFormat(locale, { useGrouping: false }).format(number);

    test('an editor frames a part of a backdrop by the keyboard, sees it as visitors will, and takes it away', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }, { repeatEachIndex }) => {
      const name = d('art_backdrop');
      await signIn();
      await addMember(page, baseURL ?? '', { mobile, name: `crop ${mobile}`, role: 'editor' });
      await page.goto(`/desk/titles/${String(FIRST_FILM + repeatEachIndex)}`);
      await enterDesk(page, locale);
      const place = page.getByRole('region', { name, exact: true });
      const image = place.getByRole('img', { name: d('art_now', { name }) });
      const file = { name: 'halves.jpg', mimeType: 'image/jpeg', buffer: await paintHalves(1600, 900) };
      await place.getByLabel(d('art_choose', { name })).setInputFiles(file);
      await expect(place.getByText(d('art_saved'))).toBeVisible();
      const source = await image.getAttribute('src');

      const open = place.getByRole('button', { name: d('art_crop_of', { name }) });
      await open.click();
      const dialog = page.getByRole('dialog', { name: d('art_crop_of', { name }) });
      const cropper = dialog.getByRole('application', { name: d('art_crop_area') });
      const zoom = dialog.getByRole('slider', { name: d('art_crop_zoom') });
      const size = dialog.getByText(d('art_crop_size', { width: formatNumber(480), height: formatNumber(270) }));
      await expect(cropper).toBeVisible();
      await zoom.press('End');
      await expect(size).toBeVisible();
      const card = dialog.frameLocator(`iframe[title="${d('art_preview_card')}"]`).locator('.grid-wide img');
      const head = dialog.frameLocator(`iframe[title="${d('art_preview_wide')}"]`).locator('.hero-art');
      await cropper.focus();
      for (let press = 0; press < 60; press += 1) await cropper.press('ArrowLeft');
      await expect.poll(() => readColour(card)).toBe('blue');
      for (let press = 0; press < 120; press += 1) await cropper.press('ArrowRight');
      await expect.poll(() => readColour(card)).toBe('red');
      await expect.poll(() => readColour(head)).toBe('red');
      await expectAccessibleInBothThemes(page, 'a crop');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await dialog.getByRole('button', { name: d('art_crop_save') }).click();
      await expect(dialog).toHaveCount(0);

      await expect(place.getByText(d('art_cropped'))).toBeVisible();
      await expect(image).not.toHaveAttribute('src', source ?? '');
      const answer = await page.request.get((await image.getAttribute('src')) ?? '', {
        headers: { accept: 'image/webp' },
      });
      const { channels } = await sharp(await answer.body()).stats();
      expect(channels[0]?.mean).toBeGreaterThan((channels[2]?.mean ?? 0) + 100);

      await open.click();
      await expect(size).toBeVisible();
      await expect.poll(() => readColour(card)).toBe('red');
      await dialog.getByRole('button', { name: d('art_crop_focus') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(image).toHaveAttribute('src', source ?? '');
      await expect(place.getByText(d('art_cropped'))).toHaveCount(0);
      expect(noise.errors).toEqual([]);
    });

    test('an editor frames a part of a still, which stays in its place of the gallery, and takes the frame away', async ({
      page,
      noise,
      enterAs,
    }, { repeatEachIndex }) => {
      await enterAs('editor', `/desk/titles/${String(FIRST_FILM + 2 + repeatEachIndex)}`);
      const stills = page.getByRole('region', { name: d('art_stills'), exact: true });
      const image = (number: number) => stills.getByRole('img', { name: nameStill(number), exact: true });
      const nameStill = (number: number) => d('art_still_of', { number: formatNumber(number) });
      const add = stills.getByLabel(d('art_add_still'));
      await expect(stills).toBeVisible();
      const count = await stills.getByRole('listitem').count();
      const [first, second] = [count + 1, count + 2];
      const halves = { name: 'halves.jpg', mimeType: 'image/jpeg', buffer: await paintHalves(1280, 720) };
      await add.setInputFiles(halves);
      await expect(image(first)).toBeVisible();
      await add.setInputFiles({ ...halves, name: 'thirds.jpg', buffer: await paintHalves(1280, 740) });
      await expect(image(second)).toBeVisible();
      const [full, other] = [await image(first).getAttribute('src'), await image(second).getAttribute('src')];

      const name = d('art_crop_of', { name: nameStill(first) });
      const open = stills.getByRole('button', { name, exact: true });
      await open.click();
      const dialog = page.getByRole('dialog', { name });
      const cropper = dialog.getByRole('application', { name: d('art_crop_area') });
      await expect(cropper).toBeVisible();
      await dialog.getByRole('slider', { name: d('art_crop_zoom') }).press('End');
      const part = dialog.getByRole('region', { name: d('art_crop_preview') }).locator('img');
      await cropper.focus();
      for (let press = 0; press < 60; press += 1) await cropper.press('ArrowRight');
      await expect.poll(() => readColour(part)).toBe('red');
      for (let press = 0; press < 120; press += 1) await cropper.press('ArrowLeft');
      await expect.poll(() => readColour(part)).toBe('blue');
      await expectAccessibleInBothThemes(page, 'a crop of a still');
      await dialog.getByRole('button', { name: d('art_crop_save') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(open).toBeFocused();
      await expect(stills.getByText(d('art_cropped'))).toHaveCount(1);
      await expect(image(first)).not.toHaveAttribute('src', full ?? '');
      await expect.poll(() => readColour(image(first))).toBe('blue');
      await expect(image(second)).toHaveAttribute('src', other ?? '');

      await add.setInputFiles(halves);
      await expect(image(second + 1)).toHaveAttribute('src', full ?? '');
      await open.click();
      await dialog.getByRole('button', { name: d('art_crop_remove') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(image(first)).toHaveAttribute('src', full ?? '');
      await expect(image(second)).toHaveAttribute('src', other ?? '');
      await expect(image(second + 1)).toHaveCount(0);
      expect(noise.errors).toEqual([]);
    });

    test('an editor frames a square of a portrait in its dialog, and the history takes it back', async ({
      page,
      mobile,
      noise,
      enterAs,
    }) => {
      const [fa, en] = [`برش ${mobile}`, `Crop ${mobile}`];
      await enterAs('editor', '/desk/cast');
      await page.getByText(d('credits_new'), { exact: true }).click();
      await page.getByLabel(d('title_field_name_fa'), { exact: true }).fill(fa);
      await page.getByLabel(d('title_field_name_en'), { exact: true }).fill(en);
      await page.getByRole('button', { name: d('credits_make') }).click();
      await page.getByRole('searchbox').fill(en);
      await page.getByRole('searchbox').press('Enter');
      const title = d('portrait_of', { name: locale === 'fa' ? fa : en });
      await page.getByRole('button', { name: title }).click();

      const portrait = page.getByRole('dialog', { name: title });
      const image = portrait.getByRole('img', { name: d('art_now', { name: d('portrait') }) });
      const file = { name: 'halves.jpg', mimeType: 'image/jpeg', buffer: await paintHalves(800, 1000) };
      await portrait.getByLabel(d('art_choose', { name: d('portrait') })).setInputFiles(file);
      await expect(image).toBeVisible();
      const source = await image.getAttribute('src');
      const open = portrait.getByRole('button', { name: d('art_crop_of', { name: d('portrait') }) });
      await open.click();
      const dialog = page.getByRole('dialog', { name: d('art_crop_of', { name: d('portrait') }) });
      const cropper = dialog.getByRole('application', { name: d('art_crop_area') });
      await expect(cropper).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(open).toBeFocused();

      await page.keyboard.press('Enter');
      await dialog.getByRole('slider', { name: d('art_crop_zoom') }).press('End');
      const side = formatNumber(112);
      await expect(dialog.getByText(d('art_crop_size', { width: side, height: side }))).toBeVisible();
      const face = dialog
        .getByRole('region', { name: d('art_crop_preview') })
        .locator('img')
        .first();
      await cropper.focus();
      for (let press = 0; press < 80; press += 1) await cropper.press('ArrowRight');
      await expect.poll(() => readColour(face)).toBe('red');
      for (let press = 0; press < 160; press += 1) await cropper.press('ArrowLeft');
      await expect.poll(() => readColour(face)).toBe('blue');
      await expectAccessibleInBothThemes(page, 'a crop of a portrait');
      await dialog.getByRole('button', { name: d('art_crop_save') }).click();
      await expect(dialog).toHaveCount(0);

      await expect(portrait.getByText(d('art_cropped'))).toBeVisible();
      await expect(image).not.toHaveAttribute('src', source ?? '');
      await expect.poll(() => readColour(image)).toBe('blue');
      const history = portrait.getByRole('table', { name: d('title_history') });
      await history.getByRole('button', { name: d('title_undo_of', { field: d('portrait') }) }).click();
      await expect(image).toHaveAttribute('src', source ?? '');
      await expect(portrait.getByText(d('art_cropped'))).toHaveCount(0);
      expect(noise.errors).toEqual([]);
    });
  });
}
