// @module-tag full
import { expect, framesAdvance, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { allowLatePictures, makePicturesLate, stopClock } from '../../support/browser/hung-video.ts';
import { FREE, play, playNatively, seek, time } from '../../support/browser/watching.ts';
import type { TextKey } from '../../support/browser/texts.ts';

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

for (const locale of ONE_LOCALE) {
  test.describe(`segments that are pages (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('have the server’s text, and a press plays on from the same moment', async ({ page, t }) => {
      test.setTimeout(240_000);
      const page200 = { status: 200, contentType: 'text/html', body: `<!doctype html><p>${'Not here. '.repeat(500)}` };
      // The sound has no other rendition to change to.
      await page.route(/\/audio\/seg-[2-8]\.m4s/, (route) => route.fulfill(page200));
      await play(page, FREE);
      await seek(page, 13);
      const message = page.getByRole('dialog', { name: t('player_failed') });
      await expect(message.getByRole('alert')).toHaveText(t('player_failed_server'), { timeout: 150_000 });
      await page.unroute(/\/audio\/seg-[2-8]\.m4s/);
      await message.getByRole('button', { name: t('player_retry') }).click();
      await framesAdvance(page);
      expect(await time(page)).toBeGreaterThan(10);
    });
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
  // Each rendition that the player turns to has the four faults, of which the last one takes eight seconds.
  await expect.poll(() => time(page), { timeout: 90_000 }).toBeGreaterThan(11);
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
    await allowLatePictures(page);
    if (engine === 'native') await playNatively(page);
    await play(page, FREE);
    await expect(page.locator('[data-engine]')).toHaveAttribute('data-engine', engine);
    await seek(page, 12);
    await expect.poll(() => time(page)).toBeGreaterThan(12.1);
    const video = page.locator('video');
    await stopClock(video);
    await expect(video).not.toHaveAttribute('data-hung');
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(11.9);

    await makePicturesLate(video);
    await expect(page.locator('html')).not.toHaveAttribute('data-late');
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(12.1);
  });
}
