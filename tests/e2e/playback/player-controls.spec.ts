import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, framesAdvance, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { setLetters } from '../../support/browser/narrow.ts';
import { lostControls } from '../../support/browser/walk.ts';
import { EPISODE, expectNext, FREE, play, press, seek, time } from '../../support/browser/watching.ts';

const COMMIT = { waitUntil: 'commit' } as const;

for (const locale of LOCALES) {
  test.describe(`keys and panels of the player (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('chapters are named on the bar and in a list that jumps', { tag: '@full' }, async ({ page, t }) => {
      await play(page, FREE);
      await page.keyboard.press('k');
      const last = { fa: 'خانهٔ گنبددار', en: 'The house with the dome' }[locale];
      await press(page, t('player_chapters'));
      const panel = page.getByRole('region', { name: t('player_chapters') });
      await expectAccessible(page, 'the chapters');
      await panel.getByRole('button', { name: last }).click();
      await expect.poll(() => time(page)).toBeGreaterThan(22);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      const line = page.getByRole('slider', { name: t('player_seek') });
      await expect(line).toHaveAttribute('aria-valuetext', new RegExp(last));
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`keys and panels of the player (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('keys jump by tenths; their list keeps the other keys away and gives the focus back', async ({ page, t }) => {
      await page.goto(`${FREE}#play`, COMMIT);
      await framesAdvance(page);
      const video = page.locator('video');
      await page.keyboard.press('k');
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
      await page.keyboard.press('5');
      await expect.poll(() => time(page)).toBeCloseTo(18, 0);
      const paused = await time(page);
      await page.keyboard.press('Period');
      await expect.poll(async () => (await time(page)) - paused).toBeGreaterThan(0.02);
      await page.keyboard.press('Shift+Period');
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.25);
      await page.keyboard.press('Home');
      await expect.poll(() => time(page)).toBeLessThan(0.5);

      const settings = page.getByRole('button', { name: t('player_settings') });
      await settings.focus();
      await page.keyboard.press('Shift+Slash');
      const list = page.getByRole('dialog', { name: t('player_keys') });
      await expect(list.getByText(t('player_key_tenths'))).toBeVisible();
      await page.keyboard.press('k');
      await page.keyboard.press('9');
      await page.keyboard.press('Escape');
      await expect(list).toHaveCount(0);
      await expect(settings).toBeFocused();
      expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
      expect(await time(page)).toBeLessThan(0.5);
    });
  });
}

test('at a zoom of 400 % the subtitles stand above the controls', async ({ page, t }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await play(page, FREE);
  await page.keyboard.press('k');
  const line = page.getByRole('slider', { name: t('player_seek') });
  await line.focus();
  await expect
    .poll(async () => {
      const bottom = await page
        .locator('.vds-captions, .player-cues')
        .first()
        .evaluate((captions) => captions.getBoundingClientRect().bottom);
      return bottom - ((await line.boundingBox())?.y ?? 0);
    })
    .toBeLessThanOrEqual(0);
});

for (const [path, modal] of [
  [FREE, 'player'],
  ['/live/401', 'live'],
] as const) {
  test(`after Enter on Play the focus is in the player: ${path}`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('main').locator(`[data-modal=${modal}]`).first().press('Enter');
    await framesAdvance(page);
    await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
    await expect(page.locator('.player-dialog:focus, .player-dialog :focus')).toBeAttached();
  });
}

test(
  'the episodes of a series are in the player, and one leads to another',
  { tag: '@full' },
  async ({ page, signIn, t }) => {
    await signIn();
    await play(page, EPISODE);
    // Paused, so that the clip's end does not lead to the next one by itself.
    await page.keyboard.press('k');
    await press(page, t('player_episodes'));
    const panel = page.getByRole('region', { name: t('player_episodes'), exact: true });
    const current = panel.locator('[aria-current=true]');
    await expect(current).toBeFocused();
    await expectNext(page, () => panel.getByRole('listitem').nth(1).getByRole('button').click());
    await expect(panel).toHaveCount(0);
  },
);

