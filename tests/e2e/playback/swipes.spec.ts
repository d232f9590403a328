// @module-tag full
import type { Page } from '@playwright/test';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { FREE, play, seek, time } from '../../support/browser/watching.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 800, height: 400 } });

/** A finger that goes along a line of the screen; places are shares of the screen, from its left upper corner. */
async function swipe(page: Page, [x, from]: [number, number], [toX, to]: [number, number]): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const session = await page.context().newCDPSession(page);
  const steps = 10;
  for (let step = 0; step <= steps; step += 1) {
    const place = { x: (x + ((toX - x) * step) / steps) * width, y: (from + ((to - from) * step) / steps) * height };
    const type = step === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [place] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

const volume = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.volume);
/** The share of the light that is left. */
const light = (page: Page) =>
  page.locator('.player').evaluate((player) => {
    const dim = player.querySelector('.player-dim');
    return dim ? 1 - Number(getComputedStyle(dim).getPropertyValue('--dim')) : 1;
  });

/** After the intro: a finger that begins on the button that skips it changes nothing. */
async function pauseAfterIntro(page: Page, t: (key: 'player_skip_intro') => string): Promise<void> {
  await play(page, FREE);
  await page.keyboard.press('k');
  await seek(page, 15);
  await expect.poll(() => time(page)).toBe(15);
  await expect(page.getByRole('button', { name: t('player_skip_intro') })).toBeHidden();
}

for (const locale of LOCALES) {
  test.describe(`a finger on the picture (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('sets the volume at the right and the brightness at the left, says so, and neither plays nor stops', async ({
      page,
      t,
    }) => {
      await pauseAfterIntro(page, t);
      const status = page.getByRole('status');
      const digits = (value: number) => value.toLocaleString(locale === 'fa' ? 'fa-IR' : 'en');

      await swipe(page, [0.8, 0.3], [0.8, 0.65]);
      await expect.poll(() => volume(page)).toBeLessThan(0.7);
      const quieter = await volume(page);
      const percent = digits(Math.round(quieter * 100));
      await expect(status.filter({ hasText: t('player_volume_at', { value: percent }) })).toBeVisible();
      await swipe(page, [0.8, 0.65], [0.8, 0.3]);
      await expect.poll(() => volume(page)).toBeGreaterThan(quieter);

      await swipe(page, [0.2, 0.3], [0.2, 0.65]);
      await expect.poll(() => light(page)).toBeLessThan(0.7);
      const darker = await light(page);
      const left = digits(Math.round(darker * 100));
      await expect(status.filter({ hasText: t('player_brightness_at', { value: left }) })).toBeVisible();
      // The darkest picture is still seen.
      for (let count = 0; count < 3; count += 1) await swipe(page, [0.2, 0.15], [0.2, 0.7]);
      await expect.poll(() => light(page)).toBeCloseTo(0.2);
      for (let count = 0; count < 2; count += 1) await swipe(page, [0.2, 0.7], [0.2, 0.15]);
      await expect.poll(() => light(page)).toBe(1);
      await expect(page.locator('video')).toHaveJSProperty('paused', true);
    });
  });
}

test('a finger that goes across, begins at the edge, or is on a control changes neither', async ({ page, t }) => {
  await pauseAfterIntro(page, t);
  const before = await volume(page);
  await swipe(page, [0.6, 0.4], [0.9, 0.45]);
  await swipe(page, [0.8, 0.02], [0.8, 0.6]);
  await swipe(page, [0.99, 0.3], [0.99, 0.7]);
  await swipe(page, [0.01, 0.3], [0.01, 0.7]);
  expect(await volume(page)).toBe(before);
  expect(await light(page)).toBe(1);
});
