// @module-tag full
import type { Page } from '@playwright/test';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import {
  decodeKeyFrames,
  findShownFrame,
  isFrameRequest,
  listFrameRequests,
  pointAt,
} from '../../support/media/key-frames.ts';
import { FREE, play, seek } from '../../support/browser/watching.ts';

const CLIP = 'clip-1';
const frames = decodeKeyFrames(CLIP);
const thumbnail = (page: Page) => page.locator('.player-thumbnail');
const picture = (page: Page) => thumbnail(page).locator('canvas');

/** Plays the film, and stops it where all of it is buffered. */
async function open(page: Page): Promise<void> {
  await play(page, FREE);
  await page.keyboard.press('k');
  await expect
    .poll(() =>
      page.locator('video').evaluate(({ buffered, duration }: HTMLVideoElement) => {
        return buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 1;
      }),
    )
    .toBe(true);
}

/** Until a timer of the page that began now, and those that began before it, have ended: the pointer has rested. */
const letRest = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));

for (const locale of LOCALES) {
  test.describe(`the bar (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('shows the film’s own picture of the second at which the pointer rests', async ({ page, t, noise }) => {
      await open(page);
      for (const [at, segment] of [
        [22, 5],
        [34, 8],
        [5, 1],
      ] as const) {
        await pointAt(page, t('player_seek'), at);
        await expect.poll(() => findShownFrame(page, frames)).toBe(segment);
      }
      expect(noise).toEqual({ errors: [], foreign: [] });
    });
  });
}

test('the storyboard’s picture shows first, and keys have a preview, too', async ({ page, t }) => {
  const list = Promise.withResolvers<null>();
  await page.route('**/iframes.m3u8', async (route) => {
    await list.promise;
    await route.continue();
  });
  await open(page);
  await seek(page, 2);
  // The preview of a key goes by itself; on a slow machine before the storyboard has come.
  await expect(async () => {
    await page.keyboard.press('2');
    await page.keyboard.press('5');
    await expect(thumbnail(page)).toBeVisible({ timeout: 1400 });
  }).toPass();
  await expect(picture(page)).toHaveCount(0);
  await expect(thumbnail(page)).toBeHidden();
  list.resolve(null);
  await pointAt(page, t('player_seek'), 13);
  await expect.poll(() => findShownFrame(page, frames)).toBe(3);
  await page.mouse.move(300, 300);
  await expect(thumbnail(page)).toBeHidden();
  await expect(async () => {
    await page.keyboard.press('8');
    await page.keyboard.press('2');
    await expect.poll(() => findShownFrame(page, frames), { timeout: 1400 }).toBe(1);
  }).toPass();
});

test('a quick drag over the whole bar requests one picture, that of its end', async ({ page, t }) => {
  await open(page);
  const requests = listFrameRequests(page);
  await page.getByRole('slider', { name: t('player_seek') }).evaluate((slider) => {
    const { left, width, top } = slider.getBoundingClientRect();
    for (let step = 0; step <= 200; step += 1) {
      const place = { clientX: left + (width * step) / 200 - 1, clientY: top + 2, pointerType: 'mouse', bubbles: true };
      slider.dispatchEvent(new PointerEvent('pointermove', place));
    }
  });
  await expect.poll(() => findShownFrame(page, frames)).toBe(8);
  expect(requests).toHaveLength(1);
});

test('one request is under way at a time, and of several wishes the last is next', async ({ page, t }) => {
  await open(page);
  const gate = Promise.withResolvers<null>();
  const log: string[] = [];
  const note = (event: string, url: string) => log.push(`${event} ${/seg-\d/.exec(url)?.[0] ?? ''}`);
  page.on('request', (request) => isFrameRequest(request) && note('begins', request.url()));
  page.on('requestfinished', (request) => isFrameRequest(request) && note('ends', request.url()));
  await page.route('**/seg-1.m4s', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await pointAt(page, t('player_seek'), 6);
  await expect.poll(() => log).toEqual(['begins seg-1']);
  for (const at of [14, 18, 26]) {
    await pointAt(page, t('player_seek'), at);
    await letRest(page);
  }
  gate.resolve(null);
  await expect.poll(() => findShownFrame(page, frames)).toBe(6);
  await expect.poll(() => log.at(-1)).toBe('ends seg-6');
  // On a slow machine the first one was given up after its four seconds.
  expect(log.filter((line) => line !== 'ends seg-1')).toEqual(['begins seg-1', 'begins seg-6', 'ends seg-6']);
});

test('a picture that hangs or is refused leaves the storyboard, and another one comes', async ({ page, t }) => {
  await open(page);
  await page.route('**/seg-2.m4s', () => undefined);
  await page.route('**/seg-3.m4s', (route) => route.fulfill({ status: 403, body: '' }));
  const failure = page.waitForEvent('requestfailed', isFrameRequest);
  await pointAt(page, t('player_seek'), 9);
  await failure;
  await expect(thumbnail(page)).toBeVisible();
  await pointAt(page, t('player_seek'), 18);
  await expect.poll(() => findShownFrame(page, frames)).toBe(4);
  const refused = page.waitForResponse((response) => isFrameRequest(response.request()));
  await pointAt(page, t('player_seek'), 13);
  expect((await refused).status()).toBe(403);
  await expect(picture(page)).toHaveCount(0);
  await expect(thumbnail(page)).toBeVisible();
  await pointAt(page, t('player_seek'), 22);
  await expect.poll(() => findShownFrame(page, frames)).toBe(5);
});

for (const [outcome, body, status] of [
  ['refused', '', 403],
  ['pages', '<!doctype html><p>Sign in to the network', 200],
  ['whole files', 'x'.repeat(64), 200],
] as const) {
  test(`pictures that are ${outcome} are given up after the second`, async ({ page, t }) => {
    await open(page);
    const requests = listFrameRequests(page);
    await page.route('**/240p/seg-*.m4s', (route) =>
      isFrameRequest(route.request()) ? route.fulfill({ status, body, contentType: 'text/html' }) : route.continue(),
    );
    for (const [count, at] of [6, 14, 22, 30].entries()) {
      await pointAt(page, t('player_seek'), at);
      await expect.poll(() => requests.length).toBe(Math.min(count + 1, 2));
      await letRest(page);
    }
    expect(requests).toHaveLength(2);
    await expect(thumbnail(page)).toBeVisible();
    await expect(picture(page)).toHaveCount(0);
  });
}

for (const [caseName, prepare] of [
  ['a browser without WebCodecs', () => Reflect.deleteProperty(globalThis, 'VideoDecoder')],
  ['who saves data', () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })],
] as const) {
  test(`${caseName}: the storyboard alone, without a request`, async ({ page, t }) => {
    await page.addInitScript(prepare);
    const lists: string[] = [];
    page.on('request', (request) => request.url().includes('iframes') && lists.push(request.url()));
    await open(page);
    for (const at of [6, 14]) {
      await pointAt(page, t('player_seek'), at);
      await letRest(page);
    }
    await expect(thumbnail(page)).toBeVisible();
    expect(lists).toEqual([]);
  });
}

test('a decoder that fails leaves the storyboard, and the film plays on', async ({ page, t, noise }) => {
  await page.addInitScript(() => {
    VideoDecoder.prototype.decode = () => {
      throw new DOMException('broken', 'EncodingError');
    };
  });
  await open(page);
  const ended = page.waitForEvent('requestfinished', isFrameRequest);
  await pointAt(page, t('player_seek'), 6);
  await ended;
  await letRest(page);
  await expect(thumbnail(page)).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
  expect(noise.errors).toEqual([]);
});

test('a player that closes while a picture is decoded closes its decoder', async ({ page, t, noise }) => {
  await page.addInitScript(() => {
    const decoders: VideoDecoder[] = [];
    Object.assign(globalThis, { decoders });
    VideoDecoder.prototype.flush = function (this: VideoDecoder) {
      decoders.push(this);
      return new Promise(() => undefined);
    };
  });
  const listStates = () =>
    page.evaluate(() =>
      (globalThis as unknown as { decoders: VideoDecoder[] }).decoders.map((decoder) => decoder.state),
    );
  await open(page);
  await pointAt(page, t('player_seek'), 6);
  await expect.poll(async () => (await listStates()).length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('video')).toHaveCount(0);
  await expect.poll(listStates).toEqual(['closed']);
  expect(noise.errors).toEqual([]);
});

test('while little is buffered, the film’s own segments come first', async ({ page, t }) => {
  const gate = Promise.withResolvers<null>();
  const lists: string[] = [];
  page.on('request', (request) => request.url().includes('iframes') && lists.push(request.url()));
  await page.route(/\/(\d+p|audio)\/seg-[2-8]\.m4s$/, async (route) => {
    if (!isFrameRequest(route.request())) await gate.promise;
    await route.continue();
  });
  await play(page, FREE);
  await page.keyboard.press('k');
  await pointAt(page, t('player_seek'), 22);
  await letRest(page);
  await expect(thumbnail(page)).toBeVisible();
  expect(lists).toEqual([]);
  gate.resolve(null);
  await expect.poll(() => findShownFrame(page, frames)).toBe(5);
});
