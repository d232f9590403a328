import type { Page } from '@playwright/test';
import { openBareProvider } from '../../support/services/bare-provider.ts';
import { FAULTS } from '../../support/services/bare-provider-faults.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';

/** The site in front of a provider that answers section 7's fields and nothing else: every page kind, every journey. */
const SITE_PORT = Number(process.env['TEST_PORT'] ?? 4399) + 430;
const SITE = `http://localhost:${String(SITE_PORT)}`;
const BANK = 'https://bank.example';

let provider: Awaited<ReturnType<typeof openBareProvider>>;
let site: Awaited<ReturnType<typeof servePrepared>>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  provider = await openBareProvider({ payOrigin: BANK });
  // Purchases need the migrated database (decision 137).
  site = await servePrepared({
    port: SITE_PORT,
    stateDir: '.wrangler/bare-state',
    vars: { API_BASE_URL: provider.url, PROVIDER_STREAM: `${provider.origin}/streams/{type}/{id}.m3u8?pass={pass}` },
  });
});

test.afterAll(async () => {
  await site.stop();
  await provider.close();
});

/** One address of each page kind of the specification's section 2, by the answer that a guest gets. */
const FOUND = [
  ...['/', '/cinema', '/genres', '/genres/drama', '/lives', '/lives/401', '/live', '/live/401', '/login'],
  ...['/magazines', '/magazines-channels', '/channel/newspaper', '/channel/studio'],
  ...['/channel/cinema-weekly', '/namad', '/app', '/download', '/casts/directors'],
  ...['/casts/foreign-actors', '/casts/iranian-actors', '/cast', '/profile/about-contact'],
  ...['/profile/faq', '/profile/internet', '/profile/plans', '/profile/terms', '/movie', '/movie/11'],
  ...['/movie/13', '/movie/show/11', '/movie/download/11', '/series', '/series/21', '/series/show/21'],
  ...['/series/download/21', '/episode', '/episode/31', '/episode/show/31', '/episode/download/31'],
  ...['/video', '/video/41', '/video/show/41', '/app/show/11', '/app/series/show/21'],
  ...['/app/episode/show/31', '/app/ekran', '/ekran', '/ekran/14', '/category', '/category/iranian'],
  ...['/lists', '/lists/list-1', '/plan/1', '/search', '/search/%D8%A8%D8%A7%D8%B1%D8%A7%D9%86'],
  ...['/USSDlink/5/7', '/callback', '/callback?bank=wallet&from=%2Fmovie%2F11', '/kids', '/robots.txt'],
];
const MISSING = ['/promises', '/profile/terms/0', '/ekran/11', '/movie/99', '/series/11', '/category/nothing'];
const PAGES: Record<string, number> = Object.fromEntries<number>([
  ...FOUND.map((path) => [path, 200] as const),
  ...MISSING.map((path) => [path, 404] as const),
]);

test(
  'no page kind is an error, and only a cart that answers 400 is a title that is not there',
  { tag: '@full' },
  async ({ request }) => {
    const got: Record<string, number> = {};
    for (const path of Object.keys(PAGES)) got[path] = (await request.get(SITE + path)).status();
    expect(got).toEqual(PAGES);
  },
);

test('what section 7 gives is shown, and what it does not give is left out', async ({ page, t }) => {
  await page.goto(SITE);
  await expect(page.getByRole('heading', { name: 'تازه‌ها' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'باران' }).first()).toBeVisible();
  await page.goto(`${SITE}/movie/11`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('باران');
  const picture = page.locator('.hero-art');
  await expect(picture).toHaveAttribute('src', `${provider.origin}/pictures/11.svg`);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const text = await page.getByRole('main').innerText();
  expect(text).not.toMatch(/undefined|NaN|null|۰ دقیقه/);
  await expect(page.getByRole('heading', { name: t('title_facts') })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: t('title_synopsis') })).toHaveCount(0);
});

