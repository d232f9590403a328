import { brotliCompressSync, constants } from 'node:zlib';
import type { Response } from '@playwright/test';
import { FOLD_ID } from '../../../src/platform/ui/fold-mark.ts';
import { expect, LOCALES, test } from '../../support/browser/fixtures.ts';
import { takePairs } from '../../support/browser/page-kinds.ts';

/** The byte bars of home, title and list pages, in brotli bytes: what one is before anyone touches it. Headers, some 920
 * bytes of the 20,000 on the wire (`npm run bench:pages`), are not in `html`. */
const BARS = { html: 19_080, css: 12_000, script: 6_000 };
const PAGES = [
  '/',
  '/movie/52',
  '/series/201',
  '/genres/drama',
  '/search/نادر',
  '/casts/iranian-actors',
  '/lives/parde-1',
  '/movie/126',
  '/movie/download/39',
];

const brotli = (text: string) =>
  brotliCompressSync(new TextEncoder().encode(text), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

for (const [language, locale] of LOCALES.entries()) {
  test.describe(`bytes before interaction (${locale})`, () => {
    test.use({ siteLocale: locale });

    for (const path of language === 0 ? PAGES : takePairs(PAGES, 0)) {
      test(path, async ({ page }) => {
        const responses: Response[] = [];
        page.on('response', (response) => void responses.push(response));
        const document = await page.goto(path, { waitUntil: 'load' });
        // The shell may load a part of itself by now.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })));
        page.removeAllListeners('response');
        const countBytes = async (type: string) => {
          const ofType = responses.filter((response) => response.request().resourceType() === type);
          const texts = await Promise.all(ofType.map((response) => response.text()));
          return texts.reduce((sum, text) => sum + brotli(text), 0);
        };
        const loaded = { stylesheet: await countBytes('stylesheet'), script: await countBytes('script') };
        const html = (await document?.text()) ?? '';
        const inline = (tag: string, except = /^$/) =>
          [...html.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
            .filter(([, attributes]) => !except.test(attributes ?? ''))
            .map(([, , text]) => text ?? '')
            .join('');
        expect(brotli(html), 'HTML').toBeLessThanOrEqual(BARS.html);
        expect(brotli(inline('style')) + loaded.stylesheet, 'CSS').toBeLessThanOrEqual(BARS.css);
        expect(brotli(inline('script', /ld\+json/)) + loaded.script, 'script').toBeLessThanOrEqual(BARS.script);
      });
    }
  });
}

for (const path of ['/', '/movie/52', '/series/201', '/genres/drama']) {
  test(`nothing runs before the first screen of ${path} is painted`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const first = html.slice(0, html.indexOf(`<template id="${FOLD_ID}"`));
    expect(first.includes('<h')).toBe(true);
    expect(first.includes('<script')).toBe(false);
  });
}
