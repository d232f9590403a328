import { expect, type Page } from '@playwright/test';

/**
 * That neither the page nor a dialog on it is wider than its window, once what follows the window's size has done so.
 * `what` names it in a failure; without it, the page's address.
 */
export async function expectNoSidewaysScroll(page: Page, label = page.url()): Promise<void> {
  const findWider = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('html, dialog[open]')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.className || one.tagName),
    );
  await expect.poll(findWider, label).toEqual([]);
}

/** The browser's own size of letters, in pixels, for the next pages. */
export async function setLetters(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}
