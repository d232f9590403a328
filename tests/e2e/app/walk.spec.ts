import type { Page } from '@playwright/test';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { PAYWALLED_CLASS } from '../../../src/platform/seo/json-ld.ts';
import { createAccount } from '../../support/browser/account.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { findHtmlFaults } from '../../support/rules/html-rules.ts';
import { expectNoSidewaysScroll, setLetters } from '../../support/browser/narrow.ts';
import { LARGE_TEXT_PAGES, PAGE_KINDS, SHARED_PAGES, takePairs } from '../../support/browser/page-kinds.ts';
import { hiddenFocus, lostControls, PAGE_RULES, PERSIAN_RULES, unstyledClasses } from '../../support/browser/walk.ts';

const SIZES = [
  { width: 360, height: 720 },
  { width: 1280, height: 800 },
] as const;

/**
 * Neither mirrored nor turned, each class with its style, spaces between texts, numbers in place, and room for large
 * letters; what has the focus is seen, and nothing lies over it.
 */
async function expectDrawnAsMeant(page: Page, path: string, locale: Locale): Promise<void> {
  const unstyled = await page.evaluate(unstyledClasses);
  expect(
    unstyled.filter((name) => name !== PAYWALLED_CLASS),
    path,
  ).toEqual([]);
  for (const rule of locale === 'fa' ? [...PAGE_RULES, ...PERSIAN_RULES] : PAGE_RULES)
    expect(await page.evaluate(rule), `${rule.name}: ${path}`).toEqual([]);
  await expectNoSidewaysScroll(page, path);
  expect(await page.evaluate(lostControls), path).toEqual([]);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(hiddenFocus), path).toEqual([]);
}

for (const [language, siteLocale] of LOCALES.entries()) {
  for (const [size, viewport] of SIZES.entries()) {
    test.describe(`a walk over all page kinds (${siteLocale}, ${String(viewport.width)} px)`, () => {
      test.use({ siteLocale, viewport, contextOptions: { reducedMotion: 'reduce' } });
      test.slow();

      test('each page is drawn as it is meant, and letters of twice the size lose nothing', async ({ page, noise }) => {
        for (const path of siteLocale === 'fa' ? PAGE_KINDS : takePairs(PAGE_KINDS, size)) {
          await page.goto(path);
          await expectDrawnAsMeant(page, path, siteLocale);
        }
        expect(noise).toEqual({ errors: [], foreign: [] });
      });
    });
  }

  test.describe(`pages (${siteLocale})`, () => {
    test.use({ siteLocale, contextOptions: { reducedMotion: 'reduce' } });
    test.slow();

    test('of a member are drawn as they are meant, and letters of twice the size lose nothing', async ({
      page,
      context,
      baseURL,
      signIn,
    }) => {
      await page.setViewportSize(SIZES[0]);
      await signIn();
      const account = createAccount(context, baseURL);
      const { id, bank } = await account.charge(20_000);
      const thread = await account.writeHelp('سلام');
      const paths = [
        '/profile',
        '/profile/internet',
        '/profile/about-contact',
        '/profile/faq',
        '/profile/help',
        '/profile/access',
        `/profile/help/${String(thread)}`,
        '/profile/terms',
        '/profile/subscription',
        '/USSDlink/52/1',
        '/profile/settings',
        '/profile/list/later',
        '/payments',
        '/plan/1',
        '/comments/52',
      ];
      for (const path of [...paths, `/payments/${id}`, bank, `/callback?payment=${id}`]) {
        await page.goto(path);
        await expectDrawnAsMeant(page, path, siteLocale);
      }
    });

    test('at a zoom of 400 % nothing is lost', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 256 });
      for (const path of takePairs(PAGE_KINDS, language)) {
        await page.goto(path);
        await expectNoSidewaysScroll(page, path);
        expect(await page.evaluate(lostControls), path).toEqual([]);
      }
    });

    test('lose nothing where the browser’s own letters have 32 px, by which windows count too', async ({ page }) => {
      await setLetters(page, 32);
      for (const path of LARGE_TEXT_PAGES) {
        await page.goto(path);
        for (const width of [360, 1280, 2560]) {
          await page.setViewportSize({ width, height: 740 });
          await expectNoSidewaysScroll(page, path);
          expect(await page.evaluate(lostControls), path).toEqual([]);
        }
      }
    });

    test('are HTML as the standard allows it', { tag: '@full' }, async ({ context, signIn }) => {
      const others = ['/login', '/app', '/kids', '/offline', '/namad', '/no-such-page', '/movie/download/39'];
      const signedIn = ['/profile', '/profile/settings', '/payments', '/comments/52', '/profile/list/later'];
      const check = async (path: string) => {
        const source = await (await context.request.get(path)).text();
        expect(await findHtmlFaults(source), path).toEqual([]);
      };
      const all = [...new Set([...PAGE_KINDS, ...SHARED_PAGES, ...others])];
      for (const path of takePairs(all, language)) await check(path);
      await signIn();
      for (const path of takePairs(signedIn, language)) await check(path);
    });
  });
}

