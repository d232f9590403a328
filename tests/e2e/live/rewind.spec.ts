import type { Page } from '@playwright/test';
import { readVtt } from '../../../src/platform/media/subtitles/read-blocks.ts';
import { readFileSync } from 'node:fs';
import { expect, framesAdvance, LOCALES, test } from '../../support/browser/fixtures.ts';
import { press, time } from '../../support/browser/watching.ts';

const CHANNEL = '/live/401';
/** Seconds of a demo clip, after which it begins once more. */
const LOOP = 36;

async function watch(page: Page, name: string): Promise<void> {
  await page.goto(CHANNEL, { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('link', { name }).click();
  await framesAdvance(page);
}

/** The wall clock of Tehran, as the player writes it. */
const clock = (locale: string, minutesAgo: number) =>
  new Intl.DateTimeFormat(locale === 'fa' ? 'fa-IR' : 'en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'Asia/Tehran' },
  }).format(Date.now() - minutesAgo * 60_000);
/** The minute may change while the test looks. */
const aboutNow = (locale: string, minutesAgo: number) =>
  RegExp([-1, 0, 1].map((minutes) => clock(locale, minutesAgo + minutes)).join('|'));

for (const locale of LOCALES) {
  test.describe(`a channel (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('goes back in its half hour by the bar, and to live by its button', async ({ page, t }) => {
      await watch(page, t('live_watch'));
      const bar = page.getByRole('slider', { name: t('player_seek') });
      await page.mouse.move(300, 300);
      await expect(bar).toHaveAttribute('aria-valuetext', RegExp(t('live_badge')));
      const live = await time(page);
      const parts: string[] = [];
      page.on('request', (request) => parts.push(request.url()));
      await bar.focus();
      await page.keyboard.press('PageDown');
      await expect.poll(() => time(page)).toBeLessThan(live - 60);
      await expect(bar).toHaveAttribute('aria-valuetext', aboutNow(locale, 3));
      await framesAdvance(page);
      await bar.press('Home');
      await expect.poll(() => time(page)).toBeLessThan(live - 28 * 60);
      await framesAdvance(page);
      await expect(bar).toHaveAttribute('aria-valuetext', aboutNow(locale, 30));
      expect(parts.filter((url) => url.includes('/rewind.') && url.includes('.m4s')).length).toBeGreaterThan(1);
      const button = page.getByRole('button', { name: t('live_go') });
      await expect(button).toContainText(RegExp(locale === 'fa' ? '(۲۹|۳۰) دقیقه عقب‌تر' : '(29|30) minutes behind'));
      await press(page, t('live_go'));
      await expect(page.getByRole('button', { name: t('live_badge') })).toBeDisabled();
      await framesAdvance(page);
      expect(await time(page)).toBeGreaterThan(live - 10);
    });
  });
}

test(
  'a pause that outlasts the window continues with the first moment that is still there',
  { tag: '@full' },
  async ({ page, t }) => {
    await watch(page, t('live_watch'));
    const live = await time(page);
    await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime -= 600));
    await framesAdvance(page);
    const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
    await expect(async () => {
      if (!(await isPaused())) await page.keyboard.press('k');
      expect(await isPaused()).toBe(true);
    }).toPass();
    // Seconds of the window; as if it had moved on by the rest of the half hour.
    const left = 200;
    await page.route('**/media/live/**', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/^(#EXT-X-PARDEH-REWIND:).*$/m, `$1${String(left)}`);
      await route.fulfill({ response: answer, body });
    });
    const start = async () => Number(await page.getByRole('slider', { name: t('player_seek') }).getAttribute('min'));
    await expect.poll(start).toBeGreaterThan(live - 300);
    await page.keyboard.press('k');
    await expect(page.getByText(RegExp(t('live_gone', { time: '' }).split(/[.;؛]/)[0]!))).toBeVisible();
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(live - left - 60);
    expect(await time(page)).toBeLessThan(live - 60);
  },
);

test('a channel has the quality and the subtitles of its programme', async ({ page, t }) => {
  await watch(page, t('live_watch'));
  await press(page, t('player_settings'));
  const panel = page.getByRole('region', { name: t('player_settings') });
  const quality = panel.getByRole('group', { name: t('player_quality'), exact: true });
  const small = page.waitForRequest(/\/240p\/seg-\d+\.m4s$/);
  await quality.getByRole('radio', { name: /240/ }).check();
  await small;
  await panel
    .getByRole('group', { name: t('player_subtitles'), exact: true })
    .getByRole('radio', { name: t('player_language_fa') })
    .check();
  const cue = page.locator('[data-part=cue]');
  await expect(cue.first()).toBeVisible({ timeout: 30_000 });
  // Each cue is on the time line where its clip has it: all begin at the same distance from a beginning of the clip.
  const readCues = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].flatMap(({ cues }) =>
        [...(cues ?? [])].map(({ startTime, text }: TextTrackCue & { text?: string }) => ({
          startTime,
          text: text ?? '',
        })),
      ),
    );
  await expect.poll(async () => (await readCues()).length).toBeGreaterThan(1);
  const visibleCues = await readCues();
  const clips = ['clip-1', 'clip-2'].map((clip) =>
    readVtt(readFileSync(`seed/media/${clip}/subs/fa.vtt`, 'utf8')).map(({ from, lines }) => [lines.join('\n'), from]),
  );
  const written = new Map(clips.flat() as [string, number][]);
  const beginnings = visibleCues.map(({ startTime, text }) => (startTime - (written.get(text) ?? NaN)) % LOOP);
  for (const beginning of beginnings) {
    const apart = Math.abs(beginning - beginnings[0]!);
    // The end of a clip is the beginning of the next one.
    expect(Math.min(apart, LOOP - apart)).toBeLessThan(0.15);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(cue).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the middle pauses a channel and goes ten seconds back; all buttons are in the picture', async ({ page, t }) => {
    await watch(page, t('live_watch'));
    const video = page.locator('video');
    await press(page, t('player_pause'), { byFinger: true });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    const at = await time(page);
    await page.getByRole('button', { name: t('player_back', { seconds: '۱۰' }) }).tap();
    await expect.poll(() => time(page)).toBeLessThan(at - 9);
    for (const button of await page.locator('.player-buttons').getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 });
    const rows = await page
      .locator('.player-buttons')
      .getByRole('button')
      .evaluateAll((buttons) => new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))).size);
    expect(rows).toBe(2);
  });
});

test('a browser as WebKitGTK, without changeType and with sound only after an initialisation, plays across the end of a clip', async ({
  page,
  t,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(SourceBuffer.prototype, 'changeType');
    const forgetful = new WeakSet<SourceBuffer>();
    const offset = Object.getOwnPropertyDescriptor(SourceBuffer.prototype, 'timestampOffset');
    Object.defineProperty(SourceBuffer.prototype, 'timestampOffset', {
      ...offset,
      set(this: SourceBuffer, seconds: number) {
        forgetful.add(this);
        offset?.set?.call(this, seconds);
      },
    });
    const append = Object.getOwnPropertyDescriptor(SourceBuffer.prototype, 'appendBuffer')?.value as (
      bytes: BufferSource,
    ) => void;
    SourceBuffer.prototype.appendBuffer = function (this: SourceBuffer, bytes: Uint8Array<ArrayBuffer>) {
      const isInitialisation = String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp';
      if (isInitialisation) forgetful.delete(this);
      if (forgetful.has(this)) this.dispatchEvent(new Event('updateend'));
      else Reflect.apply(append, this, [bytes]);
    };
  });
  await watch(page, t('live_watch'));
  const live = await time(page);
  await page.mouse.move(300, 300);
  await page.getByRole('slider', { name: t('player_seek') }).press('Home');
  await expect.poll(() => time(page)).toBeLessThan(live - 28 * 60);
  const countBuffered = () =>
    page.locator('video').evaluate(({ buffered, currentTime: at }: HTMLVideoElement) => {
      const current = Array.from({ length: buffered.length }, (_, index) => [
        buffered.start(index),
        buffered.end(index),
      ]);
      const [start = 0, end = 0] = current.find(([from = 0, to = 0]) => from <= at && at < to) ?? [];
      return end - start;
    });
  // Both tracks, for longer than a clip.
  await expect.poll(countBuffered).toBeGreaterThan(LOOP + 2);
  await framesAdvance(page);
});
