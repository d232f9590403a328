import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { CAST_SCRIPT, DEVICE, isPaused, offerCast, readCast, type World } from '../../support/browser/cast-sender.ts';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { press, programmeUnderWay, time } from '../../support/browser/watching.ts';

const CHANNEL = '/live/401';
/** Long enough to be read, and seen, on a slow machine: a notice goes by itself, 15 letters a second. */
const REASON = 'پخش روی صفحهٔ دیگر پایان یافت، چون از دستگاه دیگری نگه داشته شد.';
const CHANNELS = /\/live\/\d+(\?.*)?$/;

async function watch(page: Page, hash = '#play'): Promise<void> {
  await page.goto(CHANNEL + hash);
  await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
  await framesAdvance(page);
}

const seekLive = (page: Page, at: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, by) => (video.currentTime += by), at);
const listCommands = async (page: Page) => (await readCast(page)).calls.map((call) => call.split(' ')[0]);

for (const locale of ONE_LOCALE) {
  test.describe(`Google Cast of a channel (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a press sends what is on to the screen, and brings the live edge back', async ({ page, t }) => {
      const scripts = await offerCast(page, CHANNELS);
      const saved: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/progress')) saved.push(request.url());
      });
      await watch(page);
      expect(scripts).toEqual([]);
      await seekLive(page, -600);
      await framesAdvance(page);
      const behind = await time(page);
      await press(page, t('player_cast'));
      const screen = page.getByRole('region', { name: t('player_cast_on', { device: DEVICE }) });
      await expect(screen).toBeVisible();
      await expectAccessible(page, 'a channel on another screen');
      const [{ media, currentTime, autoplay } = { media: null, currentTime: 0, autoplay: null }] = (
        await readCast(page)
      ).loads;
      expect([media?.streamType, currentTime, autoplay]).toEqual(['LIVE', null, true]);
      expect([media?.contentType, media?.hlsSegmentFormat]).toEqual(['application/x-mpegURL', 'fmp4']);
      // As the receiver asks: from another origin, without a cookie.
      const answer = await fetch(media?.contentId ?? '', { headers: { origin: 'https://www.gstatic.com' } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      // Nothing is loaded here meanwhile, and a channel without a window has no time line.
      await expect(page.locator('video')).not.toHaveAttribute('src');
      await expect(screen.getByRole('slider')).toHaveCount(1);
      await expect(screen.getByRole('button', { name: t('player_subtitles_on') })).toHaveCount(0);
      await page.keyboard.press('j');
      await page.keyboard.press('c');
      await page.keyboard.press('k');
      await screen.getByRole('slider', { name: t('player_volume') }).fill('80');
      await page.keyboard.press('k');
      await expect.poll(() => listCommands(page)).toEqual(['pause', 'volume', 'play']);
      await screen.getByRole('button', { name: t('player_cast_stop') }).click();
      await expect(screen).toHaveCount(0);
      await framesAdvance(page);
      await page.mouse.move(300, 300);
      await expect(page.getByRole('button', { name: t('live_badge') })).toBeDisabled();
      expect(await time(page)).toBeGreaterThan(behind + 500);
      expect((await readCast(page)).calls.at(-1)).toBe('stop');
      expect(saved).toEqual([]);
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('401')))).toEqual([]);
    });
  });
}

test(
  'a receiver with a window and with subtitles has a time line and their button',
  { tag: '@full' },
  async ({ page, t }) => {
    await page.addInitScript(() =>
      localStorage.setItem('player', JSON.stringify({ subtitles: 'fa', lastLanguage: 'fa' })),
    );
    await offerCast(page, CHANNELS, {
      window: { start: 100, end: 1000 },
      tracks: [
        { trackId: 1, type: 'AUDIO', language: 'und' },
        { trackId: 2, type: 'TEXT', language: 'en' },
        { trackId: 3, type: 'TEXT', language: 'fa' },
      ],
    });
    await watch(page);
    await press(page, t('player_cast'));
    const screen = page.getByRole('region', { name: t('player_cast_on', { device: DEVICE }) });
    const on = screen.getByRole('button', { name: t('player_subtitles_on') });
    const off = screen.getByRole('button', { name: t('player_subtitles_off') });
    await expect(off).toBeVisible();
    await page.keyboard.press('c');
    await on.click();
    await expect(off).toBeVisible();
    const bar = screen.getByRole('slider', { name: t('player_seek') });
    await expect(bar).toHaveAttribute('aria-valuetext', t('player_position', { at: '۱۳:۲۰', duration: '۱۵:۰۰' }));
    await page.keyboard.press('j');
    await expect(bar).toHaveValue('890');
    await page.keyboard.press('Home');
    await expect(bar).toHaveValue('100');
    await expect
      .poll(async () => (await readCast(page)).calls)
      .toEqual(['tracks 3', 'tracks ', 'tracks 3', 'seek 890', 'seek 100']);
  },
);

test(
  'a programme from its beginning is sent with its moment, and continues here at the receiver’s',
  { tag: '@full' },
  async ({ page, t }) => {
    test.setTimeout(300_000);
    await offerCast(page, CHANNELS);
    const begun = await programmeUnderWay(page);
    await watch(page, `?from=${String(begun)}#again`);
    await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = 12));
    await framesAdvance(page);
    await press(page, t('player_cast'));
    const stop = page.getByRole('button', { name: t('player_cast_stop') });
    await expect(stop).toBeVisible();
    const [load] = (await readCast(page)).loads;
    expect(load?.media.streamType).toBe('BUFFERED');
    expect(load?.media.contentId).toContain(`/401/${String(begun)}/master.m3u8`);
    expect(load?.currentTime).toBeGreaterThanOrEqual(12);
    await page.keyboard.press('l');
    await page.keyboard.press('k');
    await expect.poll(() => listCommands(page)).toEqual(['seek', 'pause']);
    await page.evaluate(() => (globalThis as World).__cast.media.change({ at: 31 }));
    await stop.click();
    await expect.poll(() => time(page)).toBeGreaterThan(30);
    // The receiver was paused.
    expect(await isPaused(page)).toBe(true);
    await page.keyboard.press('k');
    await framesAdvance(page);
    expect(await time(page)).toBeLessThan(60);
  },
);

