import type { Page } from '@playwright/test';
import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { digits, payAtBank } from '../../support/browser/paying.ts';
import { codeFor, expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';

/** Two films of the demo catalogue that are sold as downloads only. */
const ONE = '/movie/download/39';
const TWO = '/movie/download/101';
const SERIES = '/series/download/225';
const VIDEO = '/video/321';
const IN_CART = {
  ...{ itemid: 390, amount: 9000, size: 546_000_000, name: 'دایره', quality: '240p' },
  ...{ id: 39, type: 'movie', poster: null },
};

/** Toman of a page's prices, read as a person reads them: what is paid. */
async function pricesOn(page: Page): Promise<number[]> {
  const texts = await page.locator('.quality > span:last-of-type').allTextContents();
  return texts.map((match) =>
    Number(match.replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit))).replace(/\D/g, '')),
  );
}

for (const locale of LOCALES) {
  test.describe(`the download cart (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a discount code takes its part before VAT; one that does not hold says so', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/download?items=390');
      const code = page.getByRole('textbox', { name: t('buy_code') });
      await code.fill('NO-SUCH-CODE');
      await code.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(t('error_discount_invalid'));
      await code.fill('pardeh10');
      await page.getByRole('button', { name: t('buy_code_apply') }).click();
      await expect(page.getByText(t('sums_discount'), { exact: true })).toBeVisible();
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(`the download cart (${locale})`, () => {
    test.use({ siteLocale: locale });
    const amount = (toman: number) => digits(locale, toman);

    test('three are added, one is removed, two are paid at once and owned', async ({
      page,
      context,
      baseURL,
      signIn,
      t,
      noise,
    }) => {
      await signIn();
      await page.goto('/download');
      await expect(page.getByText(t('basket_empty'))).toBeVisible();
      await page.goto(ONE);
      const [small = 0, middle = 0] = await pricesOn(page);
      // Among Persian words its digits and its letter would change places.
      await expect(page.locator('.quality bdi').first()).toHaveText('240p');
      const add = page.getByRole('button', { name: t('basket_add') });
      await add.nth(0).click();
      await expect(page.getByRole('link', { name: t('basket_go', { count: amount(1) }) })).toBeVisible();
      // The button of the first has become the one that takes it out again.
      await page.getByRole('button', { name: /360p/ }).click();
      await expect(page.getByRole('link', { name: t('basket_go', { count: amount(2) }) })).toBeVisible();
      await page.goto(TWO);
      const [other = 0] = await pricesOn(page);
      await page.getByRole('button', { name: /240p/ }).click();
      await page.getByRole('link', { name: t('basket_go', { count: amount(3) }) }).click();

      await expect(page).toHaveURL('/download');
      const remove = page.getByRole('button', { name: t('basket_remove') });
      await expect(remove).toHaveCount(3);
      const total = small + middle + other;
      const sum = page.locator('.sums-total').getByRole('definition');
      await expect(sum).toHaveText(t('toman', { amount: amount(total) }));
      await page.reload();
      await expect(remove).toHaveCount(3);
      await page.getByRole('button', { name: /360p/ }).click();
      await expect(remove).toHaveCount(2);
      // The row that took its place.
      await expect(remove.nth(1)).toBeFocused();
      await expect(page.locator('.basket > [role=status]')).toContainText('360p');
      const due = small + other;
      await expect(sum).toHaveText(t('toman', { amount: amount(due) }));

      await page.getByRole('button', { name: t('basket_checkout') }).click();
      await expect(page.getByText(t('sums_vat_percent', { percent: amount(10) }))).toBeVisible();
      const lines = [small, other].map((price) => t('toman', { amount: amount(price) }));
      await expect(page.locator('.buy-lines > li')).toContainText(lines);
      await page.getByRole('button', { name: t('buy_pay', { amount: amount(due) }) }).click();
      await payAtBank(page, locale);
      const owned = await createAccount(context, baseURL).downloads();
      expect(owned.map(({ quality, title }) => [title.id, quality]).sort()).toEqual([
        [101, '240p'],
        [39, '240p'],
      ]);
      // A paid title leaves the cart, and is listed as mine.
      await page.goto('/download');
      await expect(page.getByText(t('basket_empty'))).toBeVisible();
      const mine = page.getByRole('region', { name: t('download_mine') });
      const files = mine.getByRole('link', { name: /240p/ });
      await expect(files.and(page.locator('[href$=".mp4"]'))).toHaveCount(2);
      await expect(files.and(page.locator('[href$=".srt"]'))).toHaveCount(4);
      await page.goto(ONE);
      await expect(page.getByText(t('download_owned'))).toBeVisible();
      expect(noise).toEqual({ errors: [], foreign: [] });
    });

    test('what is no longer sold is named, and the rest can be bought', async ({ page, signIn, t }) => {
      await signIn();
      await page.goto('/download?items=390&items=7777777');
      await expect(page.getByRole('alert')).toContainText(t('basket_unavailable', { count: amount(1) }));
      await page.getByRole('link', { name: t('basket_drop_unavailable') }).click();
      await expect(page).toHaveURL('/download?items=390');
      await expect(page.getByRole('radio').first()).toBeChecked();
      const nothing = await page.goto('/download?items=7777777');
      expect(nothing?.status()).toBe(409);
      await expect(page.getByRole('alert')).toContainText(t('error_not_for_sale'));
    });

    test('a guest sees the prices and is asked to sign in to pay', async ({ page, t }) => {
      await page.goto('/download?items=390');
      await expect(page.getByRole('link', { name: t('buy_login') })).toHaveAttribute(
        'href',
        `/login?redirect=${encodeURIComponent('/download?items=390')}`,
      );
      await page.goto('/download');
      await expect(page.getByText(t('download_mine_guest'))).toBeVisible();
    });

    for (const path of [ONE, SERIES, '/download', '/download?items=390', '/download?items=7777777', '/movie/126']) {
      test(`axe finds nothing on ${path}, in both themes, and it is no wider than a phone`, async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 780 });
        await page.addInitScript((item) => {
          localStorage.setItem('cart', JSON.stringify({ items: [item], total: item.amount }));
        }, IN_CART);
        await page.goto(path);
        if (path === '/download') await expect(page.getByText(IN_CART.name)).toBeVisible();
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);
      });
    }
  });

  test.describe(`downloads without JavaScript (${locale})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('one quality is bought by forms', { tag: '@full' }, async ({ page, context, baseURL, signIn, t }) => {
      await signIn();
      await page.goto(SERIES);
      await page.getByRole('button', { name: /240p/ }).first().click();
      await page.getByRole('button', { name: new RegExp(t('buy_pay', { amount: '.+' })) }).click();
      await payAtBank(page, locale);
      expect(await createAccount(context, baseURL).downloads()).toMatchObject([
        { quality: '240p', title: { kind: 'episode' } },
      ]);
      await page.goto(SERIES);
      const link = page
        .getByRole('link', { name: t('download_now'), exact: false })
        .and(page.locator('[download][href$=".mp4"]'));
      const url = (await link.getAttribute('href')) ?? '';
      const part = await context.request.get(url, { headers: { range: 'bytes=4-7' } });
      expect(part.status()).toBe(206);
      expect(await part.text()).toBe('ftyp');
      expect(part.headers()['content-disposition']).toContain("filename*=UTF-8''%D");
      await page.goto('/download');
      await expect(page.locator('noscript p').first()).toContainText(t('basket_needs_script'));
    });
  });
}

