// @module-tag full
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { createAccount } from '../../support/browser/account.ts';
import { enterDesk, makeOwner, signInAtDesk } from '../../support/browser/desk.ts';
import {
  addMemberByForm,
  brandHouse,
  createHand,
  hideOpenTitle,
  importSeries,
  planOpenTitle,
  publishEpisodes,
  putOnFront,
  readBrand,
  refundPart,
  sendEpisode,
  uploadArt,
  writeHouse,
  type Hand,
  type HouseBrand,
} from '../../support/browser/evening.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { payAtBank, pressPay, toPlanPattern, YEAR } from '../../support/browser/paying.ts';
import { signInByForm } from '../../support/browser/sign-in-by-form.ts';
import type { TextKey } from '../../support/browser/texts.ts';
import { play } from '../../support/browser/watching.ts';
import { makeFilm } from '../../support/media/flash-and-beep.ts';
import { openEmptySite } from '../../support/site/empty-site.ts';
import { findOpenDoors, type ShownTitle } from '../../support/site/title-doors.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 585;
/** The test takes under three minutes; this is against what hangs on a busy machine. */
const HANG_MS = 900_000;
/** At most two minutes ahead, and stored pages are new within one. */
const PREMIERE = { timeout: 200_000 };
/** A guest's stored page is new within a minute. */
const NEW_PAGE = { timeout: 90_000 };
/** No built-in name or colour. */
const BRAND: HouseBrand = {
  name: { fa: 'نمای نارون', en: 'Elm House' },
  accent: { light: '#0b57d0', dark: '#8ec5ff' },
};
const PHONE = '021-91007788';
const SHEET = {
  name: { fa: 'کوچهٔ نارون', en: 'Elm Alley' },
  episodes: [
    { fa: 'چراغ پنجره', en: 'A Lit Window' },
    { fa: 'نامهٔ بی‌نشان', en: 'The Unsigned Letter' },
  ],
};
const YEAR_TOTAL = 695_200;

/** The first full minute that is at least one minute ahead, and at most two. Epoch seconds. */
const nextPremiere = () => (Math.floor(Date.now() / 60_000) + 2) * 60;

for (const [at, locale] of LOCALES.entries()) {
  const baseURL = `http://localhost:${String(PORT + at)}`;

  test.describe(`from empty to evening (${locale})`, () => {
    test.use({ siteLocale: locale, baseURL });

    test('an empty site has a series on its evening, sells it, gives half back, and takes an episode away', async ({
      page,
      browser,
      mobile,
      t,
      noise,
    }, info) => {
      test.setTimeout(HANG_MS);
      const films = SHEET.episodes.map((_, index) =>
        makeFilm(info.outputPath(`${String(index + 1)}.mkv`), { seconds: 12, size: '320x180' }),
      );
      const site = await openEmptySite(info.outputPath('site'), PORT + at);
      try {
        const owner = createHand(page, locale);
        await page.goto('/desk');
        await signInAtDesk(page, locale, mobile);
        await expect(page.getByRole('alert')).toHaveText(owner.d('sign_in_stranger'));
        await makeOwner(mobile, 'owner', baseURL);
        await page.reload();
        await enterDesk(page, locale);
        const support = await hire(browser, owner, `0937${mobile.slice(4)}`, 'support');
        const finance = await hire(browser, owner, `0939${mobile.slice(4)}`, 'finance');
        const visitor = await openBrowser(browser, baseURL, locale);
        const screen = await visitor.newPage();
        await screen.goto('/');
        await writeHouse(owner, PHONE);
        await brandHouse(owner, BRAND);
        await expectBrand(screen, BRAND, locale);

        const series = await importSeries(owner, info.outputPath('series.csv'), SHEET);
        await publishEpisodes(owner, series, SHEET.episodes.length);
        const art = await uploadArt(owner);
        const premiere = nextPremiere();
        await planOpenTitle(owner, premiere);
        await putOnFront(owner, series);
        const title: ShownTitle = { kind: 'series', id: series, name: SHEET.name[locale] };
        const early = await findOpenDoors(visitor.request, title);
        if (Date.now() / 1000 < premiere) expect(early).toEqual([]);
        const ids: number[] = [];
        for (const [index, film] of films.entries()) ids.push(await sendEpisode(owner, series, index + 1, film));
        // A record that is open renews its lease.
        await page.goto('about:blank');
        await site.makeFilms();
        await page.goto('/desk/ingests?state=done');
        await expect(page.getByRole('row').filter({ hasText: owner.d('ingest_state_done') })).toHaveCount(2);

        await screen.goto('/profile/plans');
        await expect(screen.locator(`a[href="tel:${PHONE}"]`).first()).toBeAttached();
        await screen
          .getByRole('main')
          .getByRole('link', { name: toPlanPattern(YEAR, locale) })
          .click();
        await signInByForm(screen, `0935${mobile.slice(4)}`, t);
        await pressPay(screen, locale, YEAR_TOTAL);
        await payAtBank(screen, locale);
        const payment = new URL(screen.url()).searchParams.get('payment') ?? '';
        const isOut = async () => (await visitor.request.get(`/series/${String(series)}`)).ok();
        await expect.poll(isOut, PREMIERE).toBe(true);
        expect(Date.now() / 1000).toBeGreaterThanOrEqual(premiere);
        for (const door of ['page', 'call', 'search', 'search call', 'home', 'sitemap'])
          await expect.poll(() => findOpenDoors(visitor.request, title), NEW_PAGE).toContain(door);

        const read = async (path: string) => (await visitor.request.get(path)).text();
        expect(await read(`/series/${String(series)}`)).toContain(art.backdrop);
        expect(await read(`/search/${encodeURIComponent(SHEET.name[locale])}`)).toContain(art.poster);

        const [, id = 0] = ids;
        const film = screen.waitForResponse((answer) => answer.url().includes('/master.m3u8'));
        await play(screen, `/episode/${String(id)}`);
        const media = (await film).url();
        await screen.keyboard.press('Escape');
        await keepInBrowser(screen, `/episode/${String(id)}`, t);
        await addToList(screen, t);
        const episode = { kind: 'episode', id, name: SHEET.episodes[1]?.[locale] ?? '', series, media } as const;
        const doors = ['page', 'call', 'list', 'page of the series', 'call of the series', 'sitemap', 'media'];
        await expect.poll(() => findOpenDoors(visitor.request, episode), NEW_PAGE).toEqual(doors);

        await refundPart(support, payment, YEAR_TOTAL / 2);
        expect(await createAccount(visitor, baseURL).credit()).toBe(YEAR_TOTAL / 2);

        await page.goto(`/desk/titles/${String(id)}`);
        await hideOpenTitle(owner);
        await expect.poll(() => findOpenDoors(visitor.request, episode), NEW_PAGE).toEqual([]);
        await screen.goto(`/episode/${String(id)}`);
        await expect.poll(() => screen.evaluate((name) => caches.has(name), `saved-episode-${String(id)}`)).toBe(false);
        await play(screen, `/episode/${String(ids[0])}`);

        await finance.page.goto('/desk/books');
        await expect(finance.page.getByText(finance.d('books_balanced'))).toBeVisible();
        const saving = finance.page.waitForEvent('download');
        await finance.page
          .getByRole('button', { name: finance.d('csv_save') })
          .first()
          .click();
        const book = readFileSync(await (await saving).path(), 'utf8');
        // The year without VAT, and half of it given back: entries, in, out.
        expect(book).toMatch(/,sales:plan,1,632000,0?\r\n/);
        expect(book).toMatch(/,sales:plan,1,0?,316000\r\n/);
        for (const person of [visitor, support.page.context(), finance.page.context()]) await person.close();
        // Before the sign-in the desk asks who is there.
        expect(noise.errors.filter((text) => !text.includes('/staff/self'))).toEqual([]);
      } finally {
        await site.stop();
      }
    });
  });
}

