import { afterAll, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app/api.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { dumpTables } from '../../support/database/dump.ts';
import { openMoney, sell, FILM } from '../../support/money/money.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openPlatform } from '../../support/site/platform.ts';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const platform = await openPlatform();
const site = openMoney(platform);
await sell(platform.env.DB, site.clock.now);
const worker = createWorker(() => Promise.resolve(new Response('page')));
afterAll(async () => {
  log.mockRestore();
  await platform.dispose();
});

/** GETs that may write, each with the reason why another site that has one opened gains nothing. */
const WRITING: Record<string, string> = {
  '/get/user': 'the session of the visitor, who is here, lasts longer: what every visit does',
  '/logout': 'refused unless a page of this site asks (origin-check.ts)',
  '/account/export': 'spends a budget; refused unless a page of this site asks (origin-check.ts)',
  '/payments/return/:gateway/:id': "a bank's way back: what it says is verified with the bank",
  '/directdebit/return/:id': "a bank's way back: what it says is verified with the bank",
};

const routes = [
  ...new Set(
    createApp()
      .routes.filter(({ method }) => method === 'GET')
      .map(({ path }) => path),
  ),
].map((path) => path.slice(API_BASE.length));

const dump = async () => JSON.stringify(await dumpTables(platform.env.DB));

const fill = (path: string) =>
  path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => (name === 'kind' ? 'movie' : String(FILM.id)));

it('knows all GETs that may write, and no other', () => {
  for (const path of Object.keys(WRITING)) expect(routes).toContain(path);
  expect(routes.length).toBeGreaterThan(40);
});

it.each(routes.filter((path) => !(path in WRITING)))(
  'GET %s changes nothing, for its owner by a link from another site',
  async (path) => {
    const who = await site.visitor({ subscribedUntil: site.clock.now + 1e9 });
    const headers = {
      cookie: `__Host-session=${who.token}; __Host-guest=0123456789abcdefghij`,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    };
    const before = await dump();
    for (const method of ['GET', 'HEAD']) {
      for (const query of ['', '?id=10&amount=10000&query=film&purpose=title&kind=movie&items=901']) {
        const request = new Request(ORIGIN + API_BASE + fill(path) + query, { method, headers });
        const response = await worker(request, site.env, platform.ctx);
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(600);
      }
    }
    expect(await dump()).toBe(before);
  },
);

it.each(['GET', 'HEAD'])('%s /logout by a link from another site, or typed, leaves the session', async (method) => {
  const who = await site.visitor();
  const before = await dump();
  for (const fetchSite of ['cross-site', 'same-site', 'none', undefined]) {
    const headers = {
      cookie: `__Host-session=${who.token}`,
      ...(fetchSite !== undefined && { 'sec-fetch-site': fetchSite }),
    };
    const response = await worker(new Request(`${ORIGIN}/api/v1/logout`, { method, headers }), site.env, platform.ctx);
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  }
  expect(await dump()).toBe(before);
  const headers = { cookie: `__Host-session=${who.token}`, 'sec-fetch-site': 'same-origin' };
  await worker(new Request(`${ORIGIN}/api/v1/logout`, { method: 'GET', headers }), site.env, platform.ctx);
  expect(await dump()).not.toBe(before);
});

it.each(['/%6Cogout', '/log%6Fut', '//logout', '/get/charge%5Fwallet?amount=10000', '/%6Cogin'])(
  'a link from another site to %s does nothing and hands out nothing',
  async (path) => {
    const who = await site.visitor();
    const before = await dump();
    for (const method of ['GET', 'POST']) {
      const headers = { cookie: `__Host-session=${who.token}`, 'sec-fetch-site': 'cross-site' };
      const response = await worker(new Request(ORIGIN + API_BASE + path, { method, headers }), site.env, platform.ctx);
      expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
    }
    expect(await dump()).toBe(before);
  },
);
