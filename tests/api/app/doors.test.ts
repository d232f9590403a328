import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { getGateways } from '../../../src/features/checkout/contract.ts';
import { refuseUnsafeCron } from '../../../src/app/refuse-unsafe.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { parseAnswer, parseFailure, listen } from '../../support/site/api.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { openPlatform } from '../../support/site/platform.ts';

/** All lines of this file's log: some are written once in the life of a Worker. */
const lines: string[] = [];
const log = vi.spyOn(console, 'error').mockImplementation((...texts) => lines.push(texts.map(String).join(' ')));
const platform = await openPlatform({ DEMO_HOSTS: 'demo.example' });
const PAGE = 'x-page-path';
const worker = createWorker((request) => {
  const headers = { 'content-type': 'text/html', [PAGE]: new URL(request.url).pathname };
  return Promise.resolve(new Response('a page', { headers }));
});
afterAll(async () => {
  log.mockRestore();
  await platform.dispose();
});
beforeEach(() => {
  log.mockClear();
});

const PUBLIC = 'https://pardeh.example';
/** A site that is for sale, as its operator sets it. */
const REAL: Partial<Env> = {
  DEMO: '',
  SITE_URL: PUBLIC,
  PAYMENT_GATEWAYS: 'saman',
  SEP_TERMINAL_ID: 'terminal',
  MANDATE_PROVIDER: '',
  SMS_PROVIDER: '',
};
const request = (url: string, vars: Partial<Env> = {}, init: RequestInit = {}) =>
  worker(new Request(url, init), { ...platform.env, ...vars }, platform.ctx);
const requestCode = (origin: string, vars: Partial<Env>, mobile = '09121234567') => {
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.7' };
  const body = JSON.stringify({ mobile });
  return request(`${origin}/api/v1/login/send-code`, vars, { method: 'POST', headers, body });
};
const written = async () => {
  const counts = ['outbox', 'login_codes', 'login_devices'].map((table) => `(SELECT count(*) FROM ${table})`).join('+');
  return platform.env.DB.prepare(`SELECT ${counts} AS rows`).first<number>('rows');
};

const DOORS = ['/api/v1/dev/inbox', '/api/v1/dev/gateway/x'];

describe('the demo doors', () => {
  it.each([
    'http://localhost:4321',
    'http://127.0.0.1',
    'http://[::1]:9',
    'https://demo.example',
    'https://DEMO.example.',
  ])('are open at %s', async (origin) => {
    expect((await request(`${origin}/api/v1/dev/inbox`)).status).toBe(200);
    expect(await parseFailure(await request(`${origin}/api/v1/dev/gateway/x`))).toMatchObject({
      code: 'payment_unknown',
    });
    const { data } = await parseAnswer(getGateways, await request(`${origin}/api/v1/get/app/gateways`));
    expect(data.data.map(({ id }) => id)).toEqual(['sandbox']);
  });

  it.each<[string, Partial<Env>]>([
    ['a host that is not listed', { SITE_URL: 'https://demo.example' }],
    ['a public site, also by the name localhost', { SITE_URL: PUBLIC }],
    ['no DEMO', { SITE_URL: PUBLIC, DEMO: '' }],
    ['another DEMO', { SITE_URL: PUBLIC, DEMO: 'true' }],
  ])('are closed with %s, whatever the method', async (_, vars) => {
    const origins = ['https://evil.example', 'https://localhost.evil.example', PUBLIC];
    if (vars.SITE_URL === PUBLIC) origins.push('http://localhost', 'http://127.0.0.1', 'https://demo.example');
    for (const origin of origins) {
      for (const path of DOORS) {
        expect(await parseFailure(await request(origin + path, vars)), origin).toMatchObject({
          status: 404,
          code: 'not_found',
        });
        const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"action":"pay"}' };
        expect(await parseFailure(await request(origin + path, vars, post)), origin).toMatchObject({
          code: 'not_found',
        });
      }
      const { data } = await parseAnswer(getGateways, await request(`${origin}/api/v1/get/app/gateways`, vars));
      expect(data.data, origin).toEqual([]);
      expect(await parseFailure(await requestCode(origin, vars)), origin).toMatchObject({
        status: 503,
        code: 'sms_unavailable',
      });
    }
    expect(await written()).toBe(0);
    expect(String(log.mock.calls.at(-1))).toContain('SMS_PROVIDER');
  });
});