type Texts = (key: TextKey) => string;

async function openBrowser(browser: Browser, baseURL: string, locale: Locale): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow' });
  await context.addCookies([{ name: 'i18n_redirected', value: locale, url: baseURL }]);
  return context;
}

/** The page that a guest has stored shows the name, the colours and the logo within a minute. */
async function expectBrand(page: Page, { name, accent }: HouseBrand, locale: Locale): Promise<void> {
  await expect(async () => {
    await page.goto('/');
    expect(await page.title()).toContain(name[locale]);
  }).toPass(NEW_PAGE);
  await expect(page.getByRole('banner').getByRole('link', { name: name[locale] })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(name[locale]);
  const brand = await readBrand(page);
  expect(brand.accent).toEqual(accent);
  const logo = await page.request.get(brand.logo);
  expect([logo.status(), logo.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
}

/** A colleague signs in, is added by the owner, and sets a second factor. */
async function hire(browser: Browser, owner: Hand, mobile: string, role: 'finance' | 'support'): Promise<Hand> {
  const context = await openBrowser(browser, new URL(owner.page.url()).origin, owner.locale);
  const hand = createHand(await context.newPage(), owner.locale);
  await hand.page.goto('/desk');
  await signInAtDesk(hand.page, owner.locale, mobile);
  await expect(hand.page.getByRole('alert')).toHaveText(owner.d('sign_in_stranger'));
  await addMemberByForm(owner, mobile, `${role} of the house`, role);
  await hand.page.reload();
  await enterDesk(hand.page, owner.locale);
  return hand;
}

/** Stores the title for watching without a network. The page has its service worker from the visit before. */
async function keepInBrowser(page: Page, path: string, t: Texts): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('data_title_open') })
    .click();
  const section = page.getByRole('dialog').getByRole('region', { name: t('saved_heading') });
  await section.getByRole('button', { name: t('saved_start') }).click();
  await expect(section.getByRole('button', { name: t('saved_delete') })).toBeVisible(NEW_PAGE);
  await page.keyboard.press('Escape');
}

async function addToList(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('act_list') }).click();
  const panel = page.getByRole('dialog', { name: t('list_add') });
  await panel.getByRole('button', { name: t('list_later') }).click();
  await expect(panel.getByText(t('list_saved'))).toBeVisible();
  await page.keyboard.press('Escape');
}
