import type { Page } from '@playwright/test';
import { serveDirectly } from '../../../tools/lib/serve.ts';
import { createApp } from '../../../src/app/api.ts';
import { listen } from '../../support/site/api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { expect, LOCALES, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { addRow, addRows } from '../../support/database/rows.ts';

/**
 * Live and magazines before an API whose clock the tests turn and whose shelf is full: a site of its own, with the API
 * beside it.
 */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 300;
const SITE = `http://localhost:${String(PORT)}`;
/** A Saturday evening in Tehran, in the middle of a programme. */
const NOW = Date.parse('2027-01-16T20:00:00+03:30') / 1000;
const MAGAZINES = 9 + 46;

let catalogue: CatalogueFixture;
let api: Awaited<ReturnType<typeof listen>>;
let site: Awaited<ReturnType<typeof serveDirectly>>;
const clock = { now: NOW };
const calls: string[] = [];

test.describe.configure({ mode: 'serial' });
test.use({ baseURL: SITE });

test.beforeAll(async () => {
  catalogue = await openCatalogue(NOW);
  const { DB } = catalogue.env;
  const magazines = Array.from({ length: MAGAZINES - 9 }, (_, at) => ({
    ...{ id: 9000 + at, slug: `extra-${String(at)}`, title: 'مجلهٔ آزمایشی', title_en: 'Test magazine' },
  }));
  await addRows(DB, 'magazines', magazines);
  await addRow(DB, 'magazines', { id: 9999, slug: 'zz-empty', title: 'تهی', title_en: 'Empty', kind: 'newspaper' });
  await addRow(DB, 'channels', { id: 499, slug: 'silent', name_fa: 'خاموش', name_en: 'Silent' });
  const app = createApp({ now: () => clock.now });
  api = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    calls.push(pathname.replace('/api/v1', '') + search);
    return app.fetch(new Request(request.url, request), catalogue.env, catalogue.ctx);
  });
  site = await serveDirectly({
    port: PORT,
    stateDir: '.wrangler/channels-state',
    envFile: '.wrangler/test.vars',
    vars: { API_BASE_URL: `${api.url}/api/v1`, PROVIDER_CALLS: '*', SMS_PROVIDER: 'outbox' },
  });
});

test.afterAll(async () => {
  await site.stop();
  await api.close();
  await catalogue.dispose();
});

async function expectNowInList(page: Page): Promise<void> {
  const isSeen = () =>
    page.locator('#guide').evaluate((list) => {
      const item = list.querySelector('[aria-current]')?.getBoundingClientRect();
      const box = list.getBoundingClientRect();
      return item !== undefined && item.top >= box.top - 1 && item.bottom <= box.bottom + 1;
    });
  await expect.poll(isSeen, 'the programme is within its list').toBe(true);
}

for (const locale of LOCALES) {
  test.describe(locale, () => {
    test.use({ siteLocale: locale });
    const date = (fa: string, en: string) => (locale === 'fa' ? fa : en);

    const javaScriptEnabled = locale === 'fa';

    test.describe(`${javaScriptEnabled ? 'with' : 'without'} script`, () => {
      test.use({ javaScriptEnabled });

      test('the guide is of today in Tehran’s time, scrolled to what is on now', async ({ page, t }) => {
        await page.goto('/lives');
        await page
          .getByRole('link', { name: /پرده یک|Pardeh One/ })
          .first()
          .click();
        await expect(page).toHaveURL('/lives/parde-1');
        await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
          t('guide_title', { day: date('شنبه ۲۶ دی', 'Saturday 16 January') }),
        );
        const guide = page.locator('#guide');
        await expect(guide.getByRole('listitem')).toHaveCount(14);
        const now = guide.locator('[aria-current=time]');
        await expect(now).toHaveCount(1);
        await expect(now).toContainText(date('همسایه‌های کوچهٔ انار', 'Neighbours of Pomegranate Lane'));
        await expect(now.locator('time')).toHaveText(date('۱۹:۰۰', '19:00'));
        await expectNowInList(page);
      });

      test('the days of the week lead to their guides, where nothing is on now', async ({ page, t }) => {
        await page.goto('/lives/parde-1');
        const days = page.getByRole('navigation', { name: t('guide_days') }).getByRole('link');
        await expect(days).toHaveCount(8);
        await expect(days.first()).toContainText(t('guide_yesterday'));
        await expect(days.nth(1)).toContainText(t('guide_today'));
        await days.nth(3).click();
        await expect(page).toHaveURL('/lives/parde-1?day=2027-01-18');
        await expect(days.nth(3)).toHaveAttribute('aria-current', 'page');
        await expect(days.nth(3)).toContainText(date('دوشنبه', 'Monday'));
        await expect(page.locator('#guide [aria-current]')).toHaveCount(0);
      });
    });
  });
}

