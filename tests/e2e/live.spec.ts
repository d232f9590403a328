import type { Page } from '@playwright/test';
import { tehranMoment } from '../../src/domain/tehran-week.ts';
import { expect, framesAdvance, test } from '../support/fixtures.ts';
import { servePrepared } from '../support/prepared-site.ts';

/** A linear channel whose programmes last a quarter of a minute, so that a few of them fit into a test. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 500;
const SITE = `http://localhost:${String(PORT)}`;
const COMMIT = { waitUntil: 'commit' } as const;
const SECONDS = 15;

let site: Awaited<ReturnType<typeof servePrepared>>;
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: SITE });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const state = { port: PORT, stateDir: '.wrangler/live-state', vars: {} };
  site = await servePrepared(state, async (db) => {
    await db.prepare('DELETE FROM programmes WHERE channel_id = 401').run();
    // A quarter of an hour before this moment, and after it.
    const insert = db.prepare(
      "INSERT INTO programmes VALUES (401, ?, ?, ?, 'برنامهٔ ' || ?, 'Programme ' || ?, NULL, ?)",
    );
    const first = Math.floor(Date.now() / 1000 / SECONDS) * SECONDS - 15 * 60;
    await db.batch(
      Array.from({ length: (30 * 60) / SECONDS }, (_, at) => {
        const { day, minute } = tehranMoment(first + at * SECONDS);
        const start = minute + ((first + at * SECONDS) % 60) / 60;
        return insert.bind(day, start, SECONDS / 60, at, at, `clip-${String((at % 2) + 1)}`);
      }),
    );
  });
});
test.afterAll(() => site.stop());

const clock = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
const frames = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

test('a channel plays on across the borders of its programmes, goes back to live after a pause, and starts over', async ({
  page,
  t,
}) => {
  test.setTimeout(150_000);
  const clips = new Set<string>();
  page.on('request', (request) => {
    const clip = /\/(clip-\d)\/\d+p\/seg-/.exec(request.url())?.[1];
    if (clip) clips.add(clip);
  });
  await page.goto('/live/401', COMMIT);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live_watch') })
    .click();
  await framesAdvance(page);
  await expect(page.getByRole('dialog').getByRole('heading')).toContainText('پرده یک');
  const badge = page.getByRole('button', { name: t('live_badge') });
  await expect(badge).toBeDisabled();
  const [begun, seen] = [await clock(page), await frames(page)];
  // Two borders lie in any 36 seconds.
  await expect.poll(() => clock(page), { timeout: 90_000 }).toBeGreaterThan(begun + 36);
  expect((await frames(page)) - seen).toBeGreaterThan(36 * 24 * 0.7);
  expect([...clips].sort()).toEqual(['clip-1', 'clip-2']);

  await page.keyboard.press('k');
  const live = page.getByRole('button', { name: t('live_go') });
  await live.click();
  await expect(badge).toBeDisabled();
  await framesAdvance(page);

  await page.getByRole('button', { name: t('live_restart') }).click();
  await expect(page.getByRole('slider', { name: t('player_seek') })).toBeVisible();
  await framesAdvance(page);
  expect(await clock(page)).toBeLessThan(16);
  await live.click();
  await expect(badge).toBeVisible();
  await page.goBack();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page).toHaveURL('/live/401');
});

test.describe('en', () => {
  test.use({ siteLocale: 'en' });

  test('a programme that has ended plays from its link, and Back closes it; one that is gone says so', async ({
    page,
    t,
  }) => {
    const ended = Math.floor(Date.now() / 1000 / 15) * 15 - 600;
    await page.goto(`/live/401?from=${String(ended)}#again`, COMMIT);
    await framesAdvance(page);
    await expect(page.getByRole('button', { name: t('live_go') })).toBeVisible();
    await expect(page.locator('.player-clock-end')).toHaveText('/ 0:16');
    await page.keyboard.press('Escape');
    await expect(page.locator('video')).toHaveCount(0);

    await page.goto('/live/401?from=1700000000#again', COMMIT);
    await page.reload(COMMIT);
    const dialog = page.getByRole('dialog', { name: t('player_failed') });
    await expect(dialog.getByText(t('error_programme_unavailable'))).toBeVisible();
    await dialog.getByRole('button', { name: t('live_watch') }).click();
    await framesAdvance(page);
  });
});
