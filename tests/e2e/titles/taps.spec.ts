import { createProgress } from '../../../src/features/progress/progress.ts';
import { expect, FILM, framesAdvance, LOCALES, test } from '../../support/browser/fixtures.ts';
import { digits } from '../../support/browser/paying.ts';
import { Taps } from '../../support/browser/taps.ts';

/** The presses that a visitor's common wishes cost on the page of a title, on a phone. */
test.use({ viewport: { width: 360, height: 780 } });

for (const locale of LOCALES) {
  test.describe(`taps (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('to share costs one press here and one in the system’s sheet', async ({ page, t }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', {
          value: (data: ShareData) => Promise.resolve(void (document.body.dataset['shared'] = data.url ?? '')),
        });
      });
      await page.goto('/movie/52', { waitUntil: 'load' });
      const taps = new Taps();
      await taps.on(page.getByRole('button', { name: t('title_share') }));
      await expect(page.locator('body')).toHaveAttribute('data-shared', /\/movie\/52(\?hl=en)?$/);
      expect(taps.count).toBe(1);
    });

    test('to rent costs two presses and the bank', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/movie/126');
      const taps = new Taps();
      const amount = digits(locale, 53_900);
      await taps.on(page.getByRole('button', { name: t('title_rent', { amount }) }));
      await taps.on(page.getByRole('dialog').getByRole('button', { name: t('buy_pay', { amount }) }));
      await expect(page).toHaveURL(/\/dev\/gateway\//);
      expect(taps.count).toBeLessThanOrEqual(3);
    });

    test('to go on with a film costs one press', async ({ page, signIn, t }) => {
      await signIn();
      const now = Math.floor(Date.now() / 1000);
      const data = { now, titles: [{ id: FILM.id, ...createProgress(30, 60, now, false) }] };
      expect((await page.request.post('/api/v1/my/progress', { data })).ok()).toBe(true);
      await page.goto('/movie/52');
      const taps = new Taps();
      await taps.on(page.getByRole('link', { name: t('play_from', { time: locale === 'fa' ? '۰:۳۰' : '0:30' }) }));
      await framesAdvance(page);
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(25);
      expect(taps.count).toBe(1);
    });
  });
}
