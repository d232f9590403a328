import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The same checks as in axe.js, which AxeBuilder would send: 1.5 MB for each page to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const THEMES = ['dark', 'light'] as const;

/**
 * Nothing that axe knows is wrong with the page. `what` names it in a failure. With `colours` only the contrast is looked
 * at: all that another theme can change. A page on its way, as a screen without its heading, is looked at again.
 */
export async function expectAccessible(page: Page, label: string, { colours = false } = {}): Promise<void> {
  await expect(async () => {
    expect(await findFaults(page, colours), label).toEqual([]);
  }).toPass({ timeout: 30_000 });
}

async function findFaults(page: Page, colours: boolean): Promise<string[]> {
  await page.evaluate(endAnimations);
  // One run in the page itself takes a third of the time; the other way is for frames of other sites, which we have none of.
  const axe = new AxeBuilder({ page, axeSource: (await hasAxe(page)) ? 'void 0' : AXE })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await (colours ? axe.withRules(['color-contrast']) : axe).analyze();
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** A dialog that fades in has the contrast of neither. Those of a scroll or without an end continue. */
function endAnimations(): void {
  for (const animation of document.getAnimations()) {
    const { iterations = 1 } = animation.effect?.getTiming() ?? {};
    if (animation.timeline === document.timeline && iterations !== Infinity) animation.finish();
  }
}

/** The same in both themes. `what` names it in a failure; without it, the page's address. */
export async function expectAccessibleInBothThemes(page: Page, label = page.url()): Promise<void> {
  // Without motion: half of a change of theme has the colours of neither.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, `${label} dark`);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, `${label} light`, { colours: true });
}

/** The same in one theme, with all that axe knows. */
export async function expectAccessibleIn(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expectAccessible(page, `${page.url()} ${theme}`);
}

/** True if the page has axe from an earlier run. A page with frames gets it again: each frame needs its own. */
async function hasAxe(page: Page): Promise<boolean> {
  return page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
}
