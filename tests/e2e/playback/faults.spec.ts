import { expect, framesAdvance, LOCALES, test } from '../../support/fixtures.ts';
import { FREE, play, playNatively, seek, time } from '../../support/watching.ts';
import type { TextKey } from '../../support/texts.ts';

const CAUSES: readonly { status: number; text: TextKey }[] = [
  { status: 403, text: 'player_failed_expired' },
  { status: 404, text: 'player_failed_missing' },
];

for (const locale of LOCALES) {
  test.describe(`media that does not come (${locale})`, () => {
    test.use({ siteLocale: locale });

    for (const { status, text } of CAUSES) {
      test(`a manifest that answers ${String(status)} has a text of its own, and a way to try again`, async ({
        page,
        t,
      }) => {
        await page.route('**/master.m3u8*', (route) => route.fulfill({ status, body: '' }));
        await page.goto(`${FREE}#play`);
        const message = page.getByRole('dialog', { name: t('player_failed') });
        await expect(message.getByRole('alert')).toHaveText(t(text));
        await page.unroute('**/master.m3u8*');
        await message.getByRole('button', { name: t('player_retry') }).click();
        await framesAdvance(page);
      });
    }
  });
}

test('a segment that is cut, refused by a busy server, lost with the connection or never sent is requested again', async ({
  page,
}) => {
  const faults = new Map<string, number>();
  await page.route(/\/(?:\d+p|audio)\/seg-[2-4]\.m4s/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const count = faults.get(pathname) ?? 0;
    faults.set(pathname, count + 1);
    if (count === 0) {
      const answer = await route.fetch();
      const body = await answer.body();
      await route.fulfill({ response: answer, body: body.subarray(0, Math.floor(body.length / 2)) });
    } else if (count === 1) await route.fulfill({ status: 503, body: '' });
    else if (count === 2) await route.abort('connectionreset');
    // The fourth answer never comes.
    else if (count === 3) return;
    else await route.continue();
  });
  await play(page, FREE);
  await seek(page, 9);
  await expect.poll(() => time(page)).toBeGreaterThan(11);
  expect([...faults.values()].every((count) => count > 0)).toBe(true);
});

test('a rendition that is gone is replaced by another one', async ({ page }) => {
  // The one that the player begins with.
  let gone = '';
  await page.route(/\/\d+p\/(?:index\.m3u8|seg)/, async (route) => {
    const [, rendition = ''] = /\/(\d+p)\//.exec(route.request().url()) ?? [];
    if (gone === '') gone = rendition;
    await (rendition === gone ? route.fulfill({ status: 404, body: '' }) : route.continue());
  });
  await page.goto(`${FREE}#play`);
  await framesAdvance(page);
  expect(gone).not.toBe('');
});

test('a network that goes away while a film plays is noticed, and what is missing comes when it is back', async ({
  page,
  context,
  t,
}) => {
  let lose: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.route(/\/seg-[5-8]\.m4s/, async (route) => {
    await lost;
    await route.continue();
  });
  await play(page, FREE);
  await context.setOffline(true);
  lose();
  await expect(page.getByRole('status').filter({ hasText: t('player_lost') })).toBeVisible();
  await seek(page, 21);
  await context.setOffline(false);
  await expect.poll(() => time(page)).toBeGreaterThan(22);
});

for (const engine of ['mse', 'native']) {
  test(`${engine}: a player that stays still with data, or whose picture is apart from its sound, is restarted in place`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const request = Object.getOwnPropertyDescriptor(HTMLVideoElement.prototype, 'requestVideoFrameCallback')
        ?.value as HTMLVideoElement['requestVideoFrameCallback'];
      HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
        const late = () => Number(document.documentElement.dataset['late'] ?? 0);
        return request.call(this, (now, data) => callback(now, { ...data, mediaTime: data.mediaTime - late() }));
      };
    });
    if (engine === 'native') await playNatively(page);
    await play(page, FREE);
    await expect(page.locator('[data-engine]')).toHaveAttribute('data-engine', engine);
    await seek(page, 12);
    await expect.poll(() => time(page)).toBeGreaterThan(12.1);
    const video = page.locator('video');
    // The clock of the video stops, as that of a hung decoder.
    await video.evaluate((element: HTMLVideoElement) => {
      const at = element.currentTime;
      element.dataset['hung'] = '';
      Object.defineProperty(element, 'currentTime', { configurable: true, get: () => at, set: () => undefined });
      const revive = () => {
        Reflect.deleteProperty(element, 'currentTime');
        delete element.dataset['hung'];
      };
      element.addEventListener('emptied', revive, { once: true });
    });
    await expect(video).not.toHaveAttribute('data-hung');
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(11.9);

    await video.evaluate((element: HTMLVideoElement) => {
      document.documentElement.dataset['late'] = '0.4';
      element.addEventListener('emptied', () => delete document.documentElement.dataset['late'], { once: true });
    });
    await expect(page.locator('html')).not.toHaveAttribute('data-late');
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(12.1);
  });
}
