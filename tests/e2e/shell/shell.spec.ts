import type { Request, Route } from '@playwright/test';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { holdRequests } from '../../support/browser/hold-requests.ts';

for (const locale of LOCALES) {
  test.describe(`the shell (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('the header links lead where the specification says', async ({ page, t }) => {
      await page.goto('/genres');
      await page.getByRole('button', { name: t('shell_more') }).click();
      const hrefs = await page
        .locator('header a[href], #more a[href]')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
      for (const path of [
        '/',
        '/app',
        '/profile',
        '/payments',
        '/profile/terms',
        '/profile/faq',
        '/genres',
        '/lives',
        '/casts/iranian-actors',
        '/casts/foreign-actors',
        '/casts/directors',
        '/profile/settings',
        '/profile/plans',
        '/profile/internet',
        '/callback',
        '/login',
      ]) {
        expect(hrefs, path).toContain(path);
      }
    });

    test('the side menu holds channels, magazines, genres and categories, folded', async ({ page, t }) => {
      await page.goto('/genres');
      await page
        .getByRole('button', { name: t('shell_menu') })
        .first()
        .click();
      const menu = page.getByRole('navigation', { name: t('shell_menu') });
      for (const key of ['nav_home', 'nav_live', 'nav_newspaper', 'nav_studio', 'nav_book_fair'] as const) {
        await expect(menu.getByRole('link', { name: t(key), exact: true })).toBeVisible();
      }
      const genre = menu.locator('a[href="/cinema?genre=drama"]');
      await expect(genre).toBeHidden();
      await menu.getByText(t('nav_genres'), { exact: true }).click();
      await expect(genre).toBeVisible();
      await menu.getByText(t('nav_magazines'), { exact: true }).click();
      await expect(menu.locator('a[href^="/channel/"]').nth(2)).toBeVisible();
      const categories = menu.locator('details').filter({ has: page.locator('a[href^="/category/"]') });
      expect(await categories.count()).toBeGreaterThan(3);
      // Each holds its child categories.
      for (const category of await categories.all())
        expect(await category.locator('a[href^="/category/"]').count()).toBeGreaterThan(1);
    });

    test('every link of the shell leads to a page', { tag: '@full' }, async ({ page, request }) => {
      test.slow();
      await page.goto('/genres');
      const links = page.locator('header a[href], footer a[href], #menu a[href], #more a[href]');
      const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      const siteHrefs = [...new Set(hrefs)].filter((href) => href.startsWith(new URL(page.url()).origin));
      expect(siteHrefs.length).toBeGreaterThan(60);
      for (const href of siteHrefs) expect((await request.get(href)).status(), href).toBeLessThan(400);
    });

    test('the footer names terms, questions, links, the support phone, accounts and seals', async ({ page, t }) => {
      await page.goto('/genres');
      const footer = page.getByRole('contentinfo');
      for (const key of ['nav_terms', 'nav_faq', 'nav_seals'] as const) {
        await expect(footer.getByRole('link', { name: t(key) })).toBeVisible();
      }
      const phone = locale === 'fa' ? '۰۲۱-۹۱۰۰۱۲۳۴' : '021-91001234';
      await expect(footer.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:021-91001234');
      await expect(footer.getByRole('link', { name: 'telegram' })).toBeVisible();
      // A sample of a seal, drawn here; tests/e2e/app/variants.spec.ts has an operator's.
      const seal = footer.getByRole('list', { name: t('nav_seals') }).getByRole('link');
      await expect(seal).toHaveText(locale === 'fa' ? /نماد نمونه\s*۰۰۰۰۰۰/ : /Sample seal\s*000000/);
      await expect(seal).toHaveAttribute('href', '/namad');
      await seal.scrollIntoViewIfNeeded();
      await expect
        .poll(() => seal.locator('img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
    });
  });
}

test('the colour mode is kept and painted before anything is shown', async ({ page, t }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/genres');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await page
    .getByRole('button', { name: t('shell_theme') })
    .first()
    .click();
  const light = await background();
  expect(light).not.toBe(dark);
  // The next page comes with it: it is there when <body> begins, before any script of the page.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('body')) return;
      (window as unknown as { atBody: string | undefined }).atBody = document.documentElement.dataset['theme'];
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/movie');
  expect(await page.evaluate(() => (window as unknown as { atBody: string }).atBody)).toBe('light');
  expect(await background()).toBe(light);
});

test('a modal dims the place of the scroll bar as it dims the page', async ({ page, t }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/genres');
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('account_login') })
    .click();
  await expect(page.getByRole('dialog', { name: t('login_title') })).toBeVisible();
  const { root, dimmed } = await page.evaluate(() => {
    const paint = (...colors: string[]) => {
      const canvas = document.createElement('canvas').getContext('2d');
      for (const color of colors) {
        if (canvas) canvas.fillStyle = color;
        canvas?.fillRect(0, 0, 1, 1);
      }
      return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])];
    };
    const dialog = document.querySelector('dialog[open]') ?? document.body;
    const veil = getComputedStyle(dialog, '::backdrop').backgroundColor;
    return {
      root: paint(getComputedStyle(document.documentElement).backgroundColor),
      dimmed: paint(getComputedStyle(document.body).backgroundColor, veil),
    };
  });
  expect(root).toHaveLength(4);
  const differences = root.map((value, at) => Math.abs(value - (dimmed[at] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(4);
});

test('on a wide screen the menu opens under its button', async ({ page, t }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/genres');
  const button = page.getByRole('banner').getByRole('button', { name: t('shell_more') });
  await button.click();
  const menu = page.locator('#more');
  await expect(menu).toBeVisible();
  const [above, below] = [await button.boundingBox(), await menu.boundingBox()];
  expect(above && below && Math.abs(above.x - below.x)).toBeLessThan(240);
});

test('phones hide the top bar on home and title pages and have their own bar', async ({ page, t }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const bar = page.getByRole('navigation', { name: t('nav_bottom') });
  for (const [path, isVisible] of [
    ['/', false],
    ['/movie/52', false],
    ['/series/201', false],
    ['/episode/1001', false],
    ['/genres', true],
    ['/search', true],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('banner'), path).toBeVisible({ visible: isVisible });
    await expect(bar, path).toBeVisible();
    await expect(bar.getByRole('link')).toHaveCount(5);
  }
});

test('the top bar of a phone shows the login whole and nothing scrolls sideways', async ({
  page,
  context,
  baseURL,
}) => {
  for (const locale of LOCALES) {
    await context.addCookies([{ name: 'i18n_redirected', value: locale, url: baseURL ?? '' }]);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto('/genres');
      const login = page.getByRole('banner').locator('a[data-modal="login"]');
      await expect(login, `${locale} ${String(width)}`).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), locale).toBe(width);
    }
  }
});

test('the header is transparent over the first picture until the page is scrolled', async ({ page }) => {
  await page.goto('/movie/52');
  const header = page.getByRole('banner');
  await expect(header).toHaveCSS('background-image', /gradient/);
  // Chromium drops what a mouse does before the first frame.
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 400);
  await expect(header).toHaveCSS('background-image', 'none');
  await expect(page.locator('html')).toHaveAttribute('data-scrolled', '300');
});

test('the page knows which of 100, 300 and 780 px it is scrolled past', async ({ page }) => {
  await page.goto('/movie');
  for (const [y, passed] of [
    [101, '100'],
    [301, '300'],
    [781, '780'],
    [300, '100'],
  ] as const) {
    await page.evaluate((to) => {
      window.scrollTo(0, to);
    }, y);
    await expect(page.locator('html')).toHaveAttribute('data-scrolled', passed);
  }
});

test('the bar of phones gives way within 100 px of the end: at 99 px, not at 101 (spec 2.24)', async ({ page, t }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/genres', { waitUntil: 'load' });
  // A font that comes later changes the page's height.
  await page.evaluate(() => document.fonts.ready);
  const bar = page.getByRole('navigation', { name: t('nav_bottom') });
  await expect(bar).toBeInViewport();
  /** Scrolls to so many pixels before the end, and answers once the page has measured where it is. */
  const goTo = (left: number) =>
    page.evaluate(async (pixels) => {
      const root = document.documentElement;
      const measured = new Promise((go) => {
        new MutationObserver(go).observe(root, { attributeFilter: ['data-scrolled', 'data-at-end'] });
      });
      window.scrollTo(0, root.scrollHeight - innerHeight - pixels);
      await measured;
      return Math.round(root.scrollHeight - innerHeight - scrollY);
    }, left);
  expect(await goTo(101)).toBe(101);
  await expect(page.locator('html[data-at-end]')).toHaveCount(0);
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect(await goTo(99)).toBe(99);
  await expect(page.locator('html[data-at-end]')).toHaveCount(1);
  await expect(bar).not.toBeInViewport();
  expect(await goTo(101)).toBe(101);
  await expect(bar).toBeInViewport({ ratio: 1 });
});

test('a rail is dragged by a mouse at 6 px, not at 5, and the drag opens nothing (spec 2.52)', async ({ page }) => {
  await page.goto('/');
  const rail = page.locator('.rail:has(.card)').first();
  await rail.scrollIntoViewIfNeeded();
  const box = await rail.boundingBox();
  if (!box) throw new Error('no rail');
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + 80)];
  // It would snap back from so little.
  await rail.evaluate((element) => (element.style.scrollSnapType = 'none'));
  const scrolled = () => rail.evaluate((element) => Math.abs(Math.round(element.scrollLeft)));
  // The script of rails comes late: what the pointer did before is not lost.
  const { promise: script, resolve } = Promise.withResolvers<Route>();
  await page.route(/touched/, resolve);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y);
  expect(await scrolled()).toBe(0);
  await page.mouse.move(x + 6, y);
  await (await script).continue();
  await expect.poll(scrolled).toBe(6);
  await page.mouse.move(x + 200, y, { steps: 5 });
  await page.mouse.up();
  expect(await scrolled()).toBeGreaterThan(150);
  await expect(page).toHaveURL('/');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y);
  await page.mouse.up();
  await expect(page).not.toHaveURL('/');
});

test('a page that takes long shows that it is on its way, after 200 ms and for 10 s (spec 9.06)', async ({ page }) => {
  await page.clock.install();
  // A page shown again by Back is not on its way: the event that says so comes once all is loaded.
  await page.goto('/lists', { waitUntil: 'load' });
  // The page's own listeners run before this stops the click, so the page is not left.
  await page.evaluate(() => {
    addEventListener('click', (event) => {
      event.preventDefault();
    });
  });
  // A minute ahead: the page's clock runs until the pause arrives.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('a[href="/genres"]').first().dispatchEvent('click');
  const bar = () =>
    page.evaluate(() => {
      const root = document.documentElement;
      return 'leaving' in root.dataset ? getComputedStyle(root, '::before').animationDuration : null;
    });
  await page.clock.runFor(199);
  expect(await bar()).toBeNull();
  await page.clock.runFor(1);
  expect(await bar()).toBe('10s');
  await page.clock.runFor(9999);
  expect(await bar()).toBe('10s');
  await page.clock.runFor(1);
  expect(await bar()).toBeNull();
});

test('the bar of a page on its way is gone on the next page (spec 9.06)', async ({ page }) => {
  // The event of a page that is shown, after its load, ends the bar.
  await page.goto('/lists', { waitUntil: 'load' });
  const answer = await holdRequests(page, '**/genres');
  // In the page itself: while it is being left, a locator waits for the next one.
  await page.evaluate(async () => {
    const root = document.documentElement;
    document.querySelector<HTMLAnchorElement>('a[href="/genres"]')?.click();
    await new Promise((go) => {
      new MutationObserver(go).observe(root, { attributeFilter: ['data-leaving'] });
    });
  });
  answer();
  await expect(page).toHaveURL('/genres');
  await expect(page.locator('html[data-leaving]')).toHaveCount(0);
});

for (const [browser, knows] of [
  ['with', { rules: true, idle: true }],
  ['without Speculation Rules, as Firefox', { rules: false, idle: true }],
  ['without both, as Safari', { rules: false, idle: false }],
] as const) {
  test(
    `three links in view are fetched ahead when the browser is idle: ${browser} (spec 1.14)`,
    { tag: '@full' },
    async ({ page }) => {
      const [ahead, received]: [string[], string[]] = [[], []];
      const note = (paths: string[]) => (request: Request) =>
        request.resourceType() === 'fetch' && paths.push(new URL(request.url()).pathname);
      page.on('request', note(ahead)).on('requestfinished', note(received));
      await page.addInitScript(({ rules, idle }) => {
        if (!rules) HTMLScriptElement.supports = () => false;
        if (!idle) Reflect.deleteProperty(window, 'requestIdleCallback');
      }, knows);
      for (const path of ['/', '/movie/52', '/genres']) {
        ahead.length = received.length = 0;
        await page.goto(path, { waitUntil: 'load' });
        const inView = await page.locator('main a:not([href*="#"])').evaluateAll((links) =>
          links
            .filter((link) => {
              const { width, top, bottom, left, right } = link.getBoundingClientRect();
              return width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
            })
            .map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        );
        const pages = inView.filter((link) =>
          /^\/(movie|series|genres|lists|casts?|lives|channel)(\/[^/]+)?$/.test(link),
        );
        await expect.poll(() => ahead, { message: path }).toEqual([...new Set(pages)].slice(0, 3));
      }
      expect(ahead).toHaveLength(3);
      // A page that was fetched ahead opens without a request of its own.
      const [next = ''] = ahead;
      await expect.poll(() => received).toContain(next);
      await page.evaluate((path) => {
        location.assign(path);
      }, next);
      await expect(page).toHaveURL(next);
      expect(
        await page.evaluate(
          () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).transferSize,
        ),
      ).toBe(0);
    },
  );
}

test('every page of the shell is free of console errors and of other hosts', async ({ page, noise }) => {
  for (const path of [
    '/',
    '/movie/52',
    '/series/201',
    '/genres',
    '/lists',
    '/search/نادر',
    '/login',
    '/lives',
    '/casts/directors',
    '/profile/plans',
  ]) {
    await page.goto(path);
  }
  expect(noise).toEqual({ errors: [], foreign: [] });
});

test('no answer is taken for what it is not, and no opener holds what is a visitor’s own', async ({ request }) => {
  for (const path of ['/', '/movie/10', '/login', '/profile/plans', '/api/v1/genres']) {
    const headers = (await request.get(path)).headers();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    if (headers['content-type']?.startsWith('text/html')) {
      expect(headers['content-security-policy']).toMatch(/base-uri 'none';form-action 'self';frame-ancestors 'self'/);
    }
    const isPersonal = path === '/login' || path.startsWith('/profile');
    expect(headers['cross-origin-opener-policy'], path).toBe(isPersonal ? 'same-origin' : undefined);
  }
});