describe('the pages of /dev', () => {
  const pages = ['/dev', '/dev/inbox', '/dev/gateway/x', '/dev/what-is-none'];
  const OWN: Partial<Env> = { API_BASE_URL: '' };
  const PROVIDER: Partial<Env> = { API_BASE_URL: 'https://provider.invalid/api/v1' };
  /** The path that the page was rendered for, also where the edge has it. */
  const renderedFor = async (origin: string, path: string, vars: Partial<Env>, method: string) => {
    const response = await request(origin + path, vars, { method });
    return response.headers.get(PAGE);
  };

  it.each([OWN, PROVIDER])(
    'are the page of what is not found outside the demo, whatever the method (%j)',
    async (mode) => {
      for (const vars of [{ SITE_URL: PUBLIC }, { SITE_URL: PUBLIC, DEMO: '' }]) {
        for (const origin of [PUBLIC, 'https://evil.example', 'http://localhost', 'https://demo.example']) {
          for (const path of pages) {
            for (const method of ['GET', 'HEAD', 'POST']) {
              const label = `${method} ${origin}${path}`;
              expect(await renderedFor(origin, path, { ...mode, ...vars }, method), label).toBe('/404');
            }
          }
        }
      }
    },
  );

  it.each([OWN, PROVIDER])('are there in the demo (%j)', async (mode) => {
    for (const origin of ['http://localhost:4321', 'https://demo.example']) {
      expect(await renderedFor(origin, '/dev/inbox', mode, 'GET'), origin).toBe('/dev/inbox');
    }
    expect(await renderedFor('https://demo.example', '/device', { SITE_URL: PUBLIC }, 'GET')).toBe('/device');
  });

  it('ask the provider in provider mode, and write and read nothing here', async () => {
    const paths: string[] = [];
    const provider = await listen((request) => {
      paths.push(new URL(request.url).pathname);
      return Promise.resolve(Response.json({ data: [] }));
    });
    try {
      const bare = { API_BASE_URL: `${provider.url}/api/v1`, DB: failing(platform.env.DB, { matching: /./ }) };
      // A provider of the specification has no such door; one that speaks ours is named.
      expect((await request('http://localhost/api/v1/dev/inbox', bare)).status).toBe(404);
      expect(paths).toEqual([]);
      const vars = { ...bare, PROVIDER_CALLS: 'getInbox' };
      expect((await request('http://localhost/api/v1/dev/inbox', vars)).status).toBe(200);
      expect(paths).toEqual(['/api/v1/dev/inbox']);
      expect((await request(`${PUBLIC}/api/v1/dev/inbox`, { ...vars, SITE_URL: PUBLIC })).status).toBe(404);
      expect(paths).toHaveLength(1);
    } finally {
      await provider.close();
    }
  });
});

describe('a site on unsafe settings', () => {
  it.each<[keyof Env, Partial<Env>]>([
    ['MANDATE_PROVIDER', { MANDATE_PROVIDER: 'sandbox' }],
    ['PAYMENT_GATEWAYS', { PAYMENT_GATEWAYS: 'saman,sandbox' }],
    ['PAYMENT_GATEWAYS', { PAYMENT_GATEWAYS: 'nobank' }],
    ['DEMO', { DEMO: '1' }],
    ['SEP_TERMINAL_ID', { SEP_TERMINAL_ID: '' }],
    ['SITE_URL', { SITE_URL: '' }],
    ['SMS_PROVIDER', { SMS_PROVIDER: 'nobody' }],
    ['VANDAR_TOKEN', { MANDATE_PROVIDER: 'vandar', VANDAR_BUSINESS: 'business' }],
    ['SITE_URL', { SITE_URL: 'pardeh.example' }],
    ['API_BASE_URL', { API_BASE_URL: 'api.pardeh.example/api/v1' }],
    ['MEDIA_BASE_URL', { MEDIA_BASE_URL: '//media.pardeh.example' }],
    ['PAYMENT_RELAY_BASE', { PAYMENT_RELAY_BASE: 'relay.example', PAYMENT_RELAY_SECRET: 'secret' }],
    ['SMS_API_BASE', { SMS_PROVIDER: 'kavenegar', KAVENEGAR_KEY: 'k', SMS_TEMPLATE: 't', SMS_API_BASE: 'sms' }],
  ])('answers nothing but 503, which names %s (%j)', async (setting, vars) => {
    const settings = { ...REAL, ...vars };
    for (const path of [
      '/',
      '/movie/52',
      '/media/v/x/y',
      '/api/v1/genres',
      '/sitemap.xml',
      '/dev/inbox',
      '/robots.txt',
    ]) {
      for (const method of ['GET', 'POST']) {
        const response = await request(PUBLIC + path, settings, { method });
        expect(response.status, path).toBe(503);
        expect(response.headers.get('cache-control'), path).toBe('no-store');
        const isPage = !/^\/(api|media)\//.test(path);
        expect(response.headers.get('content-type'), path).toContain(isPage ? 'text/html' : 'application/json');
        const text = await response.text();
        expect(text, path).toContain(setting);
        if (isPage) for (const language of ['lang="fa"', 'lang="en"']) expect(text).toContain(language);
      }
    }
    expect(await parseFailure(await requestCode(PUBLIC, settings))).toMatchObject({
      code: 'site_unsafe',
      fields: [setting],
    });
    expect(await written()).toBe(0);
  });

  it('says why once in the log, without the values of settings', async () => {
    const settings = { ...REAL, SMS_PROVIDER: 'smsir', SMSIR_KEY: 'a-secret-key', SMS_TEMPLATE: '' };
    for (let times = 0; times < 3; times += 1) await request(PUBLIC, settings);
    expect(log.mock.calls.map(String)).toEqual(['the site does not run: SMS_TEMPLATE is not set, and smsir needs it']);
  });

  it('runs as soon as they are right', async () => {
    expect((await request(`${PUBLIC}/profile/faq`, REAL)).status).toBe(200);
    expect((await request(`${PUBLIC}/api/v1/get/app/gateways`, REAL)).status).toBe(200);
    expect(log).not.toHaveBeenCalled();
  });
});