test('a film is found by the quick search, and the search page is made of it', async ({ page, t }) => {
  await page.goto(SITE);
  await page
    .getByRole('button', { name: t('shell_search') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: t('shell_search') });
  await sheet.getByRole('combobox').pressSequentially('سفر');
  await expect(sheet.getByRole('option').first()).toContainText('سفر دراز');
  await page.goto(`${SITE}/search/${encodeURIComponent('سفر')}`);
  await page.getByRole('link', { name: 'سفر دراز' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('سفر دراز');
});

test.describe('signed in', () => {
  test.beforeEach(async ({ page, t }) => {
    provider.reset();
    await page.goto(`${SITE}/login`);
    await page.getByRole('textbox', { name: t('login_mobile_label') }).fill('09121234567');
    await page.getByRole('button', { name: t('login_send') }).click();
    await page.getByRole('textbox', { name: t('login_code_label') }).pressSequentially(provider.code);
    await page.waitForURL(`${SITE}/`);
  });

  test(
    'login needs no more than the call’s own fields, and logout asks for the guest’s status again',
    { tag: '@full' },
    async ({ page, t }) => {
      expect(await page.evaluate(() => document.cookie)).toContain('signed_in=1');
      expect(await page.evaluate(() => document.cookie)).not.toContain('bare-');
      await page.goto(`${SITE}/profile`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account_menu'));
      for (const path of [
        '/payments',
        '/profile/settings',
        '/profile/list/later',
        '/download',
        '/continue',
        '/plan/3',
      ]) {
        expect((await page.goto(SITE + path))?.status(), path).toBe(200);
      }
      provider.seen.length = 0;
      await page.goto(`${SITE}/`);
      await page.request.post(`${SITE}/logout`, { headers: { origin: SITE } });
      const seen = () => provider.seen.map(({ method, path }) => `${method} ${path}`);
      expect(seen().slice(seen().indexOf('POST /logout'))).toContain('GET /ghost/get/check');
      await page.goto(`${SITE}/profile`);
      await expect(page).toHaveURL(/\/login/);
    },
  );

  test('a plan is bought at the bank that the provider names', async ({ page }) => {
    await page.route(`${BANK}/**`, (route) => route.fulfill({ body: 'bank', contentType: 'text/html' }));
    await page.goto(`${SITE}/plan/3`);
    await page.locator('form.checkout button.btn-solid').click();
    await page.waitForURL(`${BANK}/**`);
    const purchase = provider.seen.find(({ path }) => path === '/directdebit/buy_subscription');
    expect(purchase?.body).toMatchObject({ forsubscription: 1, payment_id: '3', bank: '012' });
    const back = new URL(page.url()).searchParams.get('back') ?? '';
    expect(back.startsWith(`${SITE}/callback?bank=plan`)).toBe(true);
    expect((await page.goto(back))?.status()).toBe(200);
  });

  test('the wallet is topped up, with a whole address to return to', async ({ page, t }) => {
    await page.route(`${BANK}/**`, (route) => route.fulfill({ body: 'bank', contentType: 'text/html' }));
    await page.goto(`${SITE}/profile#credit`);
    const dialog = page.getByRole('dialog', { name: t('credit_title') });
    await expect(dialog).toContainText(/۵۰٬۰۰۰/);
    await dialog.getByRole('textbox').fill('20000');
    await dialog.getByRole('button', { name: t('credit_buy') }).click();
    await page.waitForURL(`${BANK}/**`);
    const charge = provider.seen.find(({ path }) => path === '/get/charge_wallet')?.body;
    expect(charge).toMatchObject({ amount: 20_000, payment_method: 'saman' });
    expect((await page.goto(String(charge?.['callback_url'])))?.status()).toBe(200);
    await expect(page.getByRole('status')).toContainText(t('callback_from_bank'));
  });

  test('direct debit: its settings open, and a bank is added', async ({ page, t }) => {
    await page.route(`${BANK}/**`, (route) => route.fulfill({ body: 'bank', contentType: 'text/html' }));
    await page.goto(`${SITE}/profile#direct-debit`);
    const dialog = page.getByRole('dialog', { name: t('debit_title') });
    await expect(dialog).toContainText('خانهٔ کنار رود');
    await dialog.getByRole('button', { name: t('debit_consent') }).click();
    await page.waitForURL(`${BANK}/**`);
    expect(provider.seen.find(({ path }) => path === '/directdebit/buy_subscription')?.body).toMatchObject({
      add_new_bank: 1,
      bank: '012',
      mobile: '09121234567',
    });
  });

  test('a download goes into the cart', async ({ page, t }) => {
    await page.goto(`${SITE}/movie/download/11`);
    const download = { name: 'باران', quality: '720p' };
    await page.getByRole('button', { name: t('basket_add_named', download) }).click();
    await expect(page.getByRole('button', { name: t('basket_remove_named', download) })).toBeVisible();
    await page.goto(`${SITE}/download`);
    await expect(page.getByRole('main')).toContainText('باران');
  });

  test(
    'a purchase that the provider does not confirm is told as such, and a second press sends nothing',
    { tag: '@full' },
    async ({ page, t }) => {
      provider.state.isSilent = true;
      const orders = () => provider.seen.filter(({ body }) => body?.['force_to_buy'] === 1).length;
      for (const press of ['first', 'second']) {
        await page.goto(`${SITE}/download?items=1101`);
        await page.getByRole('radio').first().check();
        await page.getByRole('main').locator('form button.btn-solid').last().click();
        await page.waitForURL(`${SITE}/callback?payment=**`);
        await expect(page.getByRole('heading', { level: 1 }), press).toHaveText(t('result_unconfirmed'));
        await expect(page.getByRole('status')).toContainText(/۵۰٬۰۰۰.*۳۸٬۰۰۰/);
        expect([orders(), provider.state.credit], press).toEqual([1, 38_000]);
      }
      provider.state.isSilent = false;
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result_paid'));
    },
  );

  test('the checkout of a plan names no days and no credit that nobody said', async ({ page, t }) => {
    await page.goto(`${SITE}/plan/3`);
    const checkout = page.getByRole('main');
    await expect(checkout).toContainText('سه‌ماهه');
    await expect(checkout).not.toContainText(t('plan_days'));
    await expect(checkout).not.toContainText(/(?<![۰-۹٬])۰ (روز|تومان)/);
    await expect(checkout.getByRole('radio')).toHaveCount(1);
  });

  test('a film plays by the configured stream; who has no subscription reads why not', async ({ page, t }) => {
    await page.goto(`${SITE}/movie/11#play`);
    await expectPicture(page);
    expect(provider.streamed[0]).toBe('/streams/movie/11.m3u8');
    expect(provider.streamed.some((path) => path.endsWith('.m4s'))).toBe(true);
    provider.state.subscribed = false;
    await page.goto(`${SITE}/movie/12#play`);
    await expect(page.getByRole('dialog')).toContainText(t('player_needs_subscription'));
    expect(provider.streamed).not.toContain('/streams/movie/12.m3u8');
  });

  test('a live channel plays by the configured stream', async ({ page }) => {
    await page.goto(`${SITE}/live/401#play`);
    await expectPicture(page);
    expect(provider.streamed[0]).toBe('/streams/live/401.m3u8');
  });

  test('a bank that sends the visitor back by a form leads to the result page, signed in', async ({ page, t }) => {
    await page.route(`${BANK}/**`, (route) =>
      route.fulfill({
        body: `<form method="post" action="${SITE}/callback?bank=wallet&amp;from=%2Fmovie%2F11"><input name="status" value="OK">
          <input name="payment" value="x"><button>back</button></form>`,
        contentType: 'text/html',
      }),
    );
    await page.goto(`${BANK}/pay`);
    provider.seen.length = 0;
    await page.getByRole('button', { name: 'back' }).click();
    await page.waitForURL(`${SITE}/callback?bank=wallet&from=%2Fmovie%2F11`);
    await expect(page.getByRole('status')).toContainText(t('callback_from_bank'));
    await expect(page.getByRole('link', { name: t('result_back') })).toHaveAttribute('href', '/movie/11');
    await expect(page.locator('html')).toHaveAttribute('data-signed-in', '');
    // The body moves nothing: no call of money was made.
    expect(provider.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(provider.state.credit).toBe(50_000);
  });

  test(
    'every opener sends what it knows of quality, force_to_buy and ref (spec 7.05, 7.16, 7.18, 7.20)',
    { tag: '@full' },
    async ({ page, t }) => {
      await page.route(`${BANK}/**`, (route) => route.fulfill({ body: 'bank', contentType: 'text/html' }));
      // Ten characters of base 62: above what a JavaScript number holds exactly (spec 5.01).
      await page.goto(`${SITE}/?ref=ZZZZZZZZZZ`);
      const ref = '839299365868340223';
      const read = async (path: string, open: () => Promise<unknown>, isWanted = (_body: unknown) => true) => {
        provider.seen.length = 0;
        await open();
        const list = () => provider.seen.filter((call) => call.path === path && isWanted(call.body));
        await expect.poll(() => list().length).toBeGreaterThan(0);
        return list().map(({ body }) => body);
      };
      const cart = { id: 11, type: 'movie', quality: '', force_to_buy: 0, ref };
      const openers: Record<string, () => Promise<unknown>> = {
        'the player, by its address': () => page.goto(`${SITE}/movie/11#play`),
        'the player, by a press': async () => {
          await page.goto(`${SITE}/movie/11`);
          await page.getByRole('main').locator('[data-modal=player]').first().click();
        },
        'the watch page': () => page.goto(`${SITE}/movie/show/11`),
        'the ways to watch': () => page.goto(`${SITE}/movie/11#content`),
        'the downloads, as a modal': async () => {
          await page.goto(`${SITE}/movie/11#content`);
          const link = page.getByRole('dialog').getByRole('link', { name: t('content_downloads') });
          await link.waitFor();
          provider.seen.length = 0;
          await link.click();
        },
        'the downloads, as a page': () => page.goto(`${SITE}/movie/download/11`),
      };
      for (const [name, open] of Object.entries(openers)) {
        await page.goto('about:blank');
        const bodies = await read('/get/cart', open);
        expect(bodies, name).toEqual(bodies.map(() => cart));
      }
      // The page asks for the carts of what it shows; its call that buys may come long after.
      const buy = async () => {
        await page.goto(`${SITE}/download?items=1101`);
        await page.getByRole('radio').first().check();
        await page.getByRole('main').locator('form button.btn-solid').last().click();
      };
      const bought = await read('/get/cart', buy, (body) => JSON.stringify(body).includes('"force_to_buy":1'));
      expect(bought).toEqual([{ ...cart, quality: '720p', force_to_buy: 1 }]);
      const [plan] = await read('/directdebit/buy_subscription', async () => {
        await page.goto(`${SITE}/plan/3`);
        await page.locator('form.checkout button.btn-solid').click();
        await page.waitForURL(`${BANK}/**`);
      });
      expect(plan?.['ref']).toBe(ref);
      const [debit] = await read('/directdebit/buy_subscription', async () => {
        await page.goto(`${SITE}/profile#direct-debit`);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('debit_consent') })
          .click();
        await page.waitForURL(`${BANK}/**`);
      });
      expect(debit?.['ref']).toBe(ref);
      provider.seen.length = 0;
      await page.goto(`${SITE}/profile`);
      const users = provider.seen.filter(({ path }) => path === '/get/user').map(({ query }) => query);
      expect(users).toEqual(users.map(() => [['ref', '4']]));
      expect(users.length).toBeGreaterThan(0);
      // A guest by another visit.
      await page.context().clearCookies();
      await page.goto(`${SITE}/?ref=ZZZZZZZZZZ`);
      const [guest] = await read('/ghost/get/cart', () => page.goto(`${SITE}/movie/11#play`));
      expect(guest).toEqual(cart);
      const [code] = await read('/login/send-code', async () => {
        await page.goto(`${SITE}/login`);
        await page.getByRole('textbox', { name: t('login_mobile_label') }).fill('09121234567');
        await page.getByRole('button', { name: t('login_send') }).click();
      });
      expect(code).toEqual({ mobile: '09121234567', ref });
    },
  );
});

/** A picture is decoded, and the next ones follow. */
async function expectPicture(page: Page): Promise<void> {
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
  const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const begun = await at();
  await expect.poll(at).toBeGreaterThan(begun + 0.5);
}

test('an error of the provider is told in our words, never in its own', async ({ page, t }) => {
  provider.reset();
  await page.goto(`${SITE}/login`);
  provider.setFault('500');
  await page.getByRole('textbox', { name: t('login_mobile_label') }).fill('09121234567');
  await page.getByRole('button', { name: t('login_send') }).click();
  await expect(page.getByText(t('error_provider_unreachable'))).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/SQLSTATE|Handler/);
  provider.setFault(null);
});

test.describe('with a fault', () => {
  for (const fault of FAULTS) {
    test(
      `${fault}: a designed page although the provider may never answer, and nothing of the provider’s mark-up`,
      { tag: '@full' },
      async ({ request }) => {
        provider.reset();
        provider.setFault(fault);
        const paths = ['/', '/movie/11', '/genres', `/search/${encodeURIComponent(fault)}`, '/profile/plans', '/lives'];
        for (const path of paths) {
          const answer = await request.get(`${SITE}${path}?fault=${encodeURIComponent(fault)}`);
          const text = await answer.text();
          expect([200, 404, 429, 502, 503], `${path} ${String(answer.status())}`).toContain(answer.status());
          // Discover, slider, genres and plans were answered before: the last good answer is shown.
          if (['/', '/movie/11', '/genres', '/profile/plans', '/lives'].includes(path))
            expect(answer.status(), path).toBe(200);
          expect(text).toContain('</html>');
          expect(text).not.toMatch(/Whoops|SQLSTATE|<b>x<\/b>|Invalid key|Expected "/);
        }
        provider.setFault(null);
      },
    );
  }
});
