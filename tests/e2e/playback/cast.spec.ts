import type { Page } from '@playwright/test';
import {
  CAST_SCRIPT as SCRIPT,
  DEVICE,
  isPaused,
  offerCast,
  readCast,
  SENDER,
  type World,
} from '../../support/browser/cast-sender.ts';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { FREE, play, press, time } from '../../support/browser/watching.ts';

/** Long enough to be read, and seen, on a slow machine: a notice goes by itself, 15 letters a second. */
const REASON = 'پخش روی صفحهٔ دیگر پایان یافت، چون از دستگاه دیگری نگه داشته شد.';
const FILMS = /\/movie\/\d+(\?.*)?$/;

for (const locale of ONE_LOCALE) {
  test.describe(`Google Cast (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a press sends the film, its moment and its subtitles to the screen, and brings them back', async ({
      page,
      t,
    }) => {
      const scripts = await offerCast(page, FILMS);
      await play(page, FREE);
      expect(scripts).toEqual([]);
      await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = 12));
      await framesAdvance(page);
      await press(page, t('player_cast'));
      const screen = page.getByRole('region', { name: t('player_cast_on', { device: DEVICE }) });
      await expect(screen).toBeVisible();
      expect(scripts).toEqual([SCRIPT]);
      expect(await isPaused(page)).toBe(true);
      const { appId, loads } = await readCast(page);
      expect(appId).toBe('CC1AD845');
      const [{ media, currentTime, autoplay } = { media: null, currentTime: 0, autoplay: null }] = loads;
      expect(currentTime).toBeGreaterThanOrEqual(12);
      expect(autoplay).toBe(true);
      expect(media?.contentType).toBe('application/x-mpegURL');
      // As the receiver asks: from another origin, without a cookie.
      for (const url of [media?.contentId ?? '', ...(media?.tracks ?? []).map((track) => track.trackContentId)]) {
        expect(url).toContain('/media/cast/');
        const answer = await fetch(url, { headers: { origin: 'https://www.gstatic.com' } });
        expect([answer.status, answer.headers.get('access-control-allow-origin')], url).toEqual([200, '*']);
      }
      expect(media?.tracks.map(({ language }) => language)).toContain('fa');

      await page.keyboard.press('k');
      await screen
        .getByRole('button', { name: t('player_forward', { seconds: locale === 'fa' ? '۱۰' : '10' }) })
        .click();
      await screen.getByRole('slider', { name: t('player_volume') }).fill('80');
      await page.keyboard.press('k');
      await expect
        .poll(async () => (await readCast(page)).calls.map((call) => call.split(' ')[0]))
        .toEqual(['pause', 'seek', 'volume', 'play']);
      expect(await isPaused(page)).toBe(true);
      await page.evaluate(() => (globalThis as World).__cast.media.change({ at: 27 }));
      await screen.getByRole('button', { name: t('player_cast_stop') }).click();
      await expect(screen).toHaveCount(0);
      await framesAdvance(page);
      expect(await time(page)).toBeGreaterThan(26);
      expect((await readCast(page)).calls.at(-1)).toBe('stop');
    });
  });
}

test(
  'without Google the film goes on, and the reason comes within a second or so',
  { tag: '@full' },
  async ({ page, t }) => {
    await offerCast(page, FILMS);
    for (const fault of ['absent', 'slow'] as const) {
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      await page.route(SCRIPT, async (route) => {
        if (fault === 'slow') await gate;
        await route.abort();
      });
      await play(page, FREE);
      await press(page, t('player_cast'));
      await expect(page.getByText(t('player_cast_no_script'))).toBeVisible();
      release();
      expect(await isPaused(page)).toBe(false);
      await page.unroute(SCRIPT);
      await offerScriptAgain(page, t('player_cast'));
    }
  },
);

/** The next press tries again. */
async function offerScriptAgain(page: Page, name: string): Promise<void> {
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: SENDER }));
  await press(page, name);
  await expect.poll(() => page.evaluate(() => (globalThis as Partial<World>).__cast?.loads.length)).toBe(1);
  await page.unroute(SCRIPT);
}

test(
  'a viewer who picks no screen, none that is there, and one that refuses',
  { tag: '@full' },
  async ({ page, t }) => {
    await offerCast(page, FILMS);
    await play(page, FREE);
    await press(page, t('player_cast'));
    const screen = page.getByRole('button', { name: t('player_cast_stop') });
    await screen.click();
    for (const [answer, text] of [
      ['cancel', null],
      ['receiver_unavailable', t('player_cast_no_receiver')],
      ['load_media_failed', t('player_cast_failed')],
    ] as const) {
      await page.evaluate((code) => ((globalThis as World).__cast.answer = code), answer);
      const { sessions } = await readCast(page);
      await press(page, t('player_cast'));
      await expect.poll(async () => (await readCast(page)).sessions).toBe(sessions + 1);
      if (text !== null) await expect(page.getByText(text)).toBeVisible();
      await expect(screen).toHaveCount(0);
      await expect.poll(() => isPaused(page)).toBe(false);
    }
  },
);

test(
  'two presses make one session; a screen that is lost leaves the film where it was',
  { tag: '@full' },
  async ({ page, t }) => {
    await offerCast(page, FILMS);
    await play(page, FREE);
    await page.getByRole('button', { name: t('player_cast') }).dblclick();
    await expect(page.getByRole('button', { name: t('player_cast_stop') })).toBeVisible();
    expect((await readCast(page)).sessions).toBe(1);
    await page.evaluate(() => {
      (globalThis as World).__cast.media.change({ at: 30 });
      (globalThis as World).__cast.lose();
    });
    await expect(page.getByText(t('player_cast_lost', { device: DEVICE }))).toBeVisible();
    await expect.poll(() => time(page)).toBeGreaterThan(29);
    expect(await isPaused(page)).toBe(true);
  },
);

test(
  'the address is kept open while the screen plays, and a refusal ends it with its reason',
  { tag: '@full' },
  async ({ page, t }) => {
    await offerCast(page, FILMS);
    const calls: string[] = [];
    await page.route('**/plays/cast-address', async (route) => {
      calls.push(route.request().postData() ?? '');
      if (calls.length > 2) {
        await route.fulfill({ status: 409, json: { code: 'stream_stopped', message: 'stopped', message_fa: REASON } });
        return;
      }
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...body.data, renew_seconds: 1 } } });
    });
    await play(page, FREE);
    await press(page, t('player_cast'));
    await expect(page.getByText(REASON)).toBeVisible();
    expect(calls).toHaveLength(3);
    expect((await readCast(page)).calls).toContain('stop');
    await expect(page.getByRole('button', { name: t('player_cast_stop') })).toHaveCount(0);
  },
);

test(
  'a player that is closed ends the session; by default nothing of Google is there',
  { tag: '@full' },
  async ({ page, noise, t }) => {
    await play(page, FREE);
    await page.mouse.move(310, 310);
    await expect(page.getByRole('button', { name: t('player_settings') })).toBeVisible();
    await expect(page.getByRole('button', { name: t('player_cast') })).toHaveCount(0);
    expect(noise.foreign).toEqual([]);
    await offerCast(page, FILMS);
    await play(page, FREE);
    await press(page, t('player_cast'));
    await expect(page.getByRole('button', { name: t('player_cast_stop') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await readCast(page)).calls).toEqual(['stop']);
  },
);
