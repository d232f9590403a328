import { brotliCompressSync, constants } from 'node:zlib';
import { FOLD_ID } from '../../../src/platform/ui/fold-mark.ts';
import { expect, LOCALES, test } from '../../support/fixtures.ts';

/** The byte bars of home, title and list pages, in brotli bytes: what one is before anyone touches it. */
const BARS = { html: 20_000, css: 12_000, script: 6_000 };
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

for (const locale of LOCALES) {
  test.describe(`bytes before interaction (${locale})`, () => {
    test.use({ siteLocale: locale });

    for (const path of PAGES) {
      test(path, async ({ page }) => {
        const loaded = { stylesheet: 0, script: 0 };
        const counts: Promise<void>[] = [];
        page.on('response', (response) => {
          const type = response.request().resourceType();
          if (type !== 'stylesheet' && type !== 'script') return;
          counts.push(response.text().then((text) => void (loaded[type] += brotli(text))));
        });
        const response = await page.goto(path, { waitUntil: 'load' });
        // The shell may load a part of itself by now.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })));
        await Promise.all(counts);
        const html = (await response?.text()) ?? '';
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
