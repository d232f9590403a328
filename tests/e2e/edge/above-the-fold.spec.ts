// @module-tag full
import { FOLD_ID } from '../../../src/platform/ui/fold-mark.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { SHARED_PAGES } from '../../support/browser/page-kinds.ts';

/** Each language and each width once: what they change does not meet. */
const VISITS = [
  { locale: 'fa', width: 360 },
  { locale: 'en', width: 1280 },
] as const;

for (const { locale, width } of VISITS) {
  test.describe(`the first screen (${locale}, ${String(width)} px)`, () => {
    test.use({ siteLocale: locale, viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('begins at the top, and looks by the styles of the head as by all styles of the page', async ({ page }) => {
      for (const path of SHARED_PAGES) {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(200);
        expect(await page.evaluate(scrolledAfterPaint), path).toBe(0);
        expect(await page.evaluate(differences, FOLD_ID), path).toEqual([]);
      }
    });

    test('is alone in the first frame, however much of the page is there', async ({ page }) => {
      await page.addInitScript(watchFrames, FOLD_ID);
      for (const path of ['/', '/movie/52', '/genres/drama', '/casts/iranian-actors', '/search/نادر']) {
        await page.goto(path);
        await page.waitForFunction(() => window.framesWatched);
        const { early, hidden } = await page.evaluate(() => window.framesWatched ?? { early: ['none'], hidden: 0 });
        expect(early, `${path}: laid out in the first frame`).toEqual([]);
        expect(hidden, path).toBeGreaterThan(0);
      }
    });
  });
}

declare global {
  interface Window {
    framesWatched?: { early: string[]; hidden: number };
  }
}

/** Runs before the page: which parts of `main` after the mark their first frame lays out. Ends once all are laid out. */
function watchFrames(markId: string): void {
  const seen = new Map<Element, boolean>();
  const isHidden = (element: Element) => getComputedStyle(element).contentVisibility === 'hidden';
  const name = (element: Element) => `${element.tagName} ${element.className}`;
  const look = () => {
    const mark = document.getElementById(markId);
    for (const part of document.querySelectorAll('main > :not(svg, template)')) {
      const follows = mark && mark.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (follows && part.checkVisibility() && !seen.has(part)) seen.set(part, isHidden(part));
    }
    const parts = [...seen];
    if (document.readyState === 'complete' && !parts.some(([part]) => isHidden(part)))
      window.framesWatched = {
        early: parts.filter(([, wasHidden]) => !wasHidden).map(([part]) => name(part)),
        hidden: parts.filter(([, wasHidden]) => wasHidden).length,
      };
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** How far the page is scrolled as soon as it is painted: a mark to begin with may scroll it. CSS pixels. */
function scrolledAfterPaint(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.scrollY))));
}

/** Properties that change on the first screen as soon as the styles after it are there. */
function differences(markId: string): string[] {
  const mark = document.getElementById(markId);
  const holder = mark?.nextElementSibling;
  const late = holder?.querySelector('style');
  if (!mark || !holder || !(late instanceof SVGStyleElement)) return ['the page has no style after its first screen'];
  const following = (element: Element) => mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  for (const element of document.querySelectorAll('body *'))
    if (!holder.contains(element) && following(element)) element.remove();
  const elements = [...document.querySelectorAll('html, body, body *')].filter((element) => !following(element));
  const look = () =>
    elements.flatMap((element) =>
      [null, '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part);
        // A pseudo-element that is not made looks like nothing; most elements have none before and after them.
        if (part !== null && style.content === 'none') return { content: 'none' };
        return Object.fromEntries(Array.from(style, (name) => [name, style.getPropertyValue(name)]));
      }),
    );
  const all = look();
  late.disabled = true;
  for (const animation of document.getAnimations()) animation.finish();
  const first = look();
  late.disabled = false;
  return all.flatMap((style, at) =>
    Object.keys(style)
      .filter((name) => style[name] !== first[at]?.[name])
      .map(
        (name) =>
          `${elements[Math.floor(at / 3)]?.outerHTML.slice(0, 60) ?? ''} ${name}: ${first[at]?.[name] ?? ''}, ${style[name] ?? ''}`,
      ),
  );
}
