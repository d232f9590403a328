import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { FIGURES, getFigures, type Figure, type Figures } from '../../../src/features/operator/figures-contract.ts';
import type { Locale } from '../../../src/platform/text/locale.ts';
import type { StaffRole } from '../../../src/platform/http/calls/permissions.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, buyPlan, enterDesk } from '../../support/browser/desk.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

const PRESENT = 10;
const CALL = `**/api/v1${getFigures.path}`;

async function openDesk(page: Page, origin: string, mobile: string, role: StaffRole, locale: Locale) {
  await addMember(page, origin, { mobile, name: `figures ${mobile}`, role });
  await page.goto('/desk');
  await enterDesk(page, locale);
}

/** Ten hours and a half of today, and the whole day of last week. */
function makeFigures(): Figures {
  const make = (figure: Figure['figure'], part: string, of: number): Figure => ({
    ...{ figure, part, today: of * PRESENT, before: of * 8 },
    hours: Array.from({ length: 24 }, (_, hour) => (hour > PRESENT ? null : of)),
    hours_before: Array.from({ length: 24 }, (_, hour) => (hour === 3 ? null : of * 2)),
  });
  return {
    ...{ day: '2026-11-29', day_before: '2026-11-22', hour: PRESENT, counted_at: 1_795_930_000, watching: 17 },
    figures: [
      ...FIGURES.map((figure) => make(figure, '', 3600)),
      ...['saman', 'zarinpal'].map((part) => make('failed', part, 5)),
      ...['0', '44244'].map((part) => make('start', part, 900)),
      ...['0', '44244'].map((part) => make('stalled', part, 4)),
    ],
    running: { today: 720_000, before: null },
    queries: [
      { query: 'گمشده', searches: 12 },
      { query: 'inception 2', searches: 3 },
    ],
  };
}

for (const locale of ONE_LOCALE) {
  test.describe(`figures of the desk (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];
    const number = (value: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB').format(value);

    test('today beside last week, in tiles, charts, tables and files', async ({
      page,
      mobile,
      signIn,
      baseURL,
      noise,
    }) => {
      await signIn();
      await page.route(CALL, (route) => route.fulfill({ json: { data: makeFigures() } }));
      await openDesk(page, baseURL ?? '', mobile, 'viewer', locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(d('figures_title'));
      const tile = page.getByRole('link', { name: d('figures_signups') });
      await expect(tile).toContainText(number(36_000));
      await expect(tile).toContainText(number(25));
      await expect(page.getByRole('link', { name: d('figures_watching') })).toContainText(number(17));
      const rate = d('figures_percent').replace('{{value}}', number(5));
      const churn = d('figures_running').replace('{{running}}', number(720_000)).replace('{{rate}}', rate);
      await expect(page.getByRole('link', { name: d('figures_ended') })).toContainText(churn);
      await expectAccessibleInBothThemes(page, 'figures');

      const failed = page.getByRole('region', { name: d('figures_failed') });
      await expect(failed.getByRole('table', { name: d('figures_failed') }).locator('tbody tr')).toHaveCount(2);
      await failed.getByRole('combobox').selectOption('saman');
      await failed.getByRole('button', { name: d('figures_table') }).click();
      const hours = failed.getByRole('table').last().locator('tbody tr');
      await expect(hours).toHaveCount(24);
      await expect(hours.nth(3)).toContainText(number(5));
      await expect(hours.nth(3)).toContainText(d('value_none'));
      await expectAccessible(page, 'table of hours');

      const queries = page.getByRole('table', { name: d('figures_queries') });
      await expect(queries.locator('tbody tr')).toHaveCount(2);
      await expect(queries.locator('tbody tr').first()).toContainText(number(12));

      const chart = failed.getByRole('img');
      const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
      await chart.hover({ position: { x: (width * 2.5) / 24, y: height / 2 } });
      await expect(failed.getByRole('figure')).toContainText(number(10));
      await expect(failed.getByRole('figure')).toContainText(number(2));

      const saving = page.waitForEvent('download');
      await failed.getByRole('button', { name: d('csv_save') }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('pardeh-failed-2026-11-29.csv');
      const rows = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(rows).toHaveLength(1 + 3 * 24);
      expect(rows[0]).toContain('2026-11-29,2026-11-22');
      expect(rows[4]).toMatch(/,03:00,3600,$/);

      await page.setViewportSize({ width: 360, height: 780 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(noise.errors).toEqual([]);
    });
  });
}

test('the desk opens on figures that nobody has counted, and says when they fail', async ({
  page,
  mobile,
  signIn,
  baseURL,
}) => {
  await signIn();
  await openDesk(page, baseURL ?? '', mobile, 'finance', 'fa');
  // Those that are counted as they happen, as the SMS of this sign-in, are known.
  const uncounted = page.getByText(deskFa.figures_uncounted);
  await expect(uncounted).not.toHaveCount(0);
  const count = await uncounted.count();
  expect(count).toBeGreaterThan(FIGURES.length / 2);
  await expectAccessible(page, 'uncounted');
  await page.route(CALL, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(deskFa.state_network);
  await page.unroute(CALL);
  await page.getByRole('button', { name: deskFa.state_again }).click();
  await expect(uncounted).not.toHaveCount(0);
  // Older figures stay, and are said to be old.
  await page.route(CALL, (route) => route.abort());
  await page.getByRole('button', { name: deskFa.figures_refresh }).click();
  await expect(page.getByRole('alert')).toContainText(deskFa.state_older.split('{{')[0] ?? '');
  await expect(uncounted).not.toHaveCount(0);
  await expectAccessible(page, 'old');
  await page.unroute(CALL);
  await page.getByRole('button', { name: deskFa.state_again }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('rows of another filter are marked and cannot be pressed', async ({ page, mobile, signIn, baseURL }) => {
  await signIn();
  const origin = baseURL ?? '';
  await buyPlan(page, origin);
  await openDesk(page, origin, mobile, 'finance', 'fa');
  await page.goto('/desk/payments');
  const rows = page.locator('.desk-loaded');
  await expect(rows.getByRole('link').first()).toBeVisible();
  const release = await holdRequests(page, /payments\?state=/);
  await page.getByRole('combobox', { name: deskFa.payment_state }).selectOption('failed');
  await expect(rows).toHaveAttribute('aria-busy', 'true');
  await expect(rows).toHaveAttribute('inert', '');
  release();
  await expect(rows).not.toHaveAttribute('aria-busy');
  await expect(rows).not.toHaveAttribute('inert');
});

test('who may not read figures begins at the first screen of theirs', async ({ page, mobile, signIn, baseURL }) => {
  await signIn();
  await openDesk(page, baseURL ?? '', mobile, 'moderator', 'fa');
  await expect(page).toHaveURL(/\/desk\/comments$/);
  await expect(page.getByRole('link', { name: deskFa.nav_figures })).toHaveCount(0);
});
