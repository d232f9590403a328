// @module-tag full
import { expect, test } from '@playwright/test';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { sendOverSocket as ask } from '../../support/browser/send-over-socket.ts';

/** The production build, asked over a plain socket: the Host header and the path go out as they are written here. */

const HOSTS = ['evil.example', 'localhost', 'LOCALHOST:4321', 'localhost.', '127.0.0.1', '[::1]', 'pardeh.example'];
const DOORS = [
  '/dev/inbox',
  '/dev/gateway/x',
  '/api/v1/dev/inbox',
  '/api/v1/dev/gateway/x',
  '/api/v1/dev/%69nbox',
  '/dev//inbox',
];
const PUBLIC = 'https://pardeh.example';
/** As an operator has it who forgot what the demo needs. */
const FORGOTTEN = {
  SITE_URL: PUBLIC,
  SMS_PROVIDER: 'outbox',
  PAYMENT_GATEWAYS: 'sandbox',
  MANDATE_PROVIDER: 'sandbox',
};
const serve = (port: number, vars: Record<string, string>) =>
  servePrepared({ port, stateDir: `.wrangler/doors-${String(port)}`, vars });

for (const [port, DEMO] of [
  [4376, ''],
  [4377, '1'],
] as const) {
  test(`no demo door of a public site opens with DEMO=${DEMO}, whatever the Host header says`, async () => {
    const site = await serve(port, { ...FORGOTTEN, DEMO });
    try {
      for (const host of HOSTS) {
        for (const path of DOORS) {
          const { status, headers, text } = await ask(port, path, { host, accept: 'application/json' });
          const isRedirect = path === '/dev//inbox';
          expect(status, `${host}${path}`).toBe(isRedirect ? 301 : 404);
          if (isRedirect) expect(headers.location).toBe('/dev/inbox');
          expect(text, `${host}${path}`).not.toContain('"code":"1');
        }
        const home = await ask(port, '/', { host });
        expect(home.status, host).toBe(200);
        expect(home.text).toContain(`<link rel="canonical" href="${PUBLIC}/`);
        const map = await ask(port, '/sitemap.xml', { host });
        expect(map.text).toContain(PUBLIC);
        const robots = await ask(port, '/robots.txt', { host });
        expect(robots.text).toContain(`Sitemap: ${PUBLIC}/`);
        for (const { text } of [home, map, robots])
          expect(text, host).not.toMatch(/evil\.example|\/\/localhost|127\.0\.0\.1/i);
        const json = { host, 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.9' };
        const code = await ask(port, '/api/v1/login/send-code', json, 'POST', '{"mobile":"09121234567"}');
        expect([code.status, code.text], host).toEqual([503, expect.stringContaining('sms_unavailable')]);
      }
    } finally {
      await site.stop();
    }
  });
}

test('a site on unsafe settings says so at every door, in both languages, and names the setting', async ({ page }) => {
  const port = 4378;
  const vars = { ...FORGOTTEN, DEMO: '', PAYMENT_GATEWAYS: 'saman', SEP_TERMINAL_ID: '1', SMS_PROVIDER: '' };
  const site = await serve(port, vars);
  try {
    for (const path of ['/', '/movie/52', '/api/v1/genres', '/media/img/none/movie/52/240']) {
      const { status, text } = await ask(port, path, { host: 'pardeh.example' });
      expect(status, path).toBe(503);
      expect(text, path).toContain('MANDATE_PROVIDER');
    }
    const response = await page.goto(`http://localhost:${String(port)}/`);
    expect(response?.status()).toBe(503);
    await expect(page.locator('section[lang="fa"] h1')).toContainText('تنظیم');
    await expect(page.locator('section[lang="en"] code')).toHaveText(['MANDATE_PROVIDER']);
  } finally {
    await site.stop();
  }
});

test('over a socket, no spelling of a path gets past the guard against other sites', async ({ baseURL }) => {
  const port = Number(new URL(baseURL ?? '').port);
  for (const path of [
    '/api/v1/%6Cogout',
    '/api/v1/./logout',
    '/api/v1/x/../logout',
    '//api/v1/logout',
    '/api/v1//logout',
    '/api\\v1\\logout',
    '/%61pi/v1/logout',
    '/api/v1/log%09out',
    '/api/v1/%C1%ACogout',
  ]) {
    const headers = { host: `localhost:${String(port)}`, 'sec-fetch-site': 'cross-site', cookie: '__Host-session=x' };
    const { status, headers: got } = await ask(port, path, headers);
    // 403 where the host itself resolved the path before the Worker saw it: then it has one reading.
    expect([403, 404], path).toContain(status);
    expect(got['set-cookie'], path).toBeUndefined();
  }
});