for (const locale of ONE_LOCALE) {
  test.describe(locale, () => {
    test.use({ siteLocale: locale });
    const date = (fa: string, en: string) => (locale === 'fa' ? fa : en);

    test('magazines come 24 a page, ascending', { tag: '@full' }, async ({ page, t }) => {
      await page.goto('/magazines');
      const cards = page.getByRole('main').locator('.card');
      await expect(cards).toHaveCount(24);
      expect(calls).toContain('/ghost/listMagazines?per_page=24&page=1&sort=id&dir=asc');
      await expect(page.locator('a[rel=prev]')).toHaveCount(0);
      await page.getByRole('link', { name: t('pager_next') }).click();
      await expect(page).toHaveURL('/magazines?page=2');
      await page.getByRole('link', { name: t('pager_next') }).click();
      await expect(page).toHaveURL('/magazines?page=3');
      await expect(cards).toHaveCount(MAGAZINES - 48);
      await expect(page.locator('a[rel=next]')).toHaveCount(0);
      expect((await page.request.get('/magazines?page=4')).status()).toBe(404);
    });

    test('a magazine shows its latest issue first; one without issues says so', async ({ page, t }) => {
      await page.goto('/magazines');
      await page.getByRole('main').locator('.card a').first().click();
      await expect(page.getByText(t('magazine_latest'))).toBeVisible();
      await page.locator('.latest a').click();
      await expect(page).toHaveURL('/channel/parde-cinema#issue-4');
      await expect(page.locator('#issue-4')).toBeInViewport();
      await page.goto('/channel/zz-empty');
      await expect(page.getByText(t('issues_empty'))).toBeVisible();
    });

    test('all magazines and channels stand on one page, under either address', async ({ page, t }) => {
      for (const path of ['/magazines-channels', '/channel']) {
        await page.goto(path);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('magazines_channels_title'));
        for (const href of ['/channel/newspaper', '/channel/studio', '/magazines', '/lives', '/lives/parde-1']) {
          await expect(main.locator(`a[href="${href}"]`).first()).toBeVisible();
        }
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
          'href',
          `${SITE}/magazines-channels${locale === 'en' ? '?hl=en' : ''}`,
        );
      }
    });

    test('a live item has its guide, the way to play it, and what can be seen again', async ({ page, t }) => {
      await page.goto('/live/401');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(date('پرده یک', 'Pardeh One'));
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: t('live_watch') })).toHaveAttribute('href', '/live/401#play');
      const begun = `/live/401?from=${String(NOW - 60 * 60)}#again`;
      await expect(main.getByRole('link', { name: t('live_restart') }).first()).toHaveAttribute('href', begun);
      const guide = page.locator('#guide');
      await expect(guide.locator('[aria-current=time]')).toHaveCount(1);
      await expect(guide.getByRole('link', { name: t('guide_again') })).toHaveCount(11);
      await page.getByRole('link', { name: t('guide_yesterday') }).click();
      await expect(page).toHaveURL('/lives/parde-1?day=2027-01-15');
      await expect(guide.getByRole('link', { name: t('guide_again') })).toHaveCount(3);
      await page.goto('/live');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nav_lives'));
    });

    test('a channel without a programme says so', async ({ page, t }) => {
      await page.goto('/lives/silent');
      await expect(page.getByText(t('live_nothing'))).toBeVisible();
      await expect(page.getByText(t('guide_empty'))).toBeVisible();
    });
  });
}