test('forced colours leave the button of a film its border', async ({ page, t }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/movie/52');
  const play = page.getByRole('link', { name: t('title_play'), exact: true }).or(page.locator('main .btn-solid'));
  await expect(play.first()).toHaveCSS('border-top-style', 'solid');
  await expect(play.first()).toHaveCSS('border-top-width', '1px');
});

test('a phone has the dots of the hero below its button, and no arrows', async ({ page, t }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/');
  const hero = page.getByRole('region', { name: t('hero_label') });
  await expect(hero.getByRole('button', { name: t('rail_next'), exact: true })).toBeHidden();
  const button = await hero.getByRole('link').first().boundingBox();
  const dot = await hero.locator('.hero-dot').first().boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(dot?.y ?? 0);
});

for (const [width, height] of [
  [640, 360],
  [568, 320],
] as const) {
  test(`a phone on its side has the hero’s button above the bar (${String(width)} px)`, async ({ page, t }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const hero = page.getByRole('region', { name: t('hero_label') });
    const button = await hero.getByRole('link').first().boundingBox();
    const bar = await page.getByRole('navigation', { name: t('nav_bottom') }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });
}

for (const [width, letters] of [
  [320, 16],
  [360, 32],
] as const)
  test(`at ${String(width)} px each label of the bottom bar is one line, with letters of ${String(letters)} px`, async ({
    page,
    t,
  }) => {
    await page.setViewportSize({ width, height: 568 });
    await setLetters(page, letters);
    await page.goto('/genres');
    const links = page.getByRole('navigation', { name: t('nav_bottom') }).getByRole('link');
    const heights = await links.evaluateAll((all) =>
      all.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.lastChild ?? link);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(heights).toEqual([1, 1, 1, 1, 1]);
  });

test('the header’s letters over art are white, and a fixed scrim is under them', async ({ page, t }) => {
  await page.setViewportSize(SIZES[1]);
  await page.goto('/movie/52');
  const buy = page.getByRole('banner').getByRole('link', { name: t('nav_plans') });
  await expect(buy).toHaveCSS('color', 'rgb(255, 255, 255)');
  // Over pure white: 60 % of the veil at the lower edge of the letters leaves 4.5 : 1.
  await expect(page.getByRole('banner')).toHaveCSS('background-image', /rgba\(8, 9, 12, 0\.6\) 70%/);
});

for (const { width, height } of SIZES) {
  test(`the reason for being led home stands where the bar leaves room, readable in both themes (${String(width)} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.route('**/api/v1/ghost/get/cart', (route) =>
      route.fulfill({ status: 503, json: { message: 'x', message_fa: 'اکنون نه.' } }),
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/movie/52#play');
      await expect(page).toHaveURL('/');
      const notice = page.getByRole('alert').filter({ hasText: 'اکنون نه.' });
      await expect(notice).toBeVisible();
      const box = await notice.evaluate((element) => {
        const { left, top, width: wide } = element.getBoundingClientRect();
        const text = element.querySelector('p')?.getBoundingClientRect().top ?? 0;
        return { left, wide, room: text - top, background: getComputedStyle(element).backgroundColor };
      });
      expect([box.left, box.wide]).toEqual([0, width]);
      // Phones have no bar on home; elsewhere its light letters stand over the notice.
      if (width < 768) expect(box.room).toBeLessThan(24);
      else expect(box.room).toBeGreaterThan(64);
      expect(box.background).toBe('rgb(14, 15, 19)');
      await expect(notice.locator('p')).toHaveCSS('direction', 'rtl');
    }
  });
}

test('links of the footer are wide enough to press', async ({ page }) => {
  await page.goto('/genres');
  const widths = await page.locator('footer a').evaluateAll((links) => links.map((link) => link.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(24);
});

test.describe('buying', () => {
  for (const viewport of SIZES) {
    test(`is three taps from home (${String(viewport.width)} px)`, async ({ page, t }) => {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await page
        .getByRole('link', { name: t('nav_plans') })
        .and(page.locator(':visible'))
        .last()
        .click();
      const dialog = page.getByRole('dialog', { name: t('plans_title') });
      await expect(dialog.getByText(t('plans_best'), { exact: true })).toHaveCount(1);
      // The second tap chooses; the third logs in or pays.
      await dialog.locator('.plan-best').click();
      await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
    });
  }

  test('is in the account menu, in the profile and in the header', async ({ page, signIn, t }) => {
    await page.setViewportSize(SIZES[1]);
    await signIn();
    await page.goto('/profile');
    await expect(page.getByRole('main').getByRole('link', { name: t('nav_plans') })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: t('nav_plans') })).toBeVisible();
    await page.getByRole('button', { name: t('account_menu') }).click();
    await expect(page.locator('#account').getByRole('link', { name: t('nav_plans') })).toBeVisible();
  });

  test('shows a price in one line, with VAT and a month’s share, and no plan beside an empty place', async ({
    page,
    t,
  }) => {
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      await page.goto('/profile/plans');
      const year = page.locator('.plan-best');
      await expect(year).toContainText(t('plans_with_vat', { amount: '۶۹۵٬۲۰۰' }));
      await expect(year).toContainText(t('plans_per_month', { amount: '۵۲٬۸۰۰' }));
      const options = page.locator('.plan-option');
      const lines = await options.evaluateAll((all) =>
        all.map((one) => one.querySelector('strong')?.getClientRects().length),
      );
      expect(new Set(lines)).toEqual(new Set([1]));
      const starts = await options.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
      expect(new Set(starts).size, 'one column on phones, one row on desktops').toBe(width < 1024 ? 1 : starts.length);
      if (width < 1024) continue;
      const prices = await page
        .locator('.plan-option strong')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect(new Set(prices).size, 'the prices of a row share a line').toBe(1);
    }
  });
});

test.describe('with a mouse', () => {
  test.use({ viewport: SIZES[1], contextOptions: { reducedMotion: 'reduce' } });

  for (const siteLocale of LOCALES) {
    test.describe(siteLocale, () => {
      test.use({ siteLocale });

      test('the hero turns by its arrows and dots, and never by itself', async ({ page, t }) => {
        await page.goto('/');
        const hero = page.getByRole('region', { name: t('hero_label') });
        const at = () =>
          hero.locator('.hero-track').evaluate((track) => Math.round(Math.abs(track.scrollLeft) / track.clientWidth));
        const dots = hero.locator('.hero-dot');
        expect(await dots.count()).toBeGreaterThan(2);
        await hero.getByRole('button', { name: t('rail_next'), exact: true }).click();
        await expect.poll(at).toBe(1);
        await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
        await dots.nth(2).click();
        await expect.poll(at).toBe(2);
        await hero.getByRole('button', { name: t('rail_previous'), exact: true }).click();
        await expect.poll(at).toBe(1);
        // Nothing moves that nobody asked for, so there is nothing to pause.
        expect(
          await page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running')),
        ).toEqual([]);
      });

      test('the hero’s first button plays at one press, its second opens the film’s page', async ({ page, t }) => {
        await page.goto('/');
        const hero = page.getByRole('region', { name: t('hero_label') });
        const open = hero.getByRole('link', { name: t('hero_open') }).first();
        const href = (await open.getAttribute('href')) ?? '';
        expect(href).toMatch(/^\/(movie|series|video)\/\d+$/);
        await hero
          .getByRole('link', { name: t('act_trial', { count: siteLocale === 'fa' ? '۷' : '7' }), exact: true })
          .first()
          .click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.goto('/');
        await open.click();
        await expect(page).toHaveURL(href);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

      test('a rail goes on and back by its arrows, which say where there is no more', async ({ page, t }) => {
        await page.goto('/');
        const section = page
          .locator('.rail-section')
          .filter({ has: page.locator('.card') })
          .first();
        await section.scrollIntoViewIfNeeded();
        const name = (await section.getAttribute('aria-label')) ?? '';
        const rail = section.locator('[data-rail]');
        const at = () => rail.evaluate((element) => Math.round(Math.abs(element.scrollLeft)));
        const [back, on] = [t('rail_previous_of', { name }), t('rail_next_of', { name })].map((label) =>
          section.getByRole('button', { name: label }),
        );
        if (!back || !on) throw new Error('no arrows');
        await on.hover();
        await expect(back).toHaveAttribute('aria-disabled', 'true');
        await on.click();
        await expect.poll(at).toBeGreaterThan(100);
        await expect(back).toHaveAttribute('aria-disabled', 'false');
        await back.click();
        await expect.poll(at).toBe(0);
      });
    });
  }
});
