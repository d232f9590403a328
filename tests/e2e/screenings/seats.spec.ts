import type { Browser, Page } from '@playwright/test';
import { createAccount } from '../../support/browser/account.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { expect, LOCALES, ONE_LOCALE, signIn, test } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { digits, payAtBank } from '../../support/browser/paying.ts';
import { createDeskClient } from '../../support/browser/desk.ts';
import { makeScreening } from '../../support/browser/screenings.ts';
import { text } from '../../support/browser/texts.ts';
import type { Locale } from '../../../src/platform/text/locale.ts';

/** Toman, and with VAT. */
const TICKET = { toman: 30_000, total: 33_000 };
/** The list is a shared page: one from before may be shown once more. */
const NEW_PAGE = { timeout: 60_000 };

/** An account of its own buys a seat from its wallet. */
async function takeSeat(browser: Browser, origin: string, mobile: string, film: number): Promise<void> {
  const context = await browser.newContext({ baseURL: origin });
  await signIn(context, mobile, origin);
  const account = createAccount(context, origin);
  const charge = await account.charge(TICKET.total);
  await account.press(charge.bank, 'pay');
  await account.titleFromWallet(film);
  await context.close();
}

/** The number of seats, or the words for none, among the facts of a screening. */
const findSeats = (page: Page, locale: Locale) =>
  page
    .getByRole('term')
    .filter({ hasText: text(locale, 'ekran_seats') })
    .locator('xpath=following-sibling::dd[1]');

async function expectOnList(page: Page, film: string, seats: string): Promise<void> {
  await expect(async () => {
    await page.goto('/ekran');
    await expect(page.getByRole('link', { name: film })).toContainText(seats, { timeout: 2000 });
  }).toPass(NEW_PAGE);
}

for (const locale of ONE_LOCALE) {
  test.describe(`the seats of a screening (${locale})`, () => {
    test.use({ siteLocale: locale });
    const number = (value: number) => digits(locale, value);

    test('are counted on the list and on the page, and one is gone when its ticket is paid for', async ({
      page,
      mobile,
      signIn: enter,
      baseURL,
      t,
      noise,
    }) => {
      const send = createDeskClient(page.request, baseURL ?? '');
      const { film, path } = await makeScreening(send, mobile, { ...TICKET, capacity: 3 });
      await enter();
      await expectOnList(page, film[locale], t('ekran_seats_left', { count: number(3) }));
      const ticket = page.getByRole('link', { name: film[locale] });
      await expect(ticket).toContainText(t('ways_price', { amount: number(TICKET.total) }));
      await ticket.click();
      await expect(page).toHaveURL(path);
      await expect(findSeats(page, locale)).toHaveText(number(3));
      await expect(page.getByText(t('toman', { amount: number(TICKET.total) }), { exact: true })).toBeVisible();
      await page.getByRole('button', { name: t('ekran_buy') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('bank_title') }).check();
      await dialog.getByRole('button', { name: t('buy_pay', { amount: number(TICKET.total) }) }).click();
      await payAtBank(page, locale);
      await page.goto(path);
      await expect(findSeats(page, locale)).toHaveText(number(2));
      expect(noise).toEqual({ errors: [], foreign: [] });
    });

    test('are sold out while a visitor looks at the price: nothing is paid, and nothing can be', async ({
      page,
      context,
      browser,
      mobile,
      signIn: enter,
      baseURL,
      t,
    }) => {
      const origin = baseURL ?? '';
      const send = createDeskClient(page.request, origin);
      const { film, path } = await makeScreening(send, mobile, { ...TICKET, capacity: 1 });
      await enter();
      await page.goto(path);
      await page.getByRole('button', { name: t('ekran_buy') }).click();
      const dialog = page.getByRole('dialog');
      const ticket = dialog.getByRole('region', { name: t('content_buy_ticket') });
      await ticket.getByRole('radio', { name: t('bank_title') }).check();
      await takeSeat(browser, origin, `0936${mobile.slice(4)}`, film.id);
      await ticket.getByRole('button', { name: t('buy_pay', { amount: number(TICKET.total) }) }).click();
      await expect(ticket.getByRole('alert')).toContainText(t('error_screening_full'));
      await expect(ticket.getByRole('radio')).toHaveCount(0);
      await expect(ticket.getByRole('button')).toHaveText([t('modal_try_again')]);
      await expect(page).toHaveURL(new RegExp(`^${origin}${path}`));
      expect(await createAccount(context, origin).fetchState('movie', film.id)).toBe('needs_ticket');
      await page.reload();
      await expect(findSeats(page, locale)).toHaveText(t('ekran_full'));
    });
  });
}

for (const locale of LOCALES) {
  test.describe(`the seats of a screening (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('are full in words on each page, with no way to pay', async ({
      page,
      browser,
      mobile,
      signIn: enter,
      baseURL,
      t,
    }) => {
      const origin = baseURL ?? '';
      const send = createDeskClient(page.request, origin);
      const { film, path } = await makeScreening(send, mobile, { ...TICKET, capacity: 2 });
      await takeSeat(browser, origin, `0936${mobile.slice(4)}`, film.id);
      await enter();
      await expectOnList(page, film[locale], t('ekran_seats_left', { count: digits(locale, 1) }));
      await page.goto(path);
      const buy = page.getByRole('button', { name: t('ekran_buy') });
      await expect(buy).toBeVisible();
      await expect(findSeats(page, locale)).toHaveText(digits(locale, 1));
      await takeSeat(browser, origin, `0938${mobile.slice(4)}`, film.id);
      await page.reload();
      await expect(findSeats(page, locale)).toHaveText(t('ekran_full'));
      await expect(page.getByRole('main').getByRole('paragraph').getByText(t('ekran_full'))).toBeVisible();
      await expect(buy).toBeHidden();
      await expectAccessibleInBothThemes(page, 'a full screening');
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
      // The next publication gives the list another version; without one it is a minute old.
      await makeScreening(send, `next ${mobile}`, { ...TICKET, capacity: 9 });
      await expectOnList(page, film[locale], t('ekran_full'));
      await expectNoSidewaysScroll(page);
      await page.goto(film.path);
      const price = t('title_buy_ticket', { amount: digits(locale, TICKET.total) });
      await expect(page.getByRole('button', { name: price })).toHaveCount(0);
      await expect(page.getByRole('region', { name: t('title_watch_ways') })).toContainText(t('ekran_full'));
      await page.getByRole('button', { name: t('ekran_full') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('alert')).toContainText(t('error_screening_full'));
      await expect(dialog.getByRole('radio')).toHaveCount(0);
      await expect(
        dialog.getByRole('button', { name: t('buy_pay', { amount: digits(locale, TICKET.total) }) }),
      ).toHaveCount(0);
    });
  });
}