test(
  'the address is kept open; a refusal and a lost screen leave the channel paused here',
  { tag: '@full' },
  async ({ page, t }) => {
    await offerCast(page, CHANNELS);
    const calls: string[] = [];
    await page.route('**/plays/cast-address', async (route) => {
      calls.push(route.request().postData() ?? '');
      if (calls.length === 3) {
        const json = { code: 'cast_not_allowed', message: 'ended', message_fa: REASON };
        await route.fulfill({ status: 403, json });
        return;
      }
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({
        response: answer,
        json: { data: { ...body.data, renew_seconds: calls.length < 3 ? 1 : 90 } },
      });
    });
    await watch(page);
    const stop = page.getByRole('button', { name: t('player_cast_stop') });
    await press(page, t('player_cast'));
    await expect(page.getByText(REASON)).toBeVisible();
    await expect(stop).toHaveCount(0);
    expect(calls.map((body) => JSON.parse(body) as object)).toEqual(Array(3).fill({ kind: 'channel', id: 401 }));
    expect((await readCast(page)).calls).toEqual(['stop']);
    for (const ending of ['refused', 'lost']) {
      expect(await isPaused(page), ending).toBe(true);
      await page.keyboard.press('k');
      await framesAdvance(page);
      if (ending === 'lost') break;
      await press(page, t('player_cast'));
      await expect(stop).toBeVisible();
      await page.evaluate(() => (globalThis as World).__cast.lose());
      await expect(page.getByText(t('player_cast_lost', { device: DEVICE }))).toBeVisible();
      await expect(stop).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: t('live_badge') })).toBeDisabled();
  },
);

test('by default nothing of Google is there', async ({ page, noise, t }) => {
  await watch(page);
  await page.mouse.move(310, 310);
  await expect(page.getByRole('button', { name: t('player_settings') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('player_cast') })).toHaveCount(0);
  expect(noise.foreign).toEqual([]);
});

test('without Google’s script the channel plays on; a closed player ends the session', async ({ page, t }) => {
  await offerCast(page, CHANNELS);
  await page.route(CAST_SCRIPT, (route) => route.abort());
  await watch(page);
  await press(page, t('player_cast'));
  await expect(page.getByText(t('player_cast_no_script'))).toBeVisible();
  expect(await isPaused(page)).toBe(false);
  await page.unroute(CAST_SCRIPT);
  await press(page, t('player_cast'));
  await expect(page.getByRole('button', { name: t('player_cast_stop') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await readCast(page)).calls).toEqual(['stop']);
});
