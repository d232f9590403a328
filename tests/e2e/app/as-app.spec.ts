import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

test.describe('as an app', () => {
  for (const siteLocale of LOCALES) {
    test.describe(siteLocale, () => {
      test.use({ siteLocale });

      test('the site has a manifest, and all that it names is there', async ({ context, t }) => {
        const { request } = context;
        const html = await (await request.get('/app')).text();
        const [, href = ''] = /<link rel="manifest"[^>]* href="([^"]+)"/.exec(html) ?? [];
        const answer = await request.get(href);
        expect(answer.headers()['content-type']).toContain('application/manifest+json');
        const manifest = (await answer.json()) as Record<
          'icons' | 'shortcuts' | 'screenshots',
          { src: string; url: string; purpose: string; sizes: string }[]
        > &
          Record<string, unknown>;
        expect(manifest).toMatchObject({
          lang: siteLocale,
          dir: siteLocale === 'fa' ? 'rtl' : 'ltr',
          short_name: t('site_name'),
          display: 'standalone',
        });
        for (const size of ['192x192', '512x512'])
          for (const purpose of ['any', 'maskable'])
            expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose, sizes: size }));
        for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
          const picture = await request.get(src);
          expect(picture.status(), src).toBe(200);
          expect(picture.headers()['content-type'], src).toMatch(/^image\//);
        }
        expect(manifest.shortcuts.length).toBeGreaterThanOrEqual(3);
      });
    });
  }

  test('has its icon where browsers ask for it unasked', async ({ request }) => {
    const icon = await request.get('/favicon.ico');
    expect(icon.status()).toBe(200);
    expect(new Uint8Array(await icon.body()).slice(0, 4)).toEqual(new Uint8Array([0, 0, 1, 0]));
  });

  test('is installed by a button where the browser offers it, and only there', async ({ page, t }) => {
    await page.goto('/app');
    const button = page.getByRole('button', { name: t('app_install_here') });
    await expect(button).toBeHidden();
    await page.waitForLoadState('load');
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => Promise.resolve((document.title = 'asked')),
      });
      dispatchEvent(offer);
    });
    await button.click();
    await expect(page).toHaveTitle('asked');
    await expect(button).toBeHidden();
  });

  test('says to a monitor whether it is well, and keeps nothing of it', async ({ request }) => {
    const answer = await request.get('/healthz');
    expect(answer.status()).toBe(200);
    expect(answer.headers()['cache-control']).toBe('no-store');
    expect(await answer.json()).toEqual({ status: 'ok' });
    expect((await request.post('/healthz')).status()).toBeGreaterThanOrEqual(400);
    expect((await request.head('/healthz')).status()).toBe(200);
  });
});
