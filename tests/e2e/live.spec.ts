import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { getLivePlay } from '../../src/contract/live.ts';
import { listen } from '../support/api.ts';
import { expect, framesAdvance, LOCALES, test } from '../support/fixtures.ts';
import { servePrepared } from '../support/prepared-site.ts';
import { press, time } from '../support/watching.ts';

const CHANNEL = '/live/401';
const COMMIT = { waitUntil: 'commit' } as const;

const frames = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

test('a linear channel plays on across the end of a film’s media, and starts over at a press', async ({ page, t }) => {
  test.setTimeout(180_000);
  const parts: string[] = [];
  page.on('request', (request) => {
    const part = /\/\d+p\/(seg-\d+)\.m4s$/.exec(request.url())?.[1];
    if (part) parts.push(part);
  });
  await page.goto(CHANNEL, COMMIT);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live_watch') })
    .click();
  await framesAdvance(page);
  const badge = page.getByRole('button', { name: t('live_badge') });
  await expect(badge).toBeDisabled();
  // The clips are of 36 seconds: within so many more the last part is followed by the first of another timeline.
  const begun = await time(page);
  const seen = await frames(page);
  await expect.poll(() => time(page), { timeout: 120_000, intervals: [1000] }).toBeGreaterThan(begun + 40);
  expect(parts.slice(1).some((part, at) => part === 'seg-0' && parts[at] === 'seg-8')).toBe(true);
  expect((await frames(page)) - seen).toBeGreaterThan(40 * 24 * 0.5);

  await press(page, t('live_restart'));
  await expect(page.getByRole('slider', { name: t('player_seek') })).toBeVisible();
  await framesAdvance(page);
  await press(page, t('live_go'));
  await expect(badge).toBeDisabled();
  await framesAdvance(page);
});

for (const locale of LOCALES) {
  test.describe(`watching again (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a programme that is gone says so, and leads to what is on', async ({ page, t }) => {
      await page.goto(`${CHANNEL}?from=1700000000#again`, COMMIT);
      const dialog = page.getByRole('dialog', { name: t('player_failed') });
      await expect(dialog.getByText(t('error_programme_unavailable'))).toBeVisible();
      await dialog.getByRole('button', { name: t('live_watch') }).click();
      await framesAdvance(page);
      await page.keyboard.press('Escape');
      await expect(page.locator('video')).toHaveCount(0);
    });
  });
}

test('a channel from elsewhere plays at its live edge, its parts from where they are', async ({ page, t }) => {
  test.setTimeout(120_000);
  const port = 4391;
  const there = `localhost:${String(port)}`;
  // A source in the wild: an address that leads to a live playlist, here that of a channel of the site's own.
  const source = await listen(async () => {
    const answer = await fetch(`http://${there}/api/v1${getLivePlay.path.replace(':id', '401')}`);
    const { manifest_url: manifest } = v.parse(getLivePlay.output, await answer.json()).data;
    return Response.redirect(new URL(manifest, `http://${there}`), 302);
  });
  const vars = { STREAM_PLAIN_HOSTS: `${new URL(source.url).host},${there}` };
  const site = await servePrepared({ port, stateDir: '.wrangler/source-state', vars }, (db) =>
    db.prepare('UPDATE channels SET stream_url = ? WHERE id = 406').bind(`${source.url}/live.m3u8`).run(),
  );
  try {
    const media: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/media/')) media.push(new URL(request.url()).pathname);
    });
    await page.goto(`http://${there}/live/406`, COMMIT);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('live_watch') })
      .click();
    await framesAdvance(page);
    await page.mouse.move(300, 300);
    await expect(page.getByRole('button', { name: t('live_badge') })).toBeDisabled();
    // Of another it has no past that could be gone back to.
    await expect(page.getByRole('button', { name: t('live_restart') })).toHaveCount(0);
    // Three more parts: it goes on from one refresh of the playlist to the next.
    const begun = await time(page);
    await expect.poll(() => time(page), { timeout: 60_000, intervals: [1000] }).toBeGreaterThan(begun + 12);
    expect(media.some((path) => /\/x\d\.m3u8$/.test(path))).toBe(true);
  } finally {
    await site.stop();
    await source.close();
  }
});
