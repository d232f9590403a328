import sharp from 'sharp';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { readDrafts } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 60_000 };

/** Without programmes, so that the channel is in no list that other tests read. In one language, as magazines.spec.ts has both. */
test('an editor makes a live channel with its source and logo, publishes it, renames it and hides it', async ({
  page,
  browser,
  mobile,
  baseURL,
  noise,
  enterAs,
}) => {
  const guest = await browser.newContext({ baseURL: baseURL ?? '' });
  const slug = `tv-${mobile.slice(-7)}`;
  const name = `شبکهٔ ${mobile}`;
  const visit = async () => (await guest.request.get(`/lives/${slug}`)).text();
  await enterAs('editor', '/desk/front/channels');
  await page.getByRole('button', { name: deskFa.channel_make }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(deskFa.front_name_fa).fill(name);
  await dialog.getByLabel(deskFa.front_name_en).fill(`Network ${mobile}`);
  await dialog.getByLabel(deskFa.front_key, { exact: true }).fill(slug);
  const source = dialog.getByLabel(deskFa.channel_source, { exact: true });
  await source.fill('http://10.0.0.1/live.m3u8');
  await dialog.getByRole('button', { name: deskFa.create_do }).click();
  await expect(dialog.getByText(fa.error_front_source)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'new channel');
  await source.fill('https://tv.example.com/live.m3u8');
  await dialog.getByRole('button', { name: deskFa.create_do }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  expect((await guest.request.get(`/lives/${slug}`)).status()).toBe(404);

  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#206080' } })
    .png()
    .toBuffer();
  await page
    .getByLabel(deskFa.art_choose.replace('{{name}}', deskFa.channel_logo))
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText(deskFa.art_saved)).toBeVisible();
  const publication = page.getByRole('region', { name: deskFa.print_publication });
  await publication.getByRole('button', { name: deskFa.publish_now_do }).click();
  await expect(publication.getByRole('button', { name: deskFa.title_hide_do })).toBeVisible();
  await expect.poll(visit, NEW_PAGE).toContain(name);

  const facts = page.getByRole('region', { name: deskFa.channel_facts });
  await facts.getByLabel(deskFa.front_name_fa).fill(`${name} دو`);
  await facts.getByRole('combobox', { name: deskFa.channel_access }).selectOption('subscription');
  await facts.getByRole('button', { name: deskFa.title_save, exact: true }).click();
  await expect(facts.getByText(deskFa.title_saved)).toBeVisible();
  await expect.poll(() => readDrafts(page)).toEqual([]);
  await expect.poll(visit, NEW_PAGE).toContain(`${name} دو`);
  await expectAccessibleInBothThemes(page, 'channel');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);

  await publication.getByLabel(deskFa.reason_label).fill('the test is over');
  await publication.getByRole('button', { name: deskFa.title_hide_do }).click();
  await expect(publication.getByRole('button', { name: deskFa.publish_now_do })).toBeVisible();
  await expect.poll(async () => (await guest.request.get(`/lives/${slug}`)).status(), NEW_PAGE).toBe(404);
  await page.goto('/desk/front/channels');
  await expect(page.getByRole('row').filter({ hasText: `${name} دو` })).toContainText(deskFa.titles_state_hidden);
  await guest.close();
  // Of the source that was refused.
  expect(noise.errors.filter((error) => !error.includes('422'))).toEqual([]);
});
