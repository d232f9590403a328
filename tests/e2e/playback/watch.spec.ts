import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

for (const locale of ONE_LOCALE) {
  test.describe(`watching, tickets and dial links (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('axe finds nothing on them', { tag: '@full' }, async ({ page }) => {
      for (const path of [
        '/ekran',
        '/ekran/501',
        '/movie/download/96',
        '/download',
        '/plan/1',
        '/USSDlink/52/7/3',
        '/namad',
      ]) {
        await page.goto(path);
        await expectAccessible(page, path);
      }
    });
  });
}

test('what names nothing is a 404', async ({ request }) => {
  for (const path of [
    ...[
      '/show/999999',
      '/show/abc',
      '/movie/show/201',
      '/app/show/0',
      '/ekran/1',
      '/ekran/x',
      '/movie/download/999999',
    ],
    ...['/plan/99', '/USSDlink', '/USSDlink/a', '/USSDlink/1/2/3/4', '/USSDlink/1%23'],
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('/show/:id leads to the watch page of its kind, whose player is open and whose canonical is its own', async ({
  page,
  t,
  baseURL,
}) => {
  await page.goto('/show/301');
  await expect(page).toHaveURL(/\/video\/show\/301#play$/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL ?? ''}/video/show/301`);
  const player = page.getByRole('dialog').first();
  // Until the picture is there, another button has this one's place.
  await expect(player.locator('video')).toBeAttached();
  await player
    .getByRole('button', { name: t('player_close') })
    .first()
    .click();
  await expect(player).toBeHidden();
  await expect(page).toHaveURL('/video/show/301');
});

test('the app’s lists link to the app’s pages (spec 2.04, 2.13)', async ({ page }) => {
  for (const path of ['/app/show', '/app/series/show', '/app/episode/show', '/app/ekran']) {
    await page.goto(path);
    const links = page.getByRole('main').locator('.card a, .ticket');
    expect(await links.count(), path).toBeGreaterThan(0);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) expect(href, path).toMatch(/^\/app\/((series\/|episode\/)?show|ekran)\/\d+$/);
    await expect(page.locator('meta[name=robots]'), path).toHaveAttribute('content', 'noindex, follow');
    const answer = await page.request.get(hrefs[0] ?? '', { maxRedirects: 0 });
    expect(answer.status(), path).toBe(200);
  }
});

