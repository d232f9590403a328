// @module-tag full
import type { Page } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { signInByForm } from '../../support/browser/sign-in-by-form.ts';
import { EPISODE } from '../../support/browser/watching.ts';

const SETTINGS = '/api/v1/my/settings';
const OWN = {
  ...{ autoplay: false, data_saver: true },
  ...{ subtitle_size: 'huge', subtitle_colour: 'yellow', subtitle_background: 'solid' },
};
const DEFAULTS = {
  ...{ autoplay: true, data_saver: false },
  ...{ subtitle_size: 'medium', subtitle_colour: 'white', subtitle_background: 'half' },
};

let logins = 0;
/** Signs a new account in by the form of the page that is open, as a visitor does. */
async function signInNew(page: Page, t: Parameters<typeof signInByForm>[2]): Promise<void> {
  logins += 1;
  const mobile = `0935${String((Date.now() % 1_000_000) * 10 + logins).padStart(7, '0')}`;
  await signInByForm(page, mobile, t);
  await expect(page).toHaveURL('/genres');
}

const readSettings = async (page: Page) =>
  ((await (await page.request.get(SETTINGS)).json()) as { data: Record<string, unknown> }).data;

/** An account that has changed all there is, and has watched with it. */
async function watchAsFirst(page: Page, t: Parameters<typeof signInNew>[1]): Promise<void> {
  await page.goto('/login?redirect=/genres');
  await signInNew(page, t);
  const headers = { origin: new URL(page.url()).origin };
  expect((await page.request.post(SETTINGS, { data: OWN, headers })).ok()).toBe(true);
  await page.goto(EPISODE);
  await page.getByRole('main').locator('[data-modal=player]').first().click();
  const player = page.getByRole('dialog').getByRole('region');
  await expect(player).toHaveAttribute('data-subtitle-size', 'huge');
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player'))).toContain('"dataSaver":true');
  expect(await page.evaluate(() => document.cookie)).toContain('save_data=1');
}

/** Plays while the account's settings do not answer: only what the browser keeps is shown. */
async function expectNothingOfFirst(page: Page): Promise<void> {
  await page.route(`**${SETTINGS}`, (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
  const masters: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/master.m3u8') && masters.push(new URL(request.url()).search),
  );
  await page.goto(EPISODE);
  await page.getByRole('main').locator('[data-modal=player]').first().click();
  const player = page.getByRole('dialog').getByRole('region');
  await expect(player).toHaveAttribute('data-subtitle-size', 'medium');
  await expect(player).toHaveAttribute('data-subtitle-colour', 'white');
  await expect(player).toHaveAttribute('data-subtitle-background', 'half');
  // By itself it plays only where the account's answer says so.
  await page.keyboard.press('k');
  await framesAdvance(page);
  expect(new Set(masters)).toEqual(new Set(['']));
  expect(await page.evaluate(() => document.cookie)).not.toContain('save_data=1');
  expect(await readSettings(page)).toMatchObject(DEFAULTS);
  await page.unroute(`**${SETTINGS}`);
}

test('of an account that has signed out nothing is shown to the next one, nor written to it', async ({ page, t }) => {
  await watchAsFirst(page, t);
  await page.goto('/genres');
  await page.getByRole('button', { name: t('account_menu') }).click();
  await page
    .locator('#account')
    .getByRole('button', { name: t('account_logout') })
    .click();
  await expect(page.getByRole('link', { name: t('account_login') })).toBeVisible();
  // The link is in the HTML; the page's script forgets after it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player'))).toBeNull();
  expect(await page.evaluate(() => document.cookie)).not.toContain('save_data');
  await page.goto('/login?redirect=/genres');
  await signInNew(page, t);
  await expectNothingOfFirst(page);
});

test('an account that signs in over another, from a page that was open before, begins with nothing of it', async ({
  page,
  context,
  t,
}) => {
  const other = await context.newPage();
  await other.goto('/login?redirect=/genres');
  await watchAsFirst(page, t);
  // Progress that the first account could not send.
  await page.evaluate(() => localStorage.setItem('progress:own:52', '{"state":{},"unsent":{}}'));
  await signInNew(other, t);
  expect(await other.evaluate(() => localStorage.getItem('progress:own:52'))).toBeNull();
  // The first one's player is still open in its page, and changes what it has.
  await page.keyboard.press('c');
  await expect.poll(() => other.evaluate(() => localStorage.getItem('player'))).toContain('"size":"medium"');
  await expectNothingOfFirst(other);
});

test('settings that come after another account has signed in are not its', async ({ page, context, t }) => {
  const other = await context.newPage();
  await other.goto('/login?redirect=/genres');
  await watchAsFirst(page, t);
  const gate = Promise.withResolvers<null>();
  await page.route(`**${SETTINGS}`, async (route) => {
    const answer = await route.fetch();
    await gate.promise;
    await route.fulfill({ response: answer });
  });
  const request = page.waitForRequest(`**${SETTINGS}`);
  await page.goto(`${EPISODE}#play`);
  await request;
  const response = page.waitForResponse(`**${SETTINGS}`);
  await signInNew(other, t);
  gate.resolve(null);
  await response;
  await expectNothingOfFirst(other);
  expect(await other.evaluate(() => localStorage.getItem('player') ?? '')).not.toContain('"size":"huge"');
});
