import { createStreamId, parseStreamId } from '../../../src/features/streams/stream-id.ts';
import { expect, FILM, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { seek } from '../../support/browser/watching.ts';

for (const locale of ONE_LOCALE) {
  test.describe(`streams at once (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a fourth player lists the others; one is stopped by the keyboard, and learns of it', async ({
      page,
      signIn,
      t,
      baseURL,
    }) => {
      await signIn();
      const headers = { origin: baseURL ?? '' };
      const hold = (stream: string) => page.request.post('/api/v1/plays/hold', { data: { stream }, headers });
      const cart = await page.request.post('/api/v1/get/cart', { data: { id: FILM.id, type: FILM.kind }, headers });
      const { data } = (await cart.json()) as { data: { data: { play: { stream: string } } } };
      const user = parseStreamId(data.data.play.stream)?.user ?? 0;
      const others = [10, 11, 12].map((id) => createStreamId(user, { kind: 'title', id }));
      for (const stream of others) expect((await hold(stream)).status()).toBe(200);

      let refuse: () => void = () => undefined;
      const stopping = new Promise<void>((resolve) => (refuse = resolve));
      await page.route('**/seg-7.m4s', async (route) => {
        await stopping;
        await route.fulfill({ status: 409, body: '' });
      });
      await page.goto(`/movie/${String(FILM.id)}#play`);
      const refusal = page.getByRole('dialog', { name: t('streams_full_heading') });
      await expect(refusal.getByRole('alert')).toHaveText(t('error_streams_full'));
      const list = refusal.getByRole('list', { name: t('streams_list') });
      await expect(list.getByRole('listitem')).toHaveCount(3);
      const stop = list.getByRole('button').first();
      await expect(stop).toHaveAccessibleName(/.+: .+/);
      await stop.focus();
      await page.keyboard.press('Enter');
      await expect(refusal).toBeHidden();
      await expect(page.locator('video')).toBeVisible();
      await expect
        .poll(async () => (await Promise.all(others.map(hold))).map((answer) => answer.status()).sort())
        .toEqual([200, 200, 409]);

      // Another device stops this player: it says so at the first refused segment, and continues here.
      const readOwn = async () => {
        const streams = await page.request.get('/api/v1/my/streams');
        const listed = (await streams.json()) as { data: { streams: { stream: string }[] } };
        return listed.data.streams.find(({ stream }) => !others.includes(stream))?.stream;
      };
      // The picture may show before the player holds its lease.
      await expect.poll(readOwn).toBeDefined();
      const stopOwn = { data: { stream: await readOwn() }, headers };
      expect((await page.request.post('/api/v1/my/streams/stop', stopOwn)).status()).toBe(200);
      refuse();
      await seek(page, 29);
      const stopped = page.getByRole('dialog', { name: t('streams_stopped_heading') });
      await expect(stopped.getByRole('alert')).toHaveText(t('error_stream_stopped'));
      await stopped.getByRole('button', { name: t('streams_play_here') }).click();
      await expect(page.locator('video')).toBeVisible();
    });
  });
}
