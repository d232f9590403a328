// @module-tag full
import { artKind, IMAGE_WIDTHS } from '../../../src/platform/image-widths.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { PAGE_KINDS } from '../../support/browser/page-kinds.ts';

const VIEWPORTS = [360, 768, 1280] as const;
/** Issue 17: no picture has more than 1.3 × the pixels that are shown. */
const MAX_RATIO = 1.3;
/** Backdrops may have less: on a phone most of theirs is cut off, and the rest is behind a veil. */
const MIN_RATIO = 0.9;

interface DrawnPicture {
  url: string;
  /** CSS pixels of the whole picture, the parts that `object-fit: cover` cuts off included. */
  width: number;
}

const PICTURES = 'main img[srcset]';

for (const [at, ratio] of [1, 1.75, 2].entries()) {
  test(`a picture has the width that is shown, at ${String(ratio)} pixels per CSS pixel`, async ({
    browser,
    baseURL,
  }) => {
    test.slow();
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      deviceScaleFactor: ratio,
      viewport: { width: VIEWPORTS[0], height: 800 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    // The choice of a width needs no picture. A route would ask Playwright for every other file too, and keep none.
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.setBlockedURLs', { urls: ['*/media/img/*'] });
    const wrong = new Set<string>();
    let looked = 0;
    // Each page has each width at one of the densities, so that every two of the three meet.
    for (const [index, path] of PAGE_KINDS.entries()) {
      const width = VIEWPORTS[(index + at) % VIEWPORTS.length] ?? VIEWPORTS[0];
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path, { waitUntil: 'load' });
      for (const { url, width: css } of await page.locator(PICTURES).evaluateAll(readShown)) {
        const [, art = '', stored] = /\/media\/img\/([^/]+)\/(\d+)$/.exec(url) ?? [];
        const kind = artKind(art);
        if (kind === null || css === 0) continue;
        looked += 1;
        const widths: readonly number[] = IMAGE_WIDTHS[kind];
        const share = Number(stored) / (css * ratio);
        const tooWide = share > MAX_RATIO && Number(stored) !== widths[0];
        const tooNarrow = kind !== 'backdrop' && share < MIN_RATIO && Number(stored) !== widths.at(-1);
        if (tooWide || tooNarrow)
          wrong.add(`${path} at ${String(width)}: ${kind} of ${css.toFixed(0)} px has ${String(stored)}`);
      }
    }
    await context.close();
    expect([...wrong]).toEqual([]);
    expect(looked).toBeGreaterThan(200);
  });
}

function readShown(all: (HTMLElement | SVGElement)[]): DrawnPicture[] {
  return (all as HTMLImageElement[]).map((one) => {
    const covers = getComputedStyle(one).objectFit === 'cover';
    const shape = Number(one.getAttribute('width')) / Number(one.getAttribute('height'));
    return {
      url: one.currentSrc,
      width: covers ? Math.max(one.clientWidth, one.clientHeight * shape) : one.clientWidth,
    };
  });
}
