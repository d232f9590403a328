import type { Page, Request, Response } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';
import { EPISODE, play, playNatively, seek } from '../../support/browser/watching.ts';

const NEXT = 1002;

const asksFor = (request: Request, id: number) =>
  request.url().endsWith('/get/cart') && (request.postDataJSON() as { id: number }).id === id;
async function readPlay(cart: Response): Promise<{ manifest_url: string; stream: string }> {
  const { data } = (await cart.json()) as { data: { data: { play: { manifest_url: string; stream: string } } } };
  return data.data.play;
}
async function readStreams(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/v1/my/streams');
  const { data } = (await answer.json()) as { data: { streams: { stream: string }[] } };
  return data.streams.map(({ stream }) => stream);
}

test('the next episode begins without the network, and takes no stream before it plays', async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  // On a slow machine the episode comes near its end by itself.
  const cart = page.waitForResponse((response) => asksFor(response.request(), NEXT));
  const paths: string[] = [];
  page.on('request', (request) => paths.push(asksFor(request, NEXT) ? 'cart' : new URL(request.url()).pathname));
  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname));
  await play(page, EPISODE);
  await seek(page, 20);
  const { manifest_url: manifest, stream } = await readPlay(await cart);
  const folder = new URL('.', manifest).pathname;
  for (const track of [String.raw`\d+p`, 'audio']) {
    const last = new RegExp(`${folder}${track}/seg-1\\.m4s$`);
    await expect.poll(() => loaded.some((path) => last.test(path))).toBe(true);
  }
  // The picture may show before the player holds its lease.
  await expect.poll(() => readStreams(page)).toHaveLength(1);
  expect(await readStreams(page)).not.toContain(stream);

  const before = await page.locator('video').evaluate((video: HTMLVideoElement) => video.src);
  await context.setOffline(true);
  await page.keyboard.press('n');
  await expect(page.locator('video')).not.toHaveAttribute('src', before);
  await framesAdvance(page);
  await expect(page.getByRole('region', { name: t('player_next_episode') })).toBeHidden();
  await context.setOffline(false);
  expect(paths.filter((path) => path === 'cart')).toHaveLength(1);
});

test('who saves data loads nothing of the next episode before the press', async ({ page, signIn, t }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await signIn();
  await play(page, EPISODE);
  const carts: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/get/cart') && carts.push(request.postDataJSON()));
  await seek(page, 34);
  await expect(page.getByRole('region', { name: t('player_next_episode') })).toBeVisible();
  expect(carts).toEqual([]);
});

/** Plays an episode by the browser's own HLS until the next one is loaded ahead: its video, address and stream. */
async function loadNextNatively(page: Page) {
  await playNatively(page);
  const cart = page.waitForResponse((response) => asksFor(response.request(), NEXT));
  await play(page, EPISODE);
  const player = page.getByRole('dialog').locator('video');
  await player.evaluate((video: HTMLVideoElement) => (video.currentTime = 20));
  const { manifest_url: manifest, stream } = await readPlay(await cart);
  const next = page.locator(`video[src="${manifest}"]`);
  // Then it rests. Until then a request may be under way, which its player would wait for.
  const readEnd = (video: HTMLVideoElement) => (video.buffered.length > 0 ? video.buffered.end(0) : 0);
  await expect.poll(() => next.evaluate(readEnd)).toBeGreaterThan(10);
  const isAhead = async () => (await page.context().cookies(manifest)).some(({ name }) => name === 'ahead');
  return { player, next, manifest, stream, isAhead };
}

test(
  'the browser’s own HLS has the next episode ready, too, in a video of its own without a stream',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn();
    const { player, next, manifest, stream, isAhead } = await loadNextNatively(page);
    await expect(next).toBeHidden();
    expect(await isAhead()).toBe(true);
    expect(await readStreams(page)).not.toContain(stream);

    // Later requests wait, so that the picture is of what was loaded ahead.
    const release = await holdRequests(page, `${new URL('.', manifest).href}**`);
    await page.keyboard.press('n');
    await expect(player).toHaveAttribute('src', manifest);
    await framesAdvance(page);
    expect(await isAhead()).toBe(false);
    release();
    await expect.poll(() => readStreams(page)).toContain(stream);
    await page.keyboard.press('Escape');
    await expect(page.locator('video')).toHaveCount(0);
  },
);

test(
  'a press while the next episode of the browser’s own HLS is on its way plays it when it comes',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn();
    await playNatively(page);
    const cart = page.waitForResponse((response) => asksFor(response.request(), NEXT));
    await play(page, EPISODE);
    const player = page.getByRole('dialog').locator('video');
    let folder = 'nothing';
    // Only what follows the first segment is held.
    const release = await holdRequests(page, /seg-[1-9]\.m4s$/, (request) => request.url().startsWith(folder));
    await player.evaluate((video: HTMLVideoElement) => (video.currentTime = 20));
    const { manifest_url: manifest, stream } = await readPlay(await cart);
    folder = new URL('.', manifest).href;
    const next = page.locator(`video[src="${manifest}"]`);
    await expect.poll(() => next.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
    await page.keyboard.press('n');
    await expect(player).toHaveAttribute('src', manifest);
    release();
    await framesAdvance(page);
    await expect.poll(() => readStreams(page)).toContain(stream);
  },
);

test(
  'a next episode that the browser’s own HLS could not load ahead is loaded again',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn();
    const { player, next, manifest, isAhead } = await loadNextNatively(page);
    await next.evaluate(async (video: HTMLVideoElement) => {
      const failed = new Promise((resolve) => video.addEventListener('error', resolve, { once: true }));
      video.src = new URL('missing.m3u8', video.src).href;
      await failed;
    });
    await page.keyboard.press('n');
    await expect(player).toHaveAttribute('src', manifest);
    await framesAdvance(page);
    expect(await isAhead()).toBe(false);
  },
);

test(
  'a player that closes takes the next episode of the browser’s own HLS with it',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn();
    const { isAhead } = await loadNextNatively(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('video')).toHaveCount(0);
    expect(await isAhead()).toBe(false);
  },
);
