// @module-tag full
import { startEdge } from '../../perf/edge.mjs';
import { codeFor, expect, FILM, test } from '../../support/browser/fixtures.ts';
import { FREE } from '../../support/browser/watching.ts';
import { openWebKit, type WebKit } from '../../support/browser/webkit.ts';

test.describe.configure({ mode: 'default' });

// WebKit keeps no `Secure` cookie of http://localhost, as other browsers do.
let edge: Awaited<ReturnType<typeof startEdge>>;
let webkit: WebKit;

test.beforeAll(async ({ baseURL }) => {
  edge = await startEdge({ upstream: baseURL ?? '', isPublic: true });
  webkit = await openWebKit();
});

test.afterAll(async () => {
  await webkit.close();
  await edge.close();
});

/** Notes what the page throws from now on. */
const LISTEN = `errors = [];
  addEventListener('error', (event) => errors.push(event.message));
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));`;

// Playwright's WebKit is a build of its own, which Debian does not have.
test('WebKit plays a film with subtitles, in every quality, by our own engine', async ({ t }) => {
  const { driver, find, waitFor } = webkit;
  await driver.get(`${edge.url}/`);
  await waitFor(`return document.querySelector('main a[href^="/movie/"]')`);
  await driver.get(edge.url + FREE);
  await driver.executeScript(LISTEN);
  await (await find('link', t('act_watch_free'))).click();
  await waitFor(`return document.querySelector('video')?.currentTime > 1`);
  expect(await waitFor(`return document.querySelector('.player')?.dataset.engine`)).toBe('mse');
  expect(await waitFor(`return document.querySelector('[data-part=cue]')?.textContent`)).toMatch(/\p{Script=Arabic}/u);
  await driver.executeScript(`emptied = 0; document.querySelector('video').onemptied = () => (emptied += 1)`);
  // The first picture is the smallest; those after it have another profile of the codec.
  await waitFor(`const video = document.querySelector('video');
    if (video.buffered.length > 0 && video.buffered.end(0) > 30 && video.currentTime < 30) video.currentTime = 30;
    return video.videoHeight > 240 && video.currentTime > 30.5;`);
  await driver.executeScript(`document.querySelector('video').currentTime = 10`);
  await waitFor(
    `const { currentTime } = document.querySelector('video'); return currentTime > 10.5 && currentTime < 20`,
  );
  expect(await driver.executeScript('return [emptied, errors]')).toEqual([0, []]);
});

async function expectProgress(): Promise<void> {
  const readTime = () => webkit.driver.executeScript<number>(`return document.querySelector('video').currentTime`);
  const from = await readTime();
  await expect.poll(readTime).toBeGreaterThan(from + 2);
}

/** WebKit forgets a press after five seconds. */
const LATE_MS = 7000;

test('WebKit begins a channel whose address comes long after the press', async ({ t }) => {
  const { driver, find, waitFor } = webkit;
  await driver.get(`${edge.url}/live/401`);
  await driver.executeScript(
    `const { fetch } = window;
    window.fetch = async (...request) => {
      if (String(request[0].url ?? request[0]).includes('/channels/401/play'))
        await new Promise((resolve) => setTimeout(resolve, arguments[0]));
      return fetch(...request);
    };`,
    LATE_MS,
  );
  await (await find('link', t('live_watch'))).click();
  await waitFor(`return document.querySelector('video')?.currentTime > 1`);
  await expectProgress();
  await driver.get('about:blank');
});

test('WebKit plays a channel that failed and begins again by itself', async ({ t }) => {
  const { driver, find, waitFor } = webkit;
  await driver.get(`${edge.url}/live/401`);
  await (await find('link', t('live_watch'))).click();
  await waitFor(`return document.querySelector('video')?.currentTime > 1`);
  await driver.executeScript(
    `const { fetch } = window;
    const player = document.querySelector('.player');
    window.fetch = (...request) =>
      player.isConnected && /\\.(m4s|m3u8)/.test(String(request[0].url ?? request[0]))
        ? Promise.resolve(new Response('', { status: 404 }))
        : fetch(...request);`,
  );
  await waitFor(`return document.querySelector('.player') === null`);
  await waitFor(`return document.querySelector('.player video')?.currentTime > 1`);
  await expectProgress();
  await driver.get('about:blank');
});

test('WebKit keeps the session of a login', async ({ context, mobile, t, baseURL }) => {
  const { driver, find } = webkit;
  await driver.get(`${edge.url}/movie/${String(FILM.id)}`);
  await (await find('link', t('act_trial', { count: '۷' }))).click();
  await (await find('textbox', t('login_mobile_label'))).sendKeys(mobile);
  await (await find('button', t('login_send'))).click();
  await (await find('textbox', t('login_code_label'))).sendKeys(await codeFor(context, mobile, baseURL ?? ''));
  await expect
    .poll(async () => (await driver.manage().getCookies()).map(({ name }) => name))
    .toContain('__Host-session');
  const session = await driver.manage().getCookie('__Host-session');
  expect([session.secure, session.httpOnly]).toEqual([true, true]);
});
