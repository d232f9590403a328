import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';

/** Width of the window, and of the content in it, in pixels. */
const CONTENT = [
  [360, 328],
  [768, 720],
  [1024, 960],
  [1440, 1344],
  [1920, 1792],
  [2560, 2048],
] as const;
const WIDE = { width: 1920, height: 1080 };

test('the content takes the width of the window, up to 2048 px', async ({ page }) => {
  await page.goto('/genres');
  for (const [width, content] of CONTENT) {
    await page.setViewportSize({ width, height: 900 });
    const wrap = page.locator('main .wrap').first();
    const inner = await wrap.evaluate((element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    });
    expect(inner, String(width)).toBe(content);
  }
});

for (const [width, height] of [
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const) {
  test.describe(`a head at ${String(width)} × ${String(height)}`, () => {
    test.use({ viewport: { width, height } });

    test('fills three quarters of the height with its picture, and asks for one that is as wide', async ({ page }) => {
      for (const path of ['/', '/movie/52']) {
        await page.goto(path);
        const art = page.locator('.hero-art').first();
        await expect
          .poll(() => art.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 1))
          .toBe(true);
        const { share, scale } = await art.evaluate((one: HTMLImageElement) => {
          const box = one.getBoundingClientRect();
          // The width that is asked for: the demo's own files are narrower.
          const width = Number(one.currentSrc.split('/').at(-1));
          return { share: box.height / innerHeight, scale: Math.max(box.width, (box.height * 16) / 9) / width };
        });
        expect(share, path).toBeGreaterThanOrEqual(0.75);
        expect(scale, path).toBeLessThanOrEqual(1.02);
      }
    });
  });
}

for (const locale of LOCALES) {
  test.describe(`wide pages (${locale})`, () => {
    test.use({ siteLocale: locale, viewport: WIDE });

    test('a screening has its picture and story beside its price, across the width', async ({ page }) => {
      for (const width of [1280, 1920]) {
        await page.setViewportSize({ width, height: 1080 });
        await page.goto('/ekran/502');
        const side = await page.locator('.screening-side').boundingBox();
        const facts = await page.locator('.screening .facts').boundingBox();
        const edge = locale === 'fa' ? (side?.x ?? 0) : width - (side?.x ?? 0) - (side?.width ?? 0);
        expect(edge, String(width)).toBeLessThanOrEqual(65);
        expect(side?.y).toBeLessThan(facts?.y ?? 0);
        await expect(page.locator('.screening-side img')).toBeVisible();
      }
    });

    test('texts keep a measure, with help beside them', async ({ page, t }) => {
      await page.goto('/profile/terms');
      const text = await page.locator('.prose-text ol').first().boundingBox();
      const help = page.getByRole('main').getByRole('navigation', { name: t('nav_group_help') });
      await expect(help).toBeVisible();
      const side = await help.boundingBox();
      expect(text?.width).toBeLessThanOrEqual(704);
      expect(side?.y).toBeLessThan((text?.y ?? 0) + (text?.height ?? 0));
      const gap =
        locale === 'fa'
          ? (text?.x ?? 0) - (side?.x ?? 0) - (side?.width ?? 0)
          : (side?.x ?? 0) - (text?.x ?? 0) - (text?.width ?? 0);
      expect(gap).toBeGreaterThan(0);
    });

    test('the form of comments stands beside them, and settings have a list of their sections', async ({
      page,
      signIn,
      t,
    }) => {
      await signIn();
      await page.goto('/comments/52');
      const form = await page.locator('#write').boundingBox();
      const first = await page.locator('.comment').first().boundingBox();
      expect(Math.abs((form?.x ?? 0) - (first?.x ?? 0))).toBeGreaterThan(400);
      expect(form?.y).toBeLessThan((first?.y ?? 0) + 400);
      await page.goto('/profile/settings');
      const sections = page.getByRole('navigation', { name: t('settings_sections') });
      await sections.getByRole('link', { name: t('settings_devices') }).click();
      await expect(page.locator('#devices')).toBeInViewport();
      const column = await page.locator('.prose-text').boundingBox();
      expect(column?.width).toBe(720);
    });

    test('the account leads to all that belongs to it', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/profile');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account_menu'));
      const main = page.getByRole('main');
      for (const key of [
        'nav_plans',
        'nav_my_lists',
        'account_credit',
        'account_payments',
        'nav_settings',
        'nav_group_help',
      ] as const)
        await expect(main.getByRole('link', { name: t(key) }).first()).toBeVisible();
      await expect(main.getByRole('button', { name: t('shell_language') })).toBeVisible();
    });

    test('what is on stands beside the day’s programme', async ({ page }) => {
      await page.goto('/lives/parde-1');
      const hero = await page.locator('.channel-hero').boundingBox();
      const guide = await page.locator('.live-guide').boundingBox();
      expect(hero?.width).toBeCloseTo(1280, -1);
      expect(guide?.height).toBeCloseTo(hero?.height ?? 0, 0);
    });
  });
}