test('a checkout by forms sends to the bank by way of the page that checks its address', async ({
  context,
  baseURL,
  signIn,
}) => {
  await signIn();
  const form = { items: '390', payment_method: 'sandbox' };
  const headers = { origin: baseURL ?? '' };
  const answer = await context.request.post('/download', { form, headers, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  expect(answer.headers()['location']).toMatch(/^\/callback\?payment=[0-9a-z]{20}&to=bank$/);
});

test('the cart of two tabs is one', async ({ page, context, t }) => {
  await page.goto('/download');
  await expect(page.getByText(t('basket_empty'))).toBeVisible();
  const other = await context.newPage();
  await other.goto(ONE);
  await other.getByRole('button', { name: /240p/ }).click();
  await expect(page.getByRole('button', { name: t('basket_remove') })).toHaveCount(1);
  await page.getByRole('button', { name: t('basket_remove') }).click();
  await expect(page.getByText(t('basket_empty'))).toBeVisible();
  await expect(other.getByRole('button', { name: t('basket_add') })).toHaveCount(2);
});

for (const locale of ONE_LOCALE) {
  test.describe(`the states of the cart page (${locale})`, () => {
    test.use({ siteLocale: locale });

    test.beforeEach(async ({ page }) => {
      await page.addInitScript((item) => {
        if (!sessionStorage.getItem('filled')) localStorage.setItem('cart', JSON.stringify({ items: [item] }));
        sessionStorage.setItem('filled', '1');
      }, IN_CART);
    });

    test('the last row leaves by the keyboard, and the empty cart has the focus', async ({ page, t }) => {
      await page.goto('/download');
      await page.getByRole('button', { name: t('basket_remove') }).focus();
      await page.keyboard.press('Enter');
      const empty = page.getByText(t('basket_empty'));
      await expect(empty).toBeFocused();
      await page.reload();
      await expect(empty).toBeVisible();
    });

    test('without a connection it keeps what it holds, and says that paying has to wait', async ({
      page,
      context,
      t,
    }) => {
      await page.goto('/download');
      await expect(page.getByText(IN_CART.name)).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(t('basket_offline'))).toBeVisible();
      await expect(page.getByText(IN_CART.name)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(t('basket_offline'))).toHaveCount(0);
    });

    test('a script that is slow shows that it loads, and one that is lost how to try again', async ({ page, t }) => {
      const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>();
      await page.route(/_astro\/Basket/, async (route) => {
        await isAnswered;
        await route.abort();
      });
      let loads = 0;
      page.on('domcontentloaded', () => (loads += 1));
      await page.goto('/download');
      await expect(page.getByText(t('basket_loading'))).toBeVisible();
      await expect(page.getByText(t('load_error_title'))).toBeHidden();
      answer(undefined);
      // The page reloads itself once. If the script fails again, the page says so.
      await expect.poll(() => loads).toBe(2);
      await expect(page.getByText(t('load_error_title'))).toBeVisible();
      await expect(page.getByText(t('basket_loading'))).toBeHidden();
      await page.unroute(/_astro\/Basket/);
      await page.getByRole('link', { name: t('modal_try_again') }).click();
      await expect(page.getByText(IN_CART.name)).toBeVisible();
    });
  });
}

test('a spoilt cart in the browser is an empty one', async ({ page, t, noise }) => {
  await page.addInitScript(() => {
    localStorage.setItem('cart', '{"items":[{"itemid":"<img src=x>"}],"total":-5');
  });
  await page.goto('/download');
  await expect(page.getByText(t('basket_empty'))).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(noise.errors).toEqual([]);
});

test('a video, which has no download page, lists its qualities in a modal', async ({ page, t }) => {
  await page.goto(VIDEO);
  await page.getByRole('button', { name: t('title_download') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /240p/ }).click();
  await dialog.getByRole('link', { name: t('basket_go', { count: '۱' }) }).click();
  await expect(page.getByRole('button', { name: t('basket_remove') })).toHaveCount(1);
});

test('after a login on a download page that page is loaded anew (spec 4.11)', async ({
  page,
  context,
  mobile,
  baseURL,
  t,
}) => {
  await page.goto(ONE);
  await page
    .getByRole('link', { name: t('account_login') })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
  await page.evaluate(() => (document.documentElement.dataset['before'] = 'login'));
  await page.getByRole('button', { name: t('login_send') }).click();
  const code = page.getByRole('textbox', { name: t('login_code_label') });
  await expect(code).toBeVisible();
  await code.fill(await codeFor(context, mobile, baseURL ?? ''));
  await expect(page.getByRole('button', { name: t('account_menu') })).toBeVisible();
  await expect(page).toHaveURL(ONE);
  await expect(page.locator('html[data-before]')).toHaveCount(0);
});
