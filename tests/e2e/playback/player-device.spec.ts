// @module-tag full
import type { Page } from '@playwright/test';
import { fileAddress, signFolder } from '../../../src/platform/media/media-address.ts';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { signingKeys } from '../../support/browser/signing-keys.ts';
import { EPISODE, expectNext, FREE, play, playNatively, seek, time } from '../../support/browser/watching.ts';

interface CartMedia {
  manifest_url: string;
  expires_at: number;
  now: number;
}

/** Lets what a guest's cart and its renewals say of the media be changed; `cart` counts them from one. */
async function changeCart(page: Page, change: (media: CartMedia, cart: number) => unknown): Promise<void> {
  let cart = 0;
  await page.route('**/api/v1/ghost/get/cart', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { data: { play: CartMedia } } };
    await change(body.data.data.play, ++cart);
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('**/api/v1/plays/renew', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: CartMedia };
    await change(body.data, ++cart);
    await route.fulfill({ response: answer, json: body });
  });
}

/** Requests that a stub was sent, in order. */
const readRequests = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { readRequests: string[] }).readRequests);

test('the screen stays on while it plays, is turned to fill it, and the lock screen knows the next episode', async ({
  page,
  signIn,
  t,
}) => {
  await page.addInitScript(() => {
    const list: string[] = [];
    Object.assign(globalThis, { readRequests: list });
    const request = () => {
      list.push('on');
      return Promise.resolve({ release: () => Promise.resolve(list.push('off')) });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.defineProperty(screen.orientation, 'lock', { value: (to: string) => Promise.resolve(list.push(to)) });
    const { mediaSession } = navigator;
    const set = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (action, handler) => {
      if (action === 'nexttrack') Object.assign(globalThis, { nextTrack: handler });
      set(action, handler);
    };
  });
  await signIn();
  await play(page, EPISODE);
  // The picture may stop for a moment where the player takes it over.
  const readLast = async () => (await readRequests(page)).at(-1);
  await expect.poll(readLast).toBe('on');
  await page.keyboard.press('k');
  await expect.poll(readLast).toBe('off');
  await page.getByRole('button', { name: t('player_fullscreen') }).click();
  await expect.poll(readLast).toBe('landscape');
  const pressNext = () => page.evaluate(() => (globalThis as unknown as { nextTrack: () => void }).nextTrack());
  await expectNext(page, pressNext);
});

test('where there is another screen, it is offered', async ({ page, t }) => {
  await page.addInitScript(() => {
    const list: string[] = [];
    Object.assign(globalThis, { readRequests: list });
    const remote = {
      watchAvailability: (tell: (is: boolean) => void) => Promise.resolve(1).finally(() => tell(true)),
      cancelWatchAvailability: () => Promise.resolve(),
      prompt: () =>
        Promise.reject(new DOMException('none chosen', 'NotAllowedError')).finally(() => list.push('prompt')),
    };
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote });
  });
  await play(page, FREE);
  await page.keyboard.press('k');
  await page.getByRole('button', { name: t('player_cast') }).click();
  await expect.poll(() => readRequests(page)).toEqual(['prompt']);
});

test('after three episodes that nobody touched, the next one asks first', async ({ page, signIn, t }) => {
  // The countdown's seconds pass quickly.
  await page.addInitScript(() => {
    const every = globalThis.setInterval;
    const quick = (run: () => void, ms?: number) => every(run, ms === 1000 ? 20 : ms);
    Object.assign(globalThis, { setInterval: quick });
  });
  await signIn();
  await play(page, EPISODE);
  const next = page.getByRole('region', { name: t('player_next_episode') });
  for (let count = 0; count < 3; count += 1) await expectNext(page, () => seek(page, 34));
  await seek(page, 34);
  await expect(next.getByRole('alert')).toHaveText(t('player_still_watching'));
  await expect(page.locator('video')).toHaveJSProperty('paused', true);
  await next.getByRole('button', { name: t('player_still_here') }).click();
  await framesAdvance(page);
  await expect.poll(() => time(page)).toBeLessThan(20);
});