describe("a site's own address", () => {
  it('is what SMS name, never the host that was asked', async () => {
    const SITE_URL = 'https://demo.example/';
    for (const [origin, mobile] of [
      ['http://localhost:4321', '09121234561'],
      ['http://127.0.0.1', '09121234562'],
    ] as const) {
      expect((await requestCode(origin, { SITE_URL }, mobile)).status).toBe(200);
      const query = platform.env.DB.prepare('SELECT text FROM outbox WHERE mobile = ?').bind(mobile);
      const text = await query.first<string>('text');
      expect(text).toContain('demo.example');
      expect(text).not.toMatch(/localhost|127\.0/);
    }
  });
});

describe('a caller without an address', () => {
  const calls = [
    ['/login/send-code', { mobile: '09121234567' }],
    ['/login', { mobile: '09121234567', password: '1234' }],
    ['/rooms', { kind: 'movie', id: 10 }],
  ] as const;
  const post = (path: string, body: unknown, headers: Record<string, string>, vars: Partial<Env> = {}) =>
    request(
      `${PUBLIC}/api/v1${path}`,
      { ...REAL, ...vars },
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      },
    );

  it.each(calls)('is refused %s outside the demo, and the log names the setting', async (path, body) => {
    for (const headers of [
      {},
      { 'cf-connecting-ip': 'nobody' },
      { 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.1' },
    ] as Record<string, string>[]) {
      expect(await parseFailure(await post(path, body, headers))).toMatchObject({
        status: 503,
        code: 'address_unknown',
      });
    }
    expect(await written()).toBe(before);
    expect(lines.filter((line) => line.includes('CLIENT_ADDRESS_HEADER'))).toHaveLength(1);
  });

  it.each(calls)('is let through to %s as soon as the address is known', async (path, body) => {
    const header = await post(path, body, { 'x-real-ip': '192.0.2.1' }, { CLIENT_ADDRESS_HEADER: 'x-real-ip' });
    const socket = await post(path, body, {}, { CLIENT_ADDRESS_HEADER: '', SOCKET_ADDRESS: '192.0.2.1' });
    for (const response of [header, socket]) expect((await parseFailure(response)).code).not.toBe('address_unknown');
  });

  let before: number | null;
  beforeEach(async () => {
    before = await written();
  });
});

describe('the cron', () => {
  it('does not run on unsafe settings, and does in the demo and on safe ones', () => {
    expect(refuseUnsafeCron({ ...platform.env, ...REAL, MANDATE_PROVIDER: 'sandbox' })).toBe(true);
    expect(refuseUnsafeCron({ ...platform.env, ...REAL, SITE_URL: '' })).toBe(true);
    expect(refuseUnsafeCron({ ...platform.env, DEMO: '' })).toBe(true);
    expect(refuseUnsafeCron({ ...platform.env, ...REAL })).toBe(false);
    expect(refuseUnsafeCron(platform.env)).toBe(false);
  });
});

it('npm start, npm run dev and the tests set the demo for themselves; wrangler.toml leaves all doors closed', async () => {
  const { unstable_readConfig } = await import('wrangler');
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' }) as unknown as { vars: Record<string, string> };
  for (const name of Object.keys(DEMO_VARS)) expect(vars[name], name).toBe('');
  expect(vars['SITE_URL']).toBe('');
});
