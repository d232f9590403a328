import { spawn, type ChildProcess } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { test as withoutBrowser } from '@playwright/test';
import * as v from 'valibot';
import { codeFor, expect, framesAdvance, test } from '../support/browser/fixtures.ts';
import { createAccount } from '../support/browser/account.ts';
import { payAtBank } from '../support/browser/paying.ts';
import { getCart } from '../../src/features/paywall/contract.ts';
import { tryToLeave, watchNetwork, type NetworkWatch } from './network-watch.ts';

/** The packed archive in a machine without a network: `ARCHIVE` is its folder, `DATA` a data folder with the demo. */
const { ARCHIVE = '', DATA = '', PARDEH_URL = '' } = process.env;
const SETTINGS = {
  ...{ DEMO: '1', SMS_PROVIDER: 'outbox', PAYMENT_GATEWAYS: 'sandbox', MANDATE_PROVIDER: 'sandbox' },
  ...{ CLIENT_ADDRESS_HEADER: 'cf-connecting-ip', MEDIA_SIGNING_KEY: 'the-key-of-the-blackout-drill' },
};
const SOLD = 39;

async function startSite(more: readonly string[] = []): Promise<() => Promise<void>> {
  const args = ['start', '--data', DATA, '--port', new URL(PARDEH_URL).port, ...more];
  // Only the archive: nothing of this checkout is on the path.
  const env = { PATH: '/usr/bin:/bin', ...SETTINGS };
  const server: ChildProcess = spawn(`${ARCHIVE}/pardeh`, args, {
    env,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => server.once('exit', done));
  await new Promise<void>((done, fail) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (text.includes('"message":"started"')) done();
    });
    void ended.then((code) => fail(new Error(`The site ended with ${String(code)}: ${log}`)));
  });
  return async () => {
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
}

let network: NetworkWatch;
let stopSite: () => Promise<void>;
test.beforeAll(async () => {
  network = await watchNetwork();
});
test.afterAll(async () => {
  network.close();
  await stopSite();
});

withoutBrowser(
  'on IPv6 the site answers at ::1, and neither a packet nor a lookup tries to leave while it starts, serves and ends',
  async () => {
    await tryToLeave();
    expect(network.takeNames()).toContain('probe.pardeh.example');
    const lost = network.countLost();
    expect(lost.ipv6).toBeGreaterThan(0);
    stopSite = await startSite(['--host', '::1']);
    const site = `http://[::1]:${new URL(PARDEH_URL).port}`;
    for (const path of ['/', '/movie/52', '/api/v1/genres', '/healthz', '/live/401', '/sitemap.xml']) {
      const answer = await fetch(site + path);
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.arrayBuffer();
    }
    const codeAnswer = await fetch(`${site}/api/v1/login/send-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site, 'cf-connecting-ip': '2001:db8::2' },
      body: JSON.stringify({ mobile: '09120009999' }),
    });
    expect(codeAnswer.status).toBe(200);
    await stopSite();
    expect(network.takeNames()).toEqual([]);
    expect(network.countLost()).toEqual(lost);
  },
);

test('without a network the site starts, signs in, sells, plays, gives files, is live and starts again', async ({
  page,
  context,
  mobile,
  t,
  noise,
}) => {
  expect(Object.keys(networkInterfaces())).toEqual(['lo']);
  // The watch sees what it is there for.
  await tryToLeave();
  expect(network.takeNames()).toContain('probe.pardeh.example');
  const lost = network.countLost().ipv4;
  expect(lost).toBeGreaterThan(0);

  stopSite = await startSite();
  await page.goto('/');
  await expect(page.getByRole('heading').first()).toBeVisible();

  await page.goto('/login');
  await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
  await page.getByRole('button', { name: t('login_send') }).click();
  const code = page.getByRole('textbox', { name: t('login_code_label') });
  await expect(code).toBeFocused();
  await code.pressSequentially(await codeFor(context, mobile, PARDEH_URL));
  await expect(page).not.toHaveURL(/login/);

  const account = createAccount(context, PARDEH_URL);
  await page.goto((await account.charge(500_000)).bank);
  await payAtBank(page, 'fa');
  expect(await account.credit()).toBe(500_000);

  await page.goto('/movie/52#play');
  await framesAdvance(page);

  const headers = { origin: PARDEH_URL };
  const cart = async (id: number) => {
    const answer = await context.request.post(`/api/v1${getCart.path}`, { data: { id, type: 'movie' }, headers });
    return v.parse(getCart.output, await answer.json()).data.data.downloads;
  };
  const [file] = await cart(SOLD);
  expect(file).toBeDefined();
  const items = [file?.id];
  const bought = await context.request.post('/api/v1/payments/cart', {
    data: { items, payment_method: 'wallet' },
    headers,
  });
  expect(bought.status()).toBe(200);
  const [owned] = await account.downloads();
  const url = owned?.url ?? '';
  const body = await (await context.request.get(url)).body();
  expect(body.length).toBe(file?.size);
  const part = await context.request.get(url, { headers: { range: 'bytes=1000-1999' } });
  expect([part.status(), part.headers()['content-range']]).toEqual([206, `bytes 1000-1999/${String(body.length)}`]);
  expect(await part.body()).toEqual(body.subarray(1000, 2000));

  await page.goto('/live/401');
  await page
    .getByRole('link', { name: t('live_watch') })
    .or(page.getByRole('button', { name: t('live_watch') }))
    .first()
    .click();
  await framesAdvance(page);

  const credit = await account.credit();
  await stopSite();
  stopSite = await startSite();
  expect(await account.credit()).toBe(credit);
  expect((await account.downloads()).map(({ id }) => id)).toEqual(items);
  await page.goto('/movie/52#play');
  await framesAdvance(page);

  expect(network.takeNames()).toEqual([]);
  expect(network.countLost().ipv4).toBe(lost);
  expect(noise.foreign).toEqual([]);
});
