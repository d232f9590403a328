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
