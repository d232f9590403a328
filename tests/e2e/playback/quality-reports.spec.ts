import type { Page, Request } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import { FREE, play, seek, time } from '../../support/browser/watching.ts';

type Report = Record<string, unknown> & { sid: string; sn: number; sta: string };

/** The reports that a page sends, in their order. */
function collectReports(page: Page): Report[] {
  const reports: Report[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().endsWith('/plays/quality')) return;
    reports.push(...(request.postDataJSON() as { reports: Report[] }).reports);
  });
  return reports;
}

const find = (reports: Report[], sta: string) => reports.find((report) => report.sta === sta);

test(
  'a play reports its start, a forced stall and its end, under one id of this play alone',
  { tag: '@full' },
  async ({ page, t }) => {
    const reports = collectReports(page);
    // Of the picture, nothing from 12 s on comes until the stall was reported.
    const release = await holdRequests(page, /\/\d+p\/seg-[3-9]\.m4s/);
    await page.goto(FREE);
    expect(reports).toEqual([]);
    await play(page, FREE);
    await expect.poll(() => find(reports, 'p')).toMatchObject({ v: 2, e: 'ps', sf: 'h', st: 'v', sn: 0 });
    expect(find(reports, 'p')?.['msd']).toBeGreaterThan(0);
    await seek(page, 10.5);
    await expect.poll(() => find(reports, 'r')).toMatchObject({ e: 'ps' });
    release();
    await expect.poll(() => time(page)).toBeGreaterThan(12.2);
    await page.keyboard.press('Escape');
    await expect.poll(() => find(reports, 'q')).toBeDefined();
    expect(find(reports, 'q')).not.toHaveProperty('su');
    expect(reports.some(({ bsd }) => Array.isArray(bsd) && Number(bsd[0]) > 0)).toBe(true);
    expect(find(reports, 'r')?.['ir.pardeh-height']).toBeGreaterThan(100);
    expect(new Set(reports.map(({ sid }) => sid)).size).toBe(1);
    expect(reports.map(({ sn }) => sn)).toEqual(reports.map((_, at) => at));
    // Another play has another id.
    const { sid } = reports[0] ?? {};
    await page
      .getByRole('main')
      .getByRole('link', { name: t('act_watch_free'), exact: true })
      .first()
      .click();
    await expect.poll(() => reports.some((report) => report.sta === 'p' && report.sid !== sid)).toBe(true);
  },
);

for (const way of ['a press on Play', 'its address']) {
  test(`who leaves before the first picture is counted (${way})`, async ({ page, t }) => {
    const reports = collectReports(page);
    await page.route(/\/seg-\d+\.m4s/, () => undefined);
    await page.goto(way === 'its address' ? `${FREE}#play` : FREE);
    if (way !== 'its address') {
      const link = page.getByRole('main').getByRole('link', { name: t('act_watch_free'), exact: true });
      await link.first().click();
    }
    // The player is open by then; the video is in the page from the press on.
    await expect(page.getByRole('dialog').locator('video')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect.poll(() => reports).toMatchObject([{ e: 'ps', sta: 'q', su: true }]);
  });
}

test('media that fails is reported with its cause; a refusal is none', { tag: '@full' }, async ({ page }) => {
  const reports = collectReports(page);
  await page.route('**/master.m3u8*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${FREE}#play`);
  await expect.poll(() => reports).toMatchObject([{ sta: 'f', su: true, ec: ['missing'] }]);
  await page.goto('/movie/52#play');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/offline');
  expect(reports).toHaveLength(1);
});

test(
  'a channel reports its start, a forced stall, each minute and its end, by the same beacon',
  { tag: '@full' },
  async ({ page, t }) => {
    const reports = collectReports(page);
    let isHeld = false;
    const release = await holdRequests(page, /\/\d+p\/seg-\d+\.m4s/, () => isHeld);
    await page.clock.install();
    await page.goto('/live/401');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('live_watch') })
      .click();
    await expect.poll(() => find(reports, 'p')).toMatchObject({ v: 2, e: 'ps', sf: 'h', st: 'l', sn: 0 });
    expect(find(reports, 'p')?.['msd']).toBeGreaterThan(0);
    await framesAdvance(page);
    const minutes = () => reports.filter(({ e, 'ir.pardeh-played': played }) => e === 't' && Number(played) > 50_000);
    await page.clock.fastForward(61_000);
    await expect.poll(() => minutes().length).toBe(1);
    isHeld = true;
    await expect.poll(() => find(reports, 'r'), { timeout: 90_000 }).toMatchObject({ e: 'ps', st: 'l' });
    release();
    await framesAdvance(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => find(reports, 'q')).toMatchObject({ st: 'l' });
    expect(find(reports, 'q')).not.toHaveProperty('su');
    expect(reports.some(({ bsd }) => Array.isArray(bsd) && Number(bsd[0]) > 0)).toBe(true);
    expect(new Set(reports.map(({ sid }) => sid)).size).toBe(1);
    expect(reports.map(({ sn }) => sn)).toEqual(reports.map((_, at) => at));
  },
);

test(
  'a channel that fails is reported with its cause, and each new try is a play of its own',
  { tag: '@full' },
  async ({ page, t }) => {
    const reports = collectReports(page);
    await page.route('**/media/live/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/live/401#play');
    await expect(page.getByRole('dialog', { name: t('player_failed') })).toBeVisible();
    await expect.poll(() => reports.length).toBe(4);
    expect(reports).toMatchObject(reports.map(() => ({ st: 'l', sta: 'f', su: true, ec: ['missing'], sn: 0 })));
    expect(new Set(reports.map(({ sid }) => sid)).size).toBe(4);
  },
);

test('of a viewer who asks not to be followed nothing is sent', async ({ page }) => {
  const reports = collectReports(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await play(page, FREE);
  await page.keyboard.press('Escape');
  await expect(page.locator('video')).toBeHidden();
  expect(reports).toEqual([]);
});
