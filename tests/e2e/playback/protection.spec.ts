// @module-tag full
import type { Page } from '@playwright/test';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { pointAt } from '../../support/media/key-frames.ts';
import { FREE, play, seek, time } from '../../support/browser/watching.ts';

/** The site as an operator who tries out `cbcs`: ClearKey is a key system that Chromium has without secrets. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 460;
const SITE = `http://localhost:${String(PORT)}`;
const LICENCE = '**/api/v1/plays/licence';
let site: Awaited<ReturnType<typeof servePrepared>>;

test.use({ baseURL: SITE });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const vars = {
    ...{ MEDIA_ENCRYPTION: 'cbcs', LICENCE_CLEARKEY: 'on', CAST: 'on' },
    MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more',
  };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/protected-state', vars });
});

test.afterAll(() => site.stop());

/** Sessions of the key system, for a test to close. */
async function watchSessions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sessions: MediaKeySession[] = [];
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its keys
    const create = MediaKeys.prototype.createSession;
    MediaKeys.prototype.createSession = function (this: MediaKeys, ...type) {
      const session = create.apply(this, type);
      sessions.push(session);
      return session;
    };
    Reflect.set(globalThis, 'keySessions', sessions);
  });
}
async function refuseLicence(page: Page, status: number, code: string): Promise<void> {
  const body = JSON.stringify({ code, message: '', message_fa: '', errors: {} });
  await page.unroute(LICENCE);
  await page.route(LICENCE, (route) => route.fulfill({ status, body, contentType: 'application/json' }));
}
const listSessions = (page: Page) =>
  page.evaluateHandle(() => (globalThis as unknown as { keySessions: MediaKeySession[] }).keySessions);

test('the bar has the storyboard alone: its pictures are not asked for', async ({ page, t }) => {
  const lists: string[] = [];
  page.on('request', (request) => request.url().includes('iframes') && lists.push(request.url()));
  await play(page, FREE);
  await page.keyboard.press('k');
  await pointAt(page, t('player_seek'), 9);
  await expect(page.locator('.player-thumbnail')).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
  expect(lists).toEqual([]);
});

test.describe('a film with a licence (fa)', () => {
  test.use({ siteLocale: 'fa' });

  test('plays and seeks by one licence; a session that the key system closes is opened again', async ({
    page,
    noise,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await watchSessions(page);
    await play(page, FREE);
    // The film is short, and much has to happen before its end.
    await seek(page, 10);
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(9);
    const video = page.locator('video');
    expect(await video.evaluate((element: HTMLVideoElement) => element.mediaKeys !== null)).toBe(true);
    const decoded = await video.evaluate(
      (element) => 'webkitAudioDecodedByteCount' in element && Number(element.webkitAudioDecodedByteCount),
    );
    expect(decoded).toBeGreaterThan(0);
    const files = requests.filter((path) => /\.(m4s|mp4)$/.test(path));
    expect(files.filter((path) => !/\/h\d{6}\//.test(path))).toEqual([]);
    expect(requests.filter((path) => path.endsWith('/plays/licence'))).toHaveLength(1);

    const sessions = await listSessions(page);
    const source = await video.evaluate((element: HTMLVideoElement) => element.src);
    await sessions.evaluate(([session]) => session?.close());
    await expect(video).not.toHaveAttribute('src', source);
    await framesAdvance(page);
    expect(await time(page)).toBeGreaterThan(9);
    expect(await sessions.evaluate(({ length }) => length)).toBe(2);
    expect(noise.foreign).toEqual([]);
  });
});

for (const locale of ONE_LOCALE) {
  test.describe(`a protected film (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('says why there is no licence, and plays when there is one', async ({ page, t }) => {
      const alert = page.getByRole('dialog', { name: t('player_failed') }).getByRole('alert');
      await refuseLicence(page, 403, 'licence_refused');
      await page.goto(`${FREE}#play`);
      await expect(alert).toHaveText(t('player_failed_licence'));
      await refuseLicence(page, 422, 'licence_challenge');
      await page.getByRole('button', { name: t('player_retry') }).click();
      await expect(alert).toHaveText(t('player_failed_key'));
      await page.unroute(LICENCE);
      await page.getByRole('button', { name: t('player_retry') }).click();
      await framesAdvance(page);
    });
  });
}

for (const screen of ['player_cast', 'player_airplay'] as const) {
  test(`a film with a licence has no button for a screen that it cannot play on (${screen})`, async ({ page, t }) => {
    if (screen === 'player_airplay')
      await page.addInitScript(() => Reflect.set(globalThis, 'WebKitPlaybackTargetAvailabilityEvent', Event));
    const settings = page.getByRole('button', { name: t('player_settings') });
    const button = page.getByRole('button', { name: t(screen) });
    await play(page, FREE);
    // Paused, the controls stay.
    await page.keyboard.press('k');
    await expect(settings).toBeVisible();
    await expect(button).toHaveCount(0);
    // The same page with a film in the clear.
    await page.route('**/get/cart', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { data: { play: object } } };
      Object.assign(body.data.data.play, { protected: false });
      await route.fulfill({ response: answer, json: body });
    });
    await play(page, FREE);
    await page.keyboard.press('k');
    await expect(button).toBeVisible();
  });
}

test.describe('a film that cannot be opened (fa)', () => {
  test.use({ siteLocale: 'fa' });

  test('says that the licence server is down, or that the browser lacks its key system', async ({ page, t }) => {
    const alert = page.getByRole('dialog', { name: t('player_failed') }).getByRole('alert');
    await refuseLicence(page, 502, 'licence_unreachable');
    await page.goto(`${FREE}#play`);
    await expect(alert).toHaveText(t('player_failed_licence_server'));
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('none', 'NotSupportedError'));
      Object.defineProperty(Navigator.prototype, 'requestMediaKeySystemAccess', { value: refuse });
    });
    await page.getByRole('button', { name: t('player_retry') }).click();
    await expect(alert).toHaveText(t('player_failed_key_system'));
  });
});