test('an address that expires is renewed without a stop, where the browser plays by itself', async ({ page }) => {
  await playNatively(page);
  // The first cart's address is signed for a few seconds only; the next one's is as it comes.
  let first = { manifest_url: '', expires_at: 0 };
  await changeCart(page, async (media, cart) => {
    if (cart > 1) return;
    const [path = '', viewer = '', folder = ''] =
      /\/media\/v\/([\w-]+)\.[\w-]+\/\d+\/([\w-]+)\//.exec(media.manifest_url) ?? [];
    media.expires_at = media.now + 6;
    const signed = await signFolder(signingKeys(), { viewer, folder, expires: media.expires_at });
    media.manifest_url = media.manifest_url.replace(
      path,
      `/media/${fileAddress.build({ ...signed, path: `${folder}/` })}`,
    );
    first = { ...media };
  });
  const expired = () => Date.now() / 1000 > first.expires_at + 1;
  const late: string[] = [];
  await page.route(/\/seg-[5-9]\.m4s/, async (route) => {
    await expect.poll(expired).toBe(true);
    // The server may close the idle connection that it is sent by.
    const answer = await route.fetch({ maxRetries: 2 });
    const { pathname } = new URL(route.request().url());
    late.push(`${String(answer.ok())} ${pathname.split('/', 5).join('/')}/`);
    await route.fulfill({ response: answer });
  });
  const prolonged = page.waitForResponse('**/master.m3u8?renew=1');
  await play(page, FREE);
  expect((await prolonged).status()).toBe(204);
  await seek(page, 21);
  await framesAdvance(page);
  expect(expired()).toBe(true);
  // The playing video keeps the address it began with.
  const began = new URL(first.manifest_url).pathname.split('/', 5).join('/');
  expect(new Set(late)).toEqual(new Set([`true ${began}/`]));
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc)).toBe(first.manifest_url);
});

test('where media on another host is about to expire, the new address is taken when the viewer pauses', async ({
  page,
}) => {
  await playNatively(page);
  let carts = 0;
  await changeCart(page, (media, cart) => {
    carts = cart;
    if (cart === 1) media.expires_at = media.now + 302;
    else media.manifest_url += '?renewed=1';
  });
  // No cookie of ours goes to another host.
  await page.route(/renew=1$/, (route) => route.fulfill({ status: 200, body: '' }));
  await play(page, FREE);
  await expect.poll(() => carts).toBe(2);
  await seek(page, 15);
  await framesAdvance(page);
  const renewed = page.waitForRequest('**/master.m3u8?renewed=1');
  await page.keyboard.press('k');
  await renewed;
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4);
  await expect(page.locator('video')).toHaveJSProperty('paused', true);
  await page.keyboard.press('k');
  await framesAdvance(page);
  // At the same place, or at the picture before it that can be begun with.
  expect(await time(page)).toBeGreaterThan(14);
});

for (const [bits, height] of [
  [8_000_000, 720],
  [500_000, 240],
] as const) {
  test(`on a network that carried ${String(bits)} bits a second, it begins with ${String(height)} lines`, async ({
    page,
  }) => {
    await page.addInitScript((carried) => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } });
      localStorage.setItem('throughput', JSON.stringify({ bits: carried, at: Date.now() }));
    }, bits);
    const begun = new Set<string>();
    page.on('request', (it) => {
      const [, rendition] = /\/(\d+)p\/seg-0\.m4s/.exec(it.url()) ?? [];
      if (rendition) begun.add(rendition);
    });
    await play(page, FREE);
    expect(begun).toEqual(new Set([String(height)]));
  });
}

test('sound alone is played on, and asks for no picture', async ({ page, t }) => {
  await play(page, FREE);
  await page.keyboard.press('k');
  await page.getByRole('button', { name: t('player_settings') }).click();
  const sound = page.waitForRequest('**/master.m3u8?audio=1');
  await page.getByRole('radio', { name: new RegExp(t('player_audio_only')) }).check();
  await sound;
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (/\/\d+p\/seg/.test(request.url())) pictures.push(request.url());
  });
  await page.keyboard.press('Escape');
  // A visitor who stopped the video resumes it when they want to.
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4);
  await expect(page.locator('video')).toHaveJSProperty('paused', true);
  await page.keyboard.press('k');
  const at = await time(page);
  await expect.poll(() => time(page)).toBeGreaterThan(at + 1);
  expect(pictures).toEqual([]);
});

test('before Play, a title says what an hour of each quality takes', async ({ page, t }) => {
  await page.goto(FREE);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('data_title_open') })
    .click();
  const table = page.getByRole('dialog').getByRole('table', { name: t('data_caption') });
  // 219 080 bits a second are 99 MB an hour.
  await expect(table.getByRole('row', { name: /360/ })).toContainText(t('data_hourly', { count: '۹۹' }));
  await expect(table.getByRole('row')).toHaveCount(4);
});
