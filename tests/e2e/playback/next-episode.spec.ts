import { expect, framesAdvance, test } from '../../support/fixtures.ts';
import { EPISODE, play, seek } from '../../support/watching.ts';

const NEXT = 1002;

test('the next episode begins without the network, and takes no stream before it plays', async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  await play(page, EPISODE);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  const cart = page.waitForResponse((response) => response.url().endsWith('/get/cart'));
  await seek(page, 20);
  expect((await cart).request().postDataJSON()).toMatchObject({ type: 'episode', id: NEXT });
  const { data } = (await (await cart).json()) as {
    data: { data: { play: { manifest_url: string; stream: string } } };
  };
  const { manifest_url: manifest, stream } = data.data.play;
  const folder = new URL('.', manifest).pathname;
  for (const track of [String.raw`\d+p`, 'audio']) {
    const last = new RegExp(`${folder}${track}/seg-1\\.m4s$`);
    await expect.poll(() => sent.some((path) => last.test(path))).toBe(true);
  }
  const streams = await page.request.get('/api/v1/my/streams');
  const held = (await streams.json()) as { data: { streams: { stream: string }[] } };
  expect(held.data.streams.map((one) => one.stream)).not.toContain(stream);
  expect(held.data.streams).toHaveLength(1);

  const before = await page.locator('video').evaluate((video: HTMLVideoElement) => video.src);
  await context.setOffline(true);
  await page.keyboard.press('n');
  await expect(page.locator('video')).not.toHaveAttribute('src', before);
  await framesAdvance(page);
  await expect(page.getByRole('region', { name: t('player_next_episode') })).toBeHidden();
  await context.setOffline(false);
  expect(sent.filter((path) => path.endsWith('/get/cart'))).toHaveLength(1);
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
