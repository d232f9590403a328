import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';

/** In one language: the text is the whole site's, and a second test would change it meanwhile. */
test('an editor writes about the house with a preview, it is on the page, and the built-in text comes back', async ({
  page,
  mobile,
  noise,
  enterAs,
}) => {
  await enterAs('editor', '/desk/site?part=about');
  const text = page.getByLabel(deskFa.site_text_in.replace('{{language}}', deskFa.title_fa), { exact: true });
  await expect(text).not.toHaveValue('');
  await text.fill(`# خانهٔ ما\n${HOSTILE} و **پررنگ** و [پرسش](/profile/faq)`);
  const preview = page.getByRole('region').filter({ has: page.getByRole('link', { name: 'پرسش' }) });
  await expect(preview.last()).toContainText(HOSTILE);
  await page.getByLabel(deskFa.reason_label).fill('a test of the desk');
  await expectAccessibleInBothThemes(page, 'texts of the site');
  await page.reload();
  await expect(text).toHaveValue(/خانهٔ ما/);
  await page.getByRole('button', { name: deskFa.site_save }).click();
  await expect(page.getByText(deskFa.site_saved)).toBeVisible();

  await page.goto('/profile/about-contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'خانهٔ ما' })).toBeVisible();
  await expect(main.getByText(HOSTILE)).toBeVisible();
  await expect(main.getByRole('link', { name: 'پرسش', exact: true })).toHaveAttribute('href', '/profile/faq');
  await expectAccessibleInBothThemes(page, 'about');

  await page.goto('/desk/site?part=about');
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByRole('row').filter({ hasText: mobile }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: deskFa.site_version_built_in }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(deskFa.reason_label).fill('the test is over');
  await expectAccessibleInBothThemes(page, 'version');
  await dialog.getByRole('button', { name: deskFa.site_restore }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/profile/about-contact');
  await expect(main.getByText(HOSTILE)).toHaveCount(0);
  expect(noise.errors).toEqual([]);
});

test('an editor adds a question, moves it, and takes it away again', async ({ page, enterAs }) => {
  await enterAs('editor', '/desk/site?part=faq');
  await page.getByRole('button', { name: deskFa.site_question_add }).click();
  const entry = page.getByRole('listitem').filter({ has: page.locator('details[open]') });
  await entry.getByLabel(deskFa.site_question_fa, { exact: true }).fill('نشانی شما؟');
  await expectAccessibleInBothThemes(page, 'questions');
  const summaries = page.locator('details > summary');
  const last = (await summaries.count()) - 1;
  await page.getByRole('button', { name: deskFa.site_up_of.replace('{{name}}', 'نشانی شما؟') }).click();
  await expect(summaries.nth(last - 1)).toContainText('نشانی شما؟');
  // An answer is missing.
  await page.getByLabel(deskFa.reason_label).fill('a test of the desk');
  await expect(page.getByRole('button', { name: deskFa.site_save })).toBeDisabled();
  await page.getByRole('button', { name: deskFa.site_remove_of.replace('{{name}}', 'نشانی شما؟') }).click();
  await expect(page.getByText('نشانی شما؟')).toHaveCount(0);
});

/** Not saved: the footer is that of every page. tests/api/site/texts.test.ts saves. */
test('an editor sees the footer’s sentence beside the field, and the built-in one where it is empty', async ({
  page,
  noise,
  enterAs,
}) => {
  await enterAs('editor', '/desk/site?part=house');
  const panel = page.getByRole('region', { name: deskFa.site_footer, exact: true });
  const preview = panel.getByRole('region', {
    name: deskFa.site_preview_of.replace('{{name}}', deskFa.site_footer_fa),
  });
  await expect(preview).toHaveText(deskFa.site_footer_built_in);
  await panel.getByLabel(deskFa.site_footer_fa, { exact: true }).fill(HOSTILE);
  await expect(preview).toHaveText(HOSTILE);
  await expectAccessibleInBothThemes(page, 'telephone, links and seals');
  expect(noise.errors).toEqual([]);
});

/** Not saved: the name is that of every page, and other tests read it. tests/api/site/brand.test.ts saves. */
test('an editor sees the contrast of a colour, takes the nearest that can be read, and sees home with the draft', async ({
  page,
  noise,
  enterAs,
}) => {
  await enterAs('editor', '/desk/site?part=brand');
  const name = page.getByLabel(deskFa.brand_name_fa, { exact: true });
  await expect(name).toHaveValue('پرده');
  await name.fill('نمای <نو>');
  await expect(page.getByText(deskFa.brand_name_signs)).toBeVisible();
  await name.fill('نمای نو');
  const light = page.getByRole('region', { name: deskFa.brand_light, exact: true });
  const colour = light.getByLabel(deskFa.brand_colour.replace('{{theme}}', deskFa.brand_light), { exact: true });
  await colour.fill('#ff8800');
  await page.getByLabel(deskFa.reason_label).fill('a test of the desk');
  await expect(page.getByRole('button', { name: deskFa.site_save })).toBeDisabled();
  await expect(light.getByRole('listitem').filter({ hasText: deskFa.brand_fails }).first()).toBeVisible();
  await light.getByRole('button', { name: deskFa.brand_use.split('\u2066')[0] }).click();
  await expect(light.getByText(deskFa.brand_fails)).toHaveCount(0);
  await expectAccessibleInBothThemes(page, 'brand');
  const accent = await colour.inputValue();
  expect(accent).toMatch(/^#[\da-f]{6}$/);
  const place = page.getByRole('region', { name: deskFa.brand_logo_dark, exact: true });
  const file = place.getByLabel(deskFa.art_choose.replace('{{name}}', deskFa.brand_logo_dark));
  const svg = test.info().outputPath('logo.svg');
  writeFileSync(svg, '<svg onload="alert(1)"/>');
  await file.setInputFiles(svg);
  await expect(place.getByRole('alert')).toBeVisible();
  const picture = sharp({ create: { width: 400, height: 100, channels: 4, background: '#20c0a0c0' } });
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
  await expect(place.getByRole('img')).toBeVisible();
  await expect(page.getByRole('button', { name: deskFa.site_save })).toBeEnabled();

  await page.getByLabel(deskFa.brand_theme, { exact: true }).selectOption('light');
  await page.getByRole('button', { name: deskFa.brand_preview_show }).click();
  const home = page.frameLocator(`iframe[title="${deskFa.brand_preview}"]`);
  await expect(home.getByRole('banner').getByRole('link', { name: 'نمای نو' })).toBeVisible();
  await expect(home.getByRole('contentinfo')).toContainText('نمای نو');
  const look = await home.locator(':root').evaluate((root) => {
    const link = document.createElement('a');
    link.style.color = 'var(--accent)';
    root.insertAdjacentElement('beforeend', link);
    const { backgroundImage, inlineSize } = getComputedStyle(document.querySelector('.logo') ?? root);
    return { colour: getComputedStyle(link).color, title: document.title, picture: backgroundImage, inlineSize };
  });
  const channels = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  expect(look.colour).toBe(`rgb(${channels.join(', ')})`);
  expect(look.title).toContain('نمای نو');
  expect(look.picture).toContain('/media/img/wordmark-');
  expect(look.inlineSize).toBe('128px');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  // A guest has the name that was saved.
  await page.goto('/');
  await expect(page).toHaveTitle(/^پرده:/);
  expect(noise.errors).toEqual([]);
});
