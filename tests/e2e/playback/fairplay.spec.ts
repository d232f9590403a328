// @module-tag full
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { installFairPlay, serveLicences, type LicenceServer } from '../../support/media/fairplay-stand-in.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { FREE, play, seek, time } from '../../support/browser/watching.ts';

/** The site of an operator with Widevine and FairPlay. The tests' Chromium has no Widevine, and takes the stand-in. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 465;
const SITE = `http://localhost:${String(PORT)}`;
const CERTIFICATE = Uint8Array.from([0x30, 0x82, 1, 0, ...Array.from({ length: 256 }, (_, at) => at)]);
const CERTIFICATE_CALL = '**/api/v1/plays/licence/certificate';
let site: Awaited<ReturnType<typeof servePrepared>>;
let licences: LicenceServer;

test.use({ baseURL: SITE });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  licences = await serveLicences(CERTIFICATE);
  const server = `https://licences.test:${String(licences.port)}`;
  const vars = {
    ...{ MEDIA_ENCRYPTION: 'cbcs', MEDIA_KEY_SECRET: 'a-secret-of-thirty-two-characters-or-more' },
    ...{ LICENCE_WIDEVINE: `${server}/widevine`, LICENCE_FAIRPLAY: `${server}/fairplay` },
    LICENCE_FAIRPLAY_CERTIFICATE: btoa(String.fromCharCode(...CERTIFICATE)),
  };
  const wrapper = resolve('tests/support/workers/rerouted-worker.mjs');
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/fairplay-state', vars, wrapper });
});

test.beforeEach(() => {
  licences.behaviour = 'good';
  licences.requests.length = 0;
});

test.afterAll(async () => {
  await site.stop();
  await licences.stop();
});

/** Paths of the page's requests for licences and certificates. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/plays/licence')) calls.push(pathname);
  });
  return calls;
}

test('a film plays and seeks by one certificate and one licence of FairPlay', async ({ page, noise }) => {
  await installFairPlay(page, CERTIFICATE);
  const calls = watchCalls(page);
  await play(page, FREE);
  await seek(page, 10);
  await framesAdvance(page);
  expect(await time(page)).toBeGreaterThan(9);
  const decoded = await page
    .locator('video')
    .evaluate((element) => 'webkitAudioDecodedByteCount' in element && Number(element.webkitAudioDecodedByteCount));
  expect(decoded).toBeGreaterThan(0);
  expect(calls).toEqual(['/api/v1/plays/licence/certificate', '/api/v1/plays/licence']);
  expect(licences.requests).toEqual(['/fairplay']);
  expect(noise.foreign).toEqual([]);
});

test('a browser without FairPlay says so, and asks for no certificate', async ({ page, t }) => {
  const calls = watchCalls(page);
  await page.goto(`${FREE}#play`);
  const alert = page.getByRole('dialog', { name: t('player_failed') }).getByRole('alert');
  await expect(alert).toHaveText(t('player_failed_key_system'));
  expect(calls).toEqual([]);
});

for (const locale of ONE_LOCALE) {
  test.describe(`a film that FairPlay protects (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('says that the licence is refused or broken, and plays when it is neither', async ({ page, t }) => {
      await installFairPlay(page, CERTIFICATE);
      const alert = page.getByRole('dialog', { name: t('player_failed') }).getByRole('alert');
      licences.behaviour = 'refuse';
      await page.goto(`${FREE}#play`);
      await expect(alert).toHaveText(t('player_failed_licence'));
      licences.behaviour = 'broken';
      await page.getByRole('button', { name: t('player_retry') }).click();
      await expect(alert).toHaveText(t('player_failed_key'));
      licences.behaviour = 'good';
      await page.getByRole('button', { name: t('player_retry') }).click();
      await framesAdvance(page);
      expect(licences.requests.filter((path) => path !== '/fairplay')).toEqual([]);
    });
  });
}

test('a certificate that does not come, or that the key system refuses, has a text', async ({ page, t }) => {
  await installFairPlay(page, CERTIFICATE);
  const alert = page.getByRole('dialog', { name: t('player_failed') }).getByRole('alert');
  const contentType = 'application/json';
  await page.route(CERTIFICATE_CALL, (route) => route.fulfill({ status: 503, body: '{}', contentType }));
  await page.goto(`${FREE}#play`);
  await expect(alert).toHaveText(t('player_failed_licence_server'));
  const body = JSON.stringify({ data: { certificate: 'MIIA' } });
  await page.unroute(CERTIFICATE_CALL);
  await page.route(CERTIFICATE_CALL, (route) => route.fulfill({ body, contentType }));
  await page.getByRole('button', { name: t('player_retry') }).click();
  await expect(alert).toHaveText(t('player_failed_key_system'));
  expect(licences.requests).toEqual([]);
});

test('a licence server that is down has a text', async ({ page, t }) => {
  await installFairPlay(page, CERTIFICATE);
  licences.behaviour = 'down';
  await page.goto(`${FREE}#play`);
  const alert = page.getByRole('dialog', { name: t('player_failed') }).getByRole('alert');
  await expect(alert).toHaveText(t('player_failed_licence_server'));
});
