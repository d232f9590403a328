// @module-tag full
import puppeteer from 'puppeteer-core';
import { FIREFOX } from '../../../tools/lib/firefox.ts';
/* eslint-disable playwright/no-eval, playwright/no-wait-for-selector -- the page is Puppeteer's */
import { expect, test } from '../../support/browser/fixtures.ts';
import { FREE } from '../../support/browser/watching.ts';

/** Frames that Firefox has drawn, once there are more than `least`. */
const FRAMES = 20;

// Playwright 1.65 drives its own Firefox only; Puppeteer drives Debian's by WebDriver BiDi.
test('Firefox goes home, plays a film with subtitles, and a channel, by our own engine', async ({ baseURL, t }) => {
  const site = baseURL ?? '';
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    // As in playwright.config.ts no service worker: Firefox calls a request an error that a page has left behind in one.
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'dom.serviceWorkers.enabled': false },
  });
  try {
    const page = await firefox.newPage();
    // Against what hangs, not a bar: a machine may be slow.
    page.setDefaultTimeout(90_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const plays = async () => {
      await page.waitForFunction(
        (least) => (document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > least,
        {},
        FRAMES,
      );
      // The first picture may be that of the screen before the player.
      const player = await page.waitForSelector('.player[data-engine]');
      expect(await player?.evaluate((element) => element.getAttribute('data-engine'))).toBe('mse');
    };
    await page.goto(`${site}/`);
    await page.locator(`main a[href^="/movie/"]:not([data-modal])`).click();
    await page.waitForFunction(() => location.pathname.startsWith('/movie/'));
    await page.goto(site + FREE);
    await page.locator('main [data-modal=player]').click();
    await plays();
    const cue = await page.waitForSelector('[data-part=cue]');
    expect(await cue?.evaluate((element) => element.textContent)).toMatch(/\p{Script=Arabic}/u);
    await page.keyboard.press('c');
    await page.waitForFunction(() => document.querySelector('[data-part=cue]') === null);

    await page.goto(`${site}/live/401`);
    await page.locator(`::-p-aria([name="${t('live_watch')}"][role="link"])`).click();
    await plays();
    const bar = await page.waitForSelector(`::-p-aria([name="${t('player_seek')}"][role="slider"])`);
    const before = await page.$eval('video', (video) => video.currentTime);
    await bar?.press('Home');
    await page.waitForFunction(
      (at) => {
        const video = document.querySelector('video');
        return video !== null && video.currentTime < at - 1200 && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      },
      {},
      before,
    );
    expect(errors).toEqual([]);
  } finally {
    await firefox.close();
  }
});
