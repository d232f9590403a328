import fa from '../../../locales/fa.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';

/** In one language: all members share the budget of tests. */
test('an owner sees which settings of banks and SMS are there, and sends an SMS to their own number', async ({
  page,
  noise,
  enterAs,
}) => {
  await enterAs('owner', '/desk/services');
  const vandar = page.getByRole('region', { name: deskFa.service_vandar });
  await expect(vandar).toContainText('VANDAR_TOKEN');
  await vandar.getByText(deskFa.services_how).click();
  await expect(vandar).toContainText('npx wrangler secret put VANDAR_TOKEN');
  await expectAccessibleInBothThemes(page, 'banks and SMS');
  const outbox = page.getByRole('region', { name: deskFa.service_outbox });
  await outbox.getByRole('button').click();
  await expect(outbox.getByRole('status')).toContainText(deskFa.service_sms_sent);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.goto('/dev/inbox');
  await expect(page.getByText('این پیامک آزمایشی است').first()).toBeVisible();
  expect(noise.errors).toEqual([]);
});

/** To the value of the test server (tools/lib/local-state.ts): pages that other tests read stay as they are. */
test('an owner sets a switch of the site in the desk, which says so, and gives it back to the host', async ({
  page,
  noise,
  enterAs,
}) => {
  await enterAs('owner', '/desk/services');
  const row = page.getByRole('row').filter({ hasText: deskFa.flag_fullrate });
  await expect(row).toContainText(deskFa.flag_from_host);
  await page.getByRole('link', { name: deskFa.flag_arrange }).click();
  await page.getByRole('combobox', { name: deskFa.flag_fullrate }).selectOption(deskFa.flag_networks_list);
  const numbers = page.getByLabel(deskFa.flag_network_list, { exact: true });
  await numbers.fill('ایرانسل');
  await page.getByLabel(deskFa.reason_label).fill('a test of the switches');
  await page.getByRole('button', { name: deskFa.site_save }).click();
  await expect(page.getByRole('alert').filter({ hasText: fa.error_site_networks })).toBeVisible();
  await numbers.fill('AS۱۹۷۲۰۷، ۴۴۲۴۴');
  await page.getByRole('button', { name: deskFa.site_save }).click();
  await expect(page.getByText(deskFa.site_saved)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'switches of the site');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.goto('/desk/services');
  await expect(row).toContainText(deskFa.flag_from_desk);
  await expect(row).toContainText('FULLRATE_NETWORKS=197207,44244');
  await page.goto('/desk/site?part=flags');
  await page.getByRole('button', { name: deskFa.site_version_built_in }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(deskFa.reason_label).fill('the test is over');
  await dialog.getByRole('button', { name: deskFa.site_restore }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/desk/services');
  await expect(row).toContainText(deskFa.flag_from_host);
  // Of the numbers that were refused.
  expect(noise.errors.filter((error) => !error.includes('422'))).toEqual([]);
});