test(
  'the app’s pages lead nowhere else without script, and its 404 neither (spec 2.13)',
  { tag: '@full' },
  async ({ page }) => {
    for (const path of ['/app/show/52', '/app/show/13', '/app/series/show/201', '/app/ekran/501']) {
      await page.goto(path);
      const hrefs = await page
        .getByRole('main')
        .locator('a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(hrefs.length, path).toBeGreaterThan(0);
      // The plans and the lists have no twin in the app.
      for (const href of hrefs) expect(href, path).toMatch(/^\/(app\/|profile(\/plans\?|$))/);
    }
    for (const path of ['/app/show/987654', '/app/ekran/987654', '/app/nothing']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(page.locator('header.bar, footer, .bottom-bar, #menu'), path).toHaveCount(0);
      // The telephone of support is on every page.
      const hrefs = await page
        .locator('a:not([href^="tel:"])')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(hrefs, path).toEqual(['/app/show']);
    }
  },
);

test(
  'every layout has the modals of login and subscription, and of the credit for members (spec 2.13, 6.04)',
  { tag: '@full' },
  async ({ page, signIn, t }) => {
    const getDialog = (key: 'login_title' | 'plans_title' | 'credit_title') =>
      page.getByRole('dialog', { name: t(key) });
    const open = async (path: string, hash: string) => {
      await page.goto('about:blank');
      await page.goto(`${path}#${hash}`);
    };
    const layouts = ['/genres', '/app/series/show/201'];
    for (const path of layouts) {
      await open(path, 'login');
      await expect(getDialog('login_title'), path).toBeVisible();
      await open(path, 'plans');
      await expect(getDialog('plans_title'), path).toBeVisible();
      await open(path, 'credit');
      await expect(getDialog('login_title'), path).toBeVisible();
      await expect(getDialog('credit_title'), path).toBeHidden();
    }
    await signIn();
    for (const path of layouts) {
      await open(path, 'credit');
      await expect(getDialog('credit_title'), path).toBeVisible();
    }
  },
);

test('the app’s pages have no header, footer or bar', { tag: '@full' }, async ({ page }) => {
  for (const path of [
    '/app/series/show/201',
    '/app/ekran/501',
    '/app/show',
    '/app/series/show',
    '/app/episode/show',
    '/app/ekran',
  ]) {
    await page.goto(path);
    await expect(page.locator('header.bar, footer, .bottom-bar, #menu'), path).toHaveCount(0);
    await expect(page.getByRole('main'), path).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/login');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('footer, .bottom-bar')).toHaveCount(0);
  await page.goto('/USSDlink/7');
  await expect(page.locator('header, footer')).toHaveCount(0);
});

test(
  'the header is transparent on exactly the routes of the specification (spec 2.17)',
  { tag: '@full' },
  async ({ page }) => {
    // A page may open a dialog with a header of its own.
    const banner = page.getByRole('banner').first();
    const background = () => banner.evaluate((header) => getComputedStyle(header).backgroundColor);
    for (const path of [
      '/',
      '/cinema',
      '/cast/10185',
      '/movie/52',
      '/episode/1001',
      '/series/201',
      '/genres/drama',
      '/lives/parde-1',
      '/lists/classics',
      '/lists/drama',
    ]) {
      await page.goto(path);
      await expect(banner, path).toHaveCSS('position', 'fixed');
      expect(await background(), path).toBe('rgba(0, 0, 0, 0)');
    }
    for (const path of [
      ...[
        '/genres',
        '/movie',
        '/profile/faq',
        '/ekran',
        '/lives',
        '/lists',
        '/cast',
        '/search/نادر',
        '/login',
        '/kids',
      ],
      ...['/video/301', '/live/401', '/movie/show/52', '/series/show/201', '/video/show/301', '/ekran/501'],
    ]) {
      await page.goto(path);
      expect(await background(), path).not.toBe('rgba(0, 0, 0, 0)');
      // The header hides nothing of the page.
      const [header, heading] = await Promise.all([
        banner.boundingBox(),
        page.locator('main :is(h1, h2)').first().boundingBox(),
      ]);
      expect(heading?.y ?? 0, path).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    }
  },
);

test('phones have no top bar where the specification says', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const [path, isVisible] of [
    ['/', false],
    ['/callback', false],
    ['/download', false],
    ['/movie/download/96', false],
    ['/ekran/501', false],
    ['/episode/1001', false],
    ['/ekran', true],
    ['/movie', true],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('banner'), path).toBeVisible({ visible: isVisible });
  }
});

test('a dial link shows the code and dials it', async ({ page, t }) => {
  await page.goto('/USSDlink/52/7/3');
  await expect(page.getByText('*000*52*7*3#')).toBeVisible();
  await expect(page.getByRole('link', { name: t('ussd_dial') })).toHaveAttribute('href', 'tel:*000*52*7*3%23');
  await expect(page.getByRole('img', { name: t('ussd_qr') })).toBeVisible();
});

test('a screening says its ticket, its hour, its period and what is left', async ({ page, t }) => {
  await page.goto('/ekran/502');
  for (const key of ['ekran_ticket', 'ekran_hour', 'ekran_period_end', 'ekran_owned_period'] as const) {
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${t(key)}$`) })).toBeVisible();
  }
  await expect(page.getByText('۸۸٬۰۰۰ تومان')).toBeVisible();
  await expect(page.getByRole('timer', { name: t('ekran_starts_in') })).toBeVisible();
});
