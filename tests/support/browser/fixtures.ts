import { randomInt } from 'node:crypto';
import {
  test as base,
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { openTab, type Tab } from './tab.ts';
import { text, type TextKey } from './texts.ts';

export { expect };
export const LOCALES: readonly Locale[] = ['fa', 'en'];
/** Of tests whose matter is neither text nor direction: English would run the same code again. */
export const ONE_LOCALE: readonly Locale[] = ['fa'];
/** Titles of the demo catalogue that journeys open, by id. */
export const FILM = { id: 52, kind: 'movie' } as const;

interface Noise {
  errors: string[];
  foreign: string[];
}

interface Fixtures {
  siteLocale: Locale;
  /** The text of the interface in the test's locale. */
  t: (key: TextKey, values?: Record<string, string>) => string;
  /** A mobile that no other test uses. */
  mobile: string;
  /** Signs this test's browser in, as the login form would. */
  signIn: () => Promise<void>;
  /** Errors that the page wrote to the console, and its requests to other hosts. */
  noise: Noise;
  /** A tab of the whole Chromium, for pages that load ahead or stay for Back. */
  tab: Tab;
}

const noises = new WeakMap<Page, Noise>();

/** The shared fixtures: a locale by its cookie, a mobile of the test's own, a session, and a watch on the console. */
export const test = base.extend<Fixtures, { browser: Browser }>({
  // Each browser of a test is a visitor of its own for the limits by address: one address may ask for 30 codes.
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = ({ extraHTTPHeaders, ...options } = {}) =>
        open({ ...options, extraHTTPHeaders: { 'cf-connecting-ip': uniqueAddress(), ...extraHTTPHeaders } });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  // The site's own locale, not Playwright's option of that name, which is the browser's.
  siteLocale: ['fa', { option: true }],
  t: async ({ siteLocale }, use) => {
    await use((key, values) => text(siteLocale, key, values));
  },
  context: async ({ context, siteLocale, baseURL }, use) => {
    if (siteLocale !== 'fa')
      await context.addCookies([{ name: 'i18n_redirected', value: siteLocale, url: baseURL ?? '' }]);
    sendAgain(context.request);
    await use(context);
  },
  request: async ({ request }, use) => {
    sendAgain(request);
    await use(request);
  },
  page: async ({ page, baseURL }, use, info) => {
    const noise = listenToPage(page, baseURL ?? '');
    // A page works before its pictures are there; on a new machine each of them is made at its first request.
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const open = () => goto(url, { waitUntil: 'domcontentloaded', ...options });
      // The last page may still be on its way out, by a form or a script; in a browser, too, the second address wins.
      return open().catch((error: unknown) => {
        if (!String(error).includes('interrupted by another navigation')) throw error;
        return open();
      });
    };
    await use(page);
    // An answer that is still held back when all has been seen is nobody's failure.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // The complaints of a failing test's page mostly say why.
    if (info.status !== info.expectedStatus) noise.errors.forEach((line) => console.log(line));
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the first argument destructured
  mobile: async ({}, use) => {
    await use(uniqueMobile());
  },
  signIn: async ({ context, mobile, baseURL }, use) => {
    await use(() => signIn(context, mobile, baseURL ?? ''));
  },
  tab: async ({ baseURL }, use) => {
    const tab = await openTab(baseURL ?? '');
    await use(tab);
    await tab.close();
  },
  // A test without a page costs none: what only sends requests opens nothing in the browser.
  noise: async ({ page }, use) => {
    await use(noises.get(page) ?? { errors: [], foreign: [] });
  },
});

/** A server may close an idle connection as a request sets out on it; a browser sends it again, as this does then. */
function sendAgain(requests: APIRequestContext): void {
  const fetch = requests.fetch.bind(requests);
  requests.fetch = (request, options) => fetch(request, { maxRetries: 1, ...options });
}

/** Writes down, from now on, the errors of a page's console and its requests to other hosts than the site's. */
function listenToPage(page: Page, origin: string): Noise {
  const noise: Noise = { errors: [], foreign: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') noise.errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => noise.errors.push(String(error)));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) noise.foreign.push(request.url());
  });
  noises.set(page, noise);
  return noise;
}

/** Drawn: two runs beside each other share a server, and their workers have the same numbers. From 0935 on are those of others in a test. */
function uniqueMobile(): string {
  return `09${String(randomInt(10, 30))}${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

function uniqueAddress(): string {
  const byte = () => String(Math.floor(Math.random() * 254) + 1);
  return `10.${byte()}.${byte()}.${byte()}`;
}

/** The newest code that the outbox keeps for a mobile. */
export async function codeFor(context: BrowserContext, mobile: string, baseURL: string): Promise<string> {
  const inbox = await context.request.get(`${baseURL}/dev/inbox`, { headers: { accept: 'application/json' } });
  const { data } = (await inbox.json()) as { data: { mobile: string; code: string }[] };
  const match = data.find((message) => message.mobile === mobile && message.code !== '');
  if (!match) throw new Error(`no code was sent to ${mobile}`);
  return match.code;
}

/** Signs a browser in, as the login form would. */
export async function signIn(context: BrowserContext, mobile: string, baseURL: string): Promise<void> {
  const headers = { origin: baseURL };
  await context.request.post(`${baseURL}/api/v1/login/send-code`, { data: { mobile }, headers });
  const password = await codeFor(context, mobile, baseURL);
  const answer = await context.request.post(`${baseURL}/api/v1/login`, { data: { mobile, password }, headers });
  expect(answer.ok(), 'login').toBe(true);
}

/** How long a video is watched at a time for frames: it may be taken away meanwhile, and another come. Milliseconds. */
const LOOK_MS = 3000;

/** Waits until the page's video has really presented `count` frames more. */
export async function framesAdvance(page: Page, count = 5): Promise<void> {
  // Another one may be loaded ahead, out of sight.
  const video = page.locator('video').filter({ visible: true });
  const presented = () =>
    video
      .evaluate(
        (element: HTMLVideoElement, { wanted, within }) =>
          new Promise<number>((resolve) => {
            let seen = 0;
            setTimeout(() => resolve(seen), within);
            const next = () => {
              seen += 1;
              if (seen >= wanted) resolve(seen);
              else element.requestVideoFrameCallback(next);
            };
            element.requestVideoFrameCallback(next);
          }),
        { wanted: count, within: LOOK_MS },
      )
      .catch((error: unknown) => {
        // A page that leaves meanwhile, as after a login, has presented nothing; an error would end the poll.
        if (!String(error).includes('Execution context was destroyed')) throw error;
        return 0;
      });
  await expect.poll(presented, { timeout: 45_000 }).toBeGreaterThanOrEqual(count);
}

/** Chooses a radio button that is hidden behind its label; the label may still move, as while a panel opens. */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click();
  await expect(radio).toBeChecked();
}
