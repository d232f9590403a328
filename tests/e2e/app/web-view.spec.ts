// @module-tag full
import type { APIResponse, Page } from '@playwright/test';
import { readAppPage, stayInApp } from '../../../src/platform/app-twins.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

/** Without script nothing leads out of the mobile app's web view (spec 2.04, 2.13). */
const STARTS = ['/app/show', '/app/series/show', '/app/episode/show', '/app/ekran', '/app/show/987654'];
/** Films for sale, by subscription and free; a video, a series, an episode and a screening. */
const TITLES = ['/app/show/52', '/app/show/13', '/app/show/301', '/app/series/show/201', '/app/ekran/501'];

/** The terms, the banks' pages, calls, and sites of others may be opened from the app. */
const MAY_LEAVE = [/^\/profile\/terms$/, /^\/dev\/gateway\//, /^tel:/, /^https?:/];

/** Of each kind of address so many are followed. */
const MAX_OF_A_KIND = 2;

interface Exit {
  address: string;
  isPost: boolean;
  fields: [string, string][];
}

/** Links and forms of a document as they are without script. */
async function readExits(page: Page, html: string): Promise<Exit[]> {
  await page.setContent(html.replace(/<meta http-equiv="refresh"[^>]*>/g, ''));
  const links = page.locator('a[href]:not(.needs-js, [href^="#"], [href^="tel:"])');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const forms = await page.locator('form').evaluateAll((all) =>
    (all as HTMLFormElement[]).map((form) => {
      const fields = [...new FormData(form, form.querySelector<HTMLButtonElement>('button:not([formaction])'))];
      return {
        address: form.getAttribute('action') ?? '',
        isPost: form.method === 'post',
        fields: fields.map(([name, value]) => [name, typeof value === 'string' ? value : ''] as [string, string]),
      };
    }),
  );
  return [...hrefs.map((address) => ({ address, isPost: false, fields: [] })), ...forms];
}

const mayLeave = (address: string) => MAY_LEAVE.some((pattern) => pattern.test(address));
const isInApp = (address: string) =>
  readAppPage(address) !== null && stayInApp(address, { appPage: '/app/show' }) === address;

for (const [locale, who] of [
  ['fa', 'member'],
  ['en', 'guest'],
] as const) {
  test.describe(`the app’s web view without JavaScript (${locale}, ${who})`, () => {
    test.use({ siteLocale: locale, javaScriptEnabled: false });

    test('leads nowhere but to the app’s pages and back to them', async ({ page, context, baseURL, signIn }) => {
      const origin = baseURL ?? '';
      if (who === 'member') await signIn();
      const exits: string[] = [];
      const followed = new Map<string, number>();
      const queue: Exit[] = [...STARTS, ...TITLES].map((address) => ({ address, isPost: false, fields: [] }));
      const send = ({ address, isPost, fields }: Exit, referer: string): Promise<APIResponse> =>
        !isPost
          ? context.request.get(fields.length > 0 ? `${address}?${new URLSearchParams(fields).toString()}` : address)
          : context.request.post(address, {
              headers: { origin, referer: origin + referer, 'content-type': 'application/x-www-form-urlencoded' },
              data: new URLSearchParams(fields).toString(),
            });
      for (let exit = queue.shift(); exit; exit = queue.shift()) {
        const answer = await send(exit, '/app/show/13');
        const { pathname, search } = new URL(answer.url());
        const came = pathname + search;
        if (mayLeave(came)) continue;
        const html = await answer.text();
        if (/<header[^>]*class="[^"]*bar|class="[^"]*bottom-bar|<footer/.test(html))
          exits.push(`${exit.address} → ${came}`);
        for (const next of await readExits(page, html)) {
          if (mayLeave(next.address)) continue;
          const isCarried = next.fields.some(([name, value]) => ['from', 'redirect'].includes(name) && isInApp(value));
          const isBack = pathname === '/callback' && next.address.startsWith('/callback?payment=');
          if (!isInApp(next.address) && !isCarried && !isBack) {
            exits.push(`${came} → ${next.address}`);
            continue;
          }
          const kind = `${next.address.replace(/\d+/g, '1')} ${next.fields.map(([name]) => name).join()}`;
          const count = followed.get(kind) ?? 0;
          followed.set(kind, count + 1);
          if (count < MAX_OF_A_KIND) queue.push(next);
        }
      }
      expect([...new Set(exits)].sort()).toEqual([]);
      const kinds = [...followed.keys()].join('\n');
      for (const part of [
        '/app/show/1#buy',
        '/app/show/1#play',
        '/profile/plans?',
        '/plan/1?',
        '/profile/list/later',
      ]) {
        expect(kinds).toContain(part);
      }
    });
  });
}
