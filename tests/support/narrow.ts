import { expect, type Page } from '@playwright/test';

/** That neither the page nor a dialog on it is wider than its window. `what` names it in a failure. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const wider = await page.evaluate(() =>
    [...document.querySelectorAll('html, dialog[open]')]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.className || one.tagName),
  );
  expect(wider, what).toEqual([]);
}
