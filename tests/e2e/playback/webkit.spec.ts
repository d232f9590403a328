import { Key } from 'selenium-webdriver';
import { codeFor, expect, FILM, test } from '../../support/fixtures.ts';
import { openTlsDoor, type TlsDoor } from '../../support/tls-door.ts';
import { FREE } from '../../support/watching.ts';
import { openWebKit, type WebKit } from '../../support/webkit.ts';

/** Seconds of a demo clip, after which a channel begins it once more, by a discontinuity. */
const LOOP = 36;

test.describe.configure({ mode: 'default' });

let door: TlsDoor;
let webkit: WebKit;

test.beforeAll(async ({ baseURL }) => {
  door = await openTlsDoor(baseURL ?? '');
  webkit = await openWebKit();
});

test.afterAll(async () => {
  await webkit.close();
  door.close();
});

/** Notes what the page throws from now on. */
const LISTEN = `errors = [];
  addEventListener('error', (event) => errors.push(event.message));
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));`;

// Playwright's WebKit is a build of its own, which Debian does not have.
test('WebKit plays a film with subtitles, in every quality, by our own engine', async ({ t }) => {
  const { driver, find, waitFor } = webkit;
  await driver.get(`${door.url}/`);
  await waitFor(`return document.querySelector('main a[href^="/movie/"]')`);
  await driver.get(door.url + FREE);
  await driver.executeScript(LISTEN);
  await (await find('link', t('title_play'))).click();
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

test('WebKit plays a channel across a discontinuity, with its sound', async ({ t }) => {
  const { driver, find, waitFor } = webkit;
  await driver.get(`${door.url}/live/401`);
  await driver.executeScript(LISTEN);
  await (await find('link', t('live_watch'))).click();
  await waitFor(
    `return document.querySelector('video')?.currentTime > 0 && document.querySelector('video').readyState > 2`,
  );
  await driver.executeScript(`live = document.querySelector('video').currentTime`);
  await (await find('slider', t('player_seek'))).sendKeys(Key.HOME);
  // Both tracks are buffered.
  await waitFor(
    `const video = document.querySelector('video');
    const { buffered, currentTime } = video;
    const at = [...Array(buffered.length).keys()].find((at) => buffered.start(at) <= currentTime && buffered.end(at) > currentTime);
    return currentTime < live - 1500 && at !== undefined && buffered.end(at) - buffered.start(at) > arguments[0]`,
    LOOP + 4,
  );
  expect(await driver.executeScript('return errors')).toEqual([]);
});

test('WebKit keeps the session of a login', async ({ context, mobile, t, baseURL }) => {
  const { driver, find, waitFor } = webkit;
  await driver.get(`${door.url}/movie/${String(FILM.id)}`);
  await (await find('link', t('title_play'))).click();
  await (await find('textbox', t('login_mobile_label'))).sendKeys(mobile);
  await (await find('button', t('login_send'))).click();
  await (await find('textbox', t('login_code_label'))).sendKeys(await codeFor(context, mobile, baseURL ?? ''));
  await waitFor(`return document.querySelector('dialog[open]') === null`);
  const session = await driver.manage().getCookie('__Host-session');
  expect([session.secure, session.httpOnly]).toEqual([true, true]);
});
