import { serveDirectly } from '../../../tools/lib/serve.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { listen } from '../../support/site/api.ts';
import { codeFor, expect, test } from '../../support/browser/fixtures.ts';

/**
 * Provider mode: the API alone on one port, and the site with an empty database of its own on another. The pages can
 * only have their content through API_BASE_URL.
 */
const SITE_PORT = 4398;
const SITE = `http://localhost:${String(SITE_PORT)}`;

let catalogue: CatalogueFixture;
let provider: Awaited<ReturnType<typeof listen>>;
let site: Awaited<ReturnType<typeof serveDirectly>>;
const calls: string[] = [];
const cookies: string[] = [];
const INSTALL_URL = 'https://install.example/app';
/** Fields of the provider's user records. */
let showApp = '1';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  catalogue = await openCatalogue(Math.floor(Date.now() / 1000));
  // The operator's details may be kept for seconds (docs/pages.md), so the link is there before the first page.
  await catalogue.env.DB.prepare(
    "UPDATE settings SET value = json_set(value, '$.install_url', ?) WHERE key = 'app_details'",
  )
    .bind(INSTALL_URL)
    .run();
  provider = await listen(async (request) => {
    const url = new URL(request.url);
    calls.push(`${request.method} ${url.pathname}`);
    const cookie = request.headers.get('cookie');
    if (cookie !== null) cookies.push(cookie);
    const init = {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'GET' ? {} : { body: await request.arrayBuffer() }),
    };
    const path = url.pathname.replace('/api/v1', '') + url.search;
    return catalogue.request(path, init, { ...catalogue.env, SHOW_APP: showApp });
  });
  site = await serveDirectly({
    port: SITE_PORT,
    stateDir: '.wrangler/provider-state',
    envFile: '.wrangler/test.vars',
    vars: { API_BASE_URL: `${provider.url}/api/v1`, PROVIDER_CALLS: '*', SMS_PROVIDER: 'outbox' },
  });
});

test.afterAll(async () => {
  await site.stop();
  await provider.close();
  await catalogue.dispose();
});

test('the same pages show what the provider has', { tag: '@full' }, async ({ page, t }) => {
  await page.goto(`${SITE}/movie/52`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('جدایی نادر از سیمین');
  await page.goto(`${SITE}/genres/drama`);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page
    .getByRole('button', { name: t('shell_search') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: t('shell_search') });
  await sheet.getByRole('combobox').pressSequentially('جدايي');
  await expect(sheet.getByRole('option').first()).toBeVisible();
  expect(calls).toContain('GET /api/v1/ghost/get/getSearchQuick');
});

test('login works against the provider; its token stays in the cookie and no cookie reaches it', async ({
  page,
  context,
  mobile,
  t,
}) => {
  await page.goto(`${SITE}/profile`);
  await page.getByRole('textbox', { name: t('login_mobile_label') }).fill(mobile);
  await page.getByRole('button', { name: t('login_send') }).click();
  const code = page.getByRole('textbox', { name: t('login_code_label') });
  await expect(code).toBeVisible();
  await code.pressSequentially(await codeFor(context, mobile, SITE));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account_menu'));
  expect(calls).toContain('POST /api/v1/login');
  expect(await page.evaluate(() => document.cookie)).not.toContain('session');
  expect(cookies).toEqual([]);
});

test('whose record says show_app 3 is sent straight to the install link (spec 6.05)', async ({ request }) => {
  const before = await request.get(`${SITE}/app`, { maxRedirects: 0 });
  expect(before.status()).toBe(200);
  expect(await before.text()).toContain(INSTALL_URL);
  // A visitor's own record is never kept: no waiting here.
  showApp = '3';
  const answer = await request.get(`${SITE}/app`, { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()['location']).toBe(INSTALL_URL);
});

test('a provider that is gone is an error with a way to try again, not a broken page', async ({ page, t }) => {
  await provider.close();
  const response = await page.goto(`${SITE}/movie/53`);
  expect(response?.status()).toBe(502);
  await expect(page.getByRole('link', { name: t('try_again') })).toBeVisible();
});