test('on a desktop a programme is as long as it lasts, on a phone as its words', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/lives/parde-1');
  const readLengths = () =>
    page.locator('#guide li').evaluateAll((items) =>
      items.map((item) => ({
        height: item.getBoundingClientRect().height,
        at: Date.parse(item.querySelector('time')?.dateTime ?? ''),
      })),
    );
  const items = await readLengths();
  const perHour = items.slice(0, -1).flatMap(({ height, at }, index) => {
    const hours = ((items[index + 1]?.at ?? 0) - at) / 3_600_000;
    // A shorter one has the height of a press.
    return hours < 0.75 ? [] : [height / hours];
  });
  expect(perHour.length).toBeGreaterThan(5);
  expect(Math.max(...perHour) - Math.min(...perHour)).toBeLessThan(5);
  await page.setViewportSize({ width: 360, height: 780 });
  const readLongest = async () => Math.max(...(await readLengths()).map(({ height }) => height));
  await expect.poll(readLongest).toBeLessThan(160);
});

test('the script leaves a guide that the browser scrolls at the same moment where it is', async ({ page }) => {
  // A busy Chromium gives the offset before its own first scroll, and does that scroll while the boxes are measured.
  await page.addInitScript(() => {
    const offset = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
    let isScrolled = false;
    const measure = Reflect.get<Element, 'getBoundingClientRect'>(Element.prototype, 'getBoundingClientRect');
    Element.prototype.getBoundingClientRect = function () {
      isScrolled ||= this.closest('#guide') !== null;
      return measure.call(this);
    };
    Object.defineProperty(Element.prototype, 'scrollTop', {
      get(this: Element) {
        return this.id === 'guide' && !isScrolled ? 0 : (offset?.get?.call(this) as number);
      },
      set(this: Element, top: number) {
        offset?.set?.call(this, top);
        if (this.id === 'guide') document.documentElement.dataset['shown'] = '';
      },
    });
  });
  await page.goto('/lives/parde-1');
  await expect(page.locator('html')).toHaveAttribute('data-shown');
  await expectNowInList(page);
});

test('a page that stays open goes on to the next programme by itself', { tag: '@full' }, async ({ page }) => {
  await page.clock.install({ time: NOW * 1000 });
  // The edge would keep this minute's copy; the number of a page makes it another page to the edge, and the same one.
  let number = 1;
  await page.route('**/lives/parde-1', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    number += 1;
    const url = `${route.request().url()}?page=${String(number)}`;
    // A connection that was kept open may just be closed by the server.
    return route.fulfill({ response: await route.fetch({ url, maxRetries: 3 }) });
  });
  await page.goto('/lives/parde-1');
  const now = page.locator('#guide [aria-current=time]');
  await expect(now).toContainText('همسایه‌های کوچهٔ انار');
  clock.now = NOW + 61 * 60;
  // A kept answer may stand in for an API that is slow at that moment; the page tries again after a minute.
  let minutes = 61;
  await expect(async () => {
    await page.clock.fastForward(minutes * 60 * 1000);
    minutes = 2;
    await expect(now).toContainText('خبر ۲۱', { timeout: 4000 });
  }).toPass();
  await expect(page.locator('#channel-now')).toContainText('خبر ۲۱');
  await expectNowInList(page);
  clock.now = NOW;
});

test('a day that has passed, is far off, or is none leads to today by one redirect', async ({ request }) => {
  for (const day of ['2027-01-14', '2027-01-23', '1405-10-26', '2027-02-31', 'x', '%', '-1', '']) {
    const answer = await request.get(`/lives/parde-1?day=${encodeURIComponent(day)}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']], day).toEqual([302, '/lives/parde-1']);
  }
  expect((await request.get('/lives/none?day=x')).status()).toBe(404);
});