test('the sleep timer pauses the film at its time, and says so for as long as one reads', async ({ page, t }) => {
  await page.clock.install();
  await play(page, FREE);
  await press(page, t('player_settings'));
  const timer = page.getByRole('group', { name: t('player_sleep') });
  await timer.getByRole('radio', { name: t('player_minutes', { minutes: '۱۵' }) }).check();
  await page.clock.fastForward(15 * 60_000);
  const notice = page.getByText(t('player_slept'));
  await expect(notice).toBeVisible();
  const seconds = await notice.evaluate((element) => parseFloat(getComputedStyle(element).animationDuration));
  expect(seconds).toBeGreaterThanOrEqual(t('player_slept').length / 15);
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
});

test('the statistics tell the size of the picture, the buffer and the host', async ({ page, t }) => {
  await play(page, FREE);
  await press(page, t('player_settings'));
  await page.getByRole('button', { name: t('player_stats') }).click();
  const stats = page.getByRole('region', { name: t('player_stats') });
  await expect(stats.getByRole('definition').first()).toHaveText(/[۰-۹]{3} × [۰-۹]{3}/);
  await expect(stats).toContainText(new URL(page.url()).host);
});

test('a part whose code does not come says so, and the film plays on', async ({ page, t }) => {
  await page.route('**/MorePanels*', (route) => route.abort());
  await play(page, FREE);
  await page.keyboard.press('Shift+Slash');
  await expect(page.getByText(t('player_part_failed'))).toBeAttached();
  await framesAdvance(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });

  test(
    'a finger holds for double speed, the middle pauses, the lock holds, and a panel hides nothing',
    { tag: '@full' },
    async ({ page, t }) => {
      await page.goto(`${FREE}#play`, COMMIT);
      await framesAdvance(page);
      const video = page.locator('video');
      const rate = () => video.evaluate((element: HTMLVideoElement) => element.playbackRate);
      const finger = { pointerType: 'touch', clientX: 370, clientY: 180, bubbles: true };
      const surface = page.locator('.player-surface');
      await surface.dispatchEvent('pointerdown', finger);
      await expect.poll(rate).toBe(2);
      await surface.dispatchEvent('pointerup', finger);
      await expect.poll(rate).toBe(1);

      await press(page, t('player_lock'), { byFinger: true });
      const unlock = page.getByRole('button', { name: t('player_unlock') });
      await expect(unlock).toBeFocused();
      await expect(page.getByRole('button', { name: t('player_settings') })).toHaveCount(0);
      await unlock.tap();
      await expect(unlock).toHaveCount(0);

      await press(page, t('player_pause'), { byFinger: true });
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
      // Far enough from the end of the short film.
      await seek(page, 10);
      const at = await time(page);
      await page.getByRole('button', { name: t('player_forward', { seconds: '۱۰' }) }).tap();
      await expect.poll(() => time(page)).toBeGreaterThan(at + 9);
      await page.getByRole('button', { name: t('player_back', { seconds: '۱۰' }) }).tap();
      await expect.poll(() => time(page)).toBeLessThan(at + 1);
      await page.getByRole('button', { name: t('player_fill') }).tap();
      await expect(video).toHaveCSS('object-fit', 'cover');
      await page.getByRole('button', { name: t('player_settings') }).tap();
      const measureOverlap = async () => {
        const panel = await page.getByRole('region', { name: t('player_settings') }).boundingBox();
        const film = await video.boundingBox();
        return film!.x + film!.width - panel!.x;
      };
      await expect.poll(measureOverlap).toBeLessThanOrEqual(1);
    },
  );
});

test('a phone has the buttons of an episode in one row', async ({ page, signIn, t }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await play(page, EPISODE);
  await page.keyboard.press('k');
  // It comes with what is known of the title.
  await expect(page.getByRole('button', { name: t('player_episodes') })).toBeVisible();
  const tops = await page
    .locator('.player-buttons > button:visible')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(tops.length).toBeGreaterThanOrEqual(5);
  expect(new Set(tops).size).toBe(1);
});

for (const [width, letters] of [
  [320, 16],
  [360, 32],
] as const)
  test(`all controls are in a window of ${String(width)} px with letters of ${String(letters)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await setLetters(page, letters);
    await page.goto(`${FREE}#play`, COMMIT);
    await framesAdvance(page);
    expect(await page.getByRole('dialog').evaluate(lostControls)).toEqual([]);
  });
