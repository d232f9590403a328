// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readCast, serveSender } from '../../support/browser/cast-sender.ts';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { allowLatePictures, makePicturesLate, stopClock } from '../../support/browser/hung-video.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { listenAsSource, makeTransportStream } from '../../support/media/tv-source.ts';
import { press, time } from '../../support/browser/watching.ts';

/** A channel from elsewhere in transport streams, which hls.js plays. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 480;
const HANG_GUARD = { timeout: 120_000 };
const folder = mkdtempSync(join(tmpdir(), 'pardeh-source-'));
let source: Awaited<ReturnType<typeof listenAsSource>>;
let site: Awaited<ReturnType<typeof servePrepared>>;

// The segments come from loopback, which no page of the site may ask.
test.use({ baseURL: `http://localhost:${String(PORT)}`, bypassCSP: true });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  makeTransportStream(folder);
  source = await listenAsSource(folder);
  const vars = { STREAM_PLAIN_HOSTS: new URL(source.url).host, CAST: 'on' };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/elsewhere-state', vars }, (db) =>
    db.prepare('UPDATE channels SET stream_url = ? WHERE id = 406').bind(`${source.url}/live.m3u8`).run(),
  );
});

test.beforeEach(() => {
  Object.assign(source, { failed: 0, most: Infinity, fault: 'none', begun: Date.now() });
});

test.afterAll(async () => {
  await site.stop();
  source.close();
  rmSync(folder, { recursive: true, force: true });
});

async function watch(page: Page): Promise<void> {
  await page.goto('/live/406#play');
  await expect(page.getByRole('dialog').getByRole('region')).toHaveAttribute('data-engine', 'hls.js');
  await framesAdvance(page);
}

const FAULTS = [
  { fault: 403, text: 'player_failed_expired', locale: 'fa' },
  { fault: 404, text: 'player_failed_missing', locale: 'en' },
  { fault: 'html', text: 'player_failed_server', locale: 'fa' },
] as const;

for (const { fault, text, locale } of FAULTS) {
  test.describe(`a source that fails (${locale})`, () => {
    test.use({ siteLocale: locale });

    test(`segments that are ${String(fault)} have a text of their own, and the channel returns with its source`, async ({
      page,
      t,
    }) => {
      await watch(page);
      source.fault = fault;
      const message = page.getByRole('dialog', { name: t('player_failed') });
      await expect(message.getByRole('alert')).toHaveText(t(text), HANG_GUARD);
      source.fault = 'none';
      await message.getByRole('button', { name: t('player_retry') }).click();
      await framesAdvance(page);
    });
  });
}

test('on another screen nothing is said of its segments, and it returns at the live edge', async ({ page, t }) => {
  await serveSender(page);
  await watch(page);
  await press(page, t('player_cast'));
  const stop = page.getByRole('button', { name: t('player_cast_stop') });
  await expect(stop).toBeVisible();
  const [load] = (await readCast(page)).loads;
  expect(load?.media).toMatchObject({ streamType: 'LIVE', contentType: 'application/x-mpegURL' });
  expect(load?.media).not.toHaveProperty('hlsSegmentFormat');
  await stop.click();
  await framesAdvance(page);
  await expect(page.getByRole('dialog').getByRole('region')).toHaveAttribute('data-engine', 'hls.js');
});

test('a segment that hangs midway, or was refused for a moment, is requested again without a press', async ({
  page,
}) => {
  await watch(page);
  const video = page.locator('video');
  const loaded = await video.getAttribute('src');
  for (const fault of ['hang', 404] as const) {
    Object.assign(source, { failed: 0, most: 1, fault });
    await expect.poll(() => source.failed).toBe(1);
    const at = await time(page);
    await expect.poll(() => time(page), HANG_GUARD).toBeGreaterThan(at + 12);
    await framesAdvance(page);
    // Neither the watchdog nor a new player was needed.
    await expect(video).toHaveAttribute('src', loaded ?? '');
  }
});

test('while nothing comes the player says so, and that it tries again', async ({ page, t }) => {
  await watch(page);
  source.fault = 'hang';
  await expect(page.getByRole('status').filter({ hasText: t('player_lost') })).toBeVisible({ timeout: 60_000 });
  source.fault = 'none';
  await expect(page.getByRole('status').filter({ hasText: t('player_lost') })).toHaveCount(0, HANG_GUARD);
  await framesAdvance(page);
});

test('a player that stays still with data, or whose picture is apart from its sound, is restarted in place', async ({
  page,
}) => {
  await allowLatePictures(page);
  await watch(page);
  const video = page.locator('video');
  await video.evaluate((element) => (element.dataset['same'] = ''));
  await stopClock(video);
  await expect(video).not.toHaveAttribute('data-hung');
  await framesAdvance(page);
  await makePicturesLate(video);
  await expect(page.locator('html')).not.toHaveAttribute('data-late');
  await framesAdvance(page);
  await expect(video).toHaveAttribute('data-same');
  await expect(page.getByRole('dialog').getByRole('region')).toHaveAttribute('data-engine', 'hls.js');
});
