import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** That axe finds nothing on the page as it is now, and that nothing makes it scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
  const wider = await page.evaluate(
    () =>
      [...document.querySelectorAll('html, dialog[open]')].filter((one) => one.scrollWidth > one.clientWidth).length,
  );
  expect(wider, 'scrolls sideways').toBe(0);
}
