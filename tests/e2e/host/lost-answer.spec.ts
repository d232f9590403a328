// @module-tag full
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import type { Page } from '@playwright/test';
import { VARS } from '../../../tools/lib/test-server.ts';
import { startNodeServer } from '../../../tools/node-server/node-server.ts';
import { SEEDED_DATA } from '../../../tools/node-server/test-server.ts';
import { createAccount } from '../../support/browser/account.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { digits, MONTH, payAtBank, pressPay } from '../../support/browser/paying.ts';

/** The answer to a purchase is lost after the server has made it, and the visitor presses again two minutes later. */
const FOLDER = '.wrangler/lost-answer';
const CLOCK = resolve(FOLDER, 'clock');
const URL_PORT = Number(process.env['TEST_PORT'] ?? 4399) + 60;
const SITE = `http://localhost:${String(URL_PORT)}`;
const MINUTES = 2 * 60 * 1000;
const FUNDS = 300_000;
const FILM = { id: 126, path: '/movie/126', total: 53_900 };
let server: Awaited<ReturnType<typeof startNodeServer>>;

test.use({ baseURL: SITE });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(SEEDED_DATA, `${FOLDER}/data`, { recursive: true });
  writeFileSync(CLOCK, '0');
  const vars = parseEnv(readFileSync(VARS, 'utf8')) as Record<string, string>;
  const preload = pathToFileURL(resolve('tests/support/faults/shifted-clock.mjs')).href;
  const clock = { CLOCK_FILE: CLOCK, NODE_OPTIONS: `--import=${preload}`, CLIENT_ADDRESS_HEADER: 'cf-connecting-ip' };
  server = await startNodeServer({ data: `${FOLDER}/data`, port: URL_PORT, vars: { ...vars, ...clock } });
});

test.afterAll(() => server.stop());

const passMinutes = () => writeFileSync(CLOCK, String(Number(readFileSync(CLOCK, 'utf8')) + MINUTES));

/** The server answers the next POST to this path, and the browser never receives the answer. */
async function loseAnswer(page: Page, path: string): Promise<() => Promise<void>> {
  let lose = (): void => undefined;
  const lost = new Promise<void>((done) => (lose = done));
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    const answer = await route.fetch({ maxRedirects: 0 });
    expect(answer.status()).toBeLessThan(400);
    await route.abort('connectionreset');
    lose();
  });
  return () => lost;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled });

    test('a plan from the wallet is charged once, though the page is loaded again', async ({
      page,
      context,
      signIn,
    }) => {
      await signIn();
      const account = createAccount(context, SITE);
      await account.press((await account.charge(FUNDS)).bank, 'pay');
      const choose = async () => {
        await page.goto(`/plan/${String(MONTH.id)}`);
        await page.getByRole('radio', { name: /کیف پول/ }).check();
      };
      await choose();
      const lost = await loseAnswer(page, `/plan/${String(MONTH.id)}`);
      await pressPay(page, 'fa', MONTH.total);
      await lost();
      // The browser says by a page of its own that there is no answer; the next visit begins after it.
      await expect(page).toHaveURL(/^chrome-error:/);
      expect(await account.credit()).toBe(FUNDS - MONTH.total);
      passMinutes();
      await choose();
      await pressPay(page, 'fa', MONTH.total);
      await expect(page).toHaveURL(/\/callback\?payment=/);
      expect(await account.credit()).toBe(FUNDS - MONTH.total);
      // Its result was shown: the next one is another purchase.
      passMinutes();
      await choose();
      await pressPay(page, 'fa', MONTH.total);
      await expect(page).toHaveURL(/\/callback\?payment=/);
      expect(await account.credit()).toBe(FUNDS - 2 * MONTH.total);
    });
  });
}

test('a title and a charge, by islands: the same key after a reload', async ({ page, context, signIn, t }) => {
  await signIn();
  const account = createAccount(context, SITE);
  await account.press((await account.charge(FUNDS)).bank, 'pay');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/payments\/title$|\/charge_wallet$/.test(request.url()))
      keys.push(request.headers()['idempotency-key']);
  });
  const pay = async () => {
    await page.goto(`${FILM.path}#content`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(t('method_wallet')) }).check();
    await dialog.getByRole('button', { name: t('buy_pay', { amount: digits('fa', FILM.total) }) }).click();
  };
  const lost = await loseAnswer(page, '/api/v1/payments/title');
  await pay();
  await lost();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  passMinutes();
  await page.getByRole('button', { name: t('buy_pay', { amount: digits('fa', FILM.total) }) }).click();
  await expect(page.getByRole('button', { name: t('buy_pay', { amount: digits('fa', FILM.total) }) })).toBeHidden();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/);
  expect(await account.credit()).toBe(FUNDS - FILM.total);

  const charge = async (from: string) => {
    await page.goto(from);
    await page.getByRole('textbox', { name: t('credit_amount') }).fill('20000');
    await page.getByRole('button', { name: t('credit_buy') }).click();
  };
  const chargeLost = await loseAnswer(page, '/api/v1/get/charge_wallet');
  await charge('/profile#credit');
  await chargeLost();
  passMinutes();
  // Another page, so that nothing is left but what the browser keeps.
  await charge('/payments#credit');
  await payAtBank(page, 'fa');
  expect(keys[3]).toBe(keys[2]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(await account.credit()).toBe(FUNDS - FILM.total + 20_000);
});
