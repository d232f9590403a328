import { expect, framesAdvance, LOCALES, test } from '../../support/fixtures.ts';
import { FREE, play, seek, time } from '../../support/watching.ts';
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

test('a segment that is cut, refused by a busy server or lost with the connection is requested again', async ({
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
    else await route.continue();
  });
  await play(page, FREE);
  await seek(page, 9);
  await expect.poll(() => time(page), { timeout: 30_000 }).toBeGreaterThan(11);
  expect([...faults.values()].every((count) => count > 0)).toBe(true);
});

test('a rendition that is gone is replaced by another one', async ({ page }) => {
  const refused: string[] = [];
  await page.route(/\/240p\/(?:index\.m3u8|seg)/, async (route) => {
    refused.push(route.request().url());
    await route.fulfill({ status: 404, body: '' });
  });
  await page.goto(`${FREE}#play`);
  await framesAdvance(page);
  expect(refused.length).toBeGreaterThan(0);
});

test('a player that stays still with data is restarted where it was', async ({ page }) => {
  await play(page, FREE);
  await seek(page, 12);
  await expect.poll(() => time(page)).toBeGreaterThan(12.1);
  // The clock of the video stops, as that of a hung decoder.
  const source = await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const at = video.currentTime;
    Object.defineProperty(video, 'currentTime', { configurable: true, get: () => at, set: () => undefined });
    video.addEventListener('emptied', () => Reflect.deleteProperty(video, 'currentTime'), { once: true });
    return video.src;
  });
  await expect(page.locator('video')).not.toHaveAttribute('src', source);
  await framesAdvance(page);
  expect(await time(page)).toBeGreaterThan(11.9);
});
