import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveDirectly } from '../../../tools/lib/serve.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { SHARED_PAGES } from '../../support/browser/page-kinds.ts';

/** Every page kind in front of an API whose every call fails: the page has the status and the message (spec 8.11). */
const SITE_PORT = Number(process.env['TEST_PORT'] ?? 4399) + 431;
const SITE = `http://localhost:${String(SITE_PORT)}`;
const MESSAGE = 'این بخش امروز بسته است.';
const ENGLISH = 'This part is closed today.';

let status = 503;
let server: Server;
let site: Awaited<ReturnType<typeof serveDirectly>>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = createServer((request, answer) => {
    request.resume();
    answer.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' });
    answer.end(JSON.stringify({ code: 'closed', message: ENGLISH, message_fa: MESSAGE }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = await serveDirectly({
    port: SITE_PORT,
    stateDir: '.wrangler/failed-state',
    envFile: '.wrangler/test.vars',
    vars: {
      API_BASE_URL: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      PROVIDER_CALLS: '*',
    },
  });
});

test.afterAll(async () => {
  await site.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** They are made without a call, or say nothing but that a query is missing. */
const WITHOUT_CALL = ['/search'];
const PATHS = [
  ...SHARED_PAGES.filter((path) => !WITHOUT_CALL.includes(path)),
  '/movie/download/52',
  '/profile/plans',
  '/profile/faq',
  '/plan/1',
  '/magazines-channels',
  '/app/show/52',
];

for (const [failed, pageStatus] of [
  [403, 403],
  [429, 429],
  [451, 451],
  [500, 500],
  [503, 503],
  // The API refuses the site itself: no visitor's session is over.
  [401, 502],
] as const) {
  test(`a call that fails with ${String(failed)} is an error page with ${String(pageStatus)}`, async ({ request }) => {
    status = failed;
    for (const path of PATHS) {
      const answer = await request.get(SITE + encodeURI(path), { headers: { accept: 'text/html' }, maxRedirects: 0 });
      const html = await answer.text();
      expect([path, answer.status(), answer.headers()['retry-after']]).toEqual([path, pageStatus, '7']);
      expect(answer.headers()['cache-control'], path).toContain('no-store');
      expect(html, path).toMatch(new RegExp(`data-(status|error)="${String(pageStatus)}"`));
      // Where the framework's page could not be made, the text is ours.
      if (!html.includes('data-status')) continue;
      expect(html, path).toContain(MESSAGE);
      // The app keeps its viewers.
      expect(html.includes('href="/profile/help'), path).toBe(!path.startsWith('/app/'));
    }
  });
}

test('a redirect of the API leads nowhere: the page is a 502', async ({ request }) => {
  status = 302;
  const answer = await request.get(`${SITE}/genres`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([502, undefined]);
  expect(await answer.text()).toContain('data-status="502"');
});

test('what does not exist stays 404', async ({ request }) => {
  status = 404;
  for (const path of ['/movie/53', '/cast/10186', '/channel/another', '/lives/another']) {
    expect((await request.get(SITE + path)).status(), path).toBe(404);
  }
  // A page that there is, whose call is answered 404: its status is the call's, and nothing keeps it.
  const home = await request.get(`${SITE}/genres`);
  expect([home.status(), home.headers()['cache-control']]).toEqual([404, 'private, no-store']);
  status = 503;
  expect((await request.get(`${SITE}/genres`)).status()).toBe(503);
});

test('somebody reads status and message, and tries again', async ({ page, t }) => {
  status = 429;
  const answer = await page.goto(`${SITE}/genres/drama`);
  expect(answer?.status()).toBe(429);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('۴۲۹');
  await expect(alert).toContainText(MESSAGE);
  await expect(alert.getByRole('link', { name: t('try_again') })).toHaveAttribute('href', '/genres/drama');
});

test('a 401 ends the session that the call was made with, and leads to the login and back (spec 8.03)', async ({
  request,
}) => {
  status = 401;
  const headers = { cookie: '__Host-session=gone; signed_in=1' };
  for (const path of ['/profile', '/payments', '/profile/settings', '/movie/download/52', '/plan/1']) {
    const answer = await request.get(SITE + path, { headers, maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']], path).toEqual([
      303,
      `/login?redirect=${encodeURIComponent(path)}`,
    ]);
    expect(answer.headers()['set-cookie'], path).toContain('__Host-session=;');
  }
});

test('files that a program fetches fail in words where somebody looks, by whatever browser', async ({ request }) => {
  const lookers: Record<string, string>[] = [{ accept: 'text/html,*/*;q=0.8' }, { 'sec-fetch-dest': 'document' }];
  for (const headers of lookers) {
    const answer = await request.get(`${SITE}/media/v/x.y/1/master.m3u8`, { headers });
    expect(answer.status()).toBeGreaterThanOrEqual(400);
    expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain(`data-error="${String(answer.status())}"`);
  }
  const program = await request.get(`${SITE}/media/v/x.y/1/master.m3u8`, { headers: { accept: '*/*' } });
  expect(program.headers()['content-type']).toContain('application/json');
});
