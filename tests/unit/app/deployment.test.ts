import { describe, expect, it } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { closeDemoDoors } from '../../../src/app/close-demo-doors.ts';
import { isDemo, normalizeHost } from '../../../src/platform/http/origin/demo.ts';
import { listUnsafeSettings } from '../../../src/app/unsafe-settings.ts';

const SAFE = {
  API_BASE_URL: '',
  SITE_URL: '',
  DEMO: '',
  DEMO_HOSTS: 'demo.example, ,Preview.Example:8443,[2001:DB8::1]',
  PAYMENT_GATEWAYS: '',
  MANDATE_PROVIDER: '',
  SMS_PROVIDER: '',
  SMS_TEMPLATE: 'template',
  PAYMENT_RELAY_BASE: '',
  PAYMENT_TIMEOUT_MS: '10000',
  ZARINPAL_SANDBOX: '',
  SEP_TERMINAL_ID: 'terminal',
  ZARINPAL_MERCHANT_ID: 'merchant',
  ZIBAL_MERCHANT: 'merchant',
  VANDAR_BUSINESS: 'business',
  VANDAR_TOKEN: 'token',
  KAVENEGAR_KEY: 'key',
  SMSIR_KEY: 'key',
} as unknown as Env;
const env = (vars: Partial<Env>): Env => ({ ...SAFE, ...vars });
const unsafe = (vars: Partial<Env>, host: string | null = 'pardeh.example') =>
  listUnsafeSettings(env(vars), host).map(({ setting }) => setting);
const PUBLIC = { SITE_URL: 'https://pardeh.example' };

describe('the hosts of the demo', () => {
  it.each([
    'localhost',
    'LocalHost:4321',
    'localhost.',
    '127.0.0.1:8080',
    '127.9.8.7',
    '[::1]:4321',
    'demo.example',
    'DEMO.example.:99',
    'preview.example',
    '[2001:db8:0::1]:80',
  ])('are open at %s', (host) => {
    expect(isDemo(env({ DEMO: '1' }), host)).toBe(true);
  });

  it.each([
    '',
    '.',
    'localhost..',
    'localhost.evil.example',
    'evil-localhost',
    'a.localhost',
    '127.0.0.1.evil.example',
    '1270.0.0.1',
    '128.0.0.1',
    '[::2]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'sub.demo.example',
    'demo.example.evil.example',
    'demo.example,evil.example',
    'evil.example:localhost',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    'localhost%2eevil.example',
    'demo%2eexample',
    '*',
    'pardeh.example',
  ])('are closed at %j', (host) => {
    expect(isDemo(env({ DEMO: '1' }), host)).toBe(false);
  });

  it('take no wildcard and no other decoration for a host', () => {
    for (const entry of [
      '*',
      '*.example',
      '.example',
      'https://pardeh.example',
      'pardeh.example/',
      'a@pardeh.example',
      '',
    ]) {
      expect(isDemo(env({ DEMO: '1', DEMO_HOSTS: entry }), 'pardeh.example'), entry).toBe(false);
      expect(isDemo(env({ DEMO: '1', DEMO_HOSTS: entry }), ''), entry).toBe(false);
    }
    expect(normalizeHost('::1')).toBe('[::1]');
  });

  it('are none where the site is public, whatever host is named', () => {
    for (const host of ['localhost', '127.0.0.1', 'demo.example', null]) {
      expect(isDemo(env({ ...PUBLIC, DEMO: '1' }), host), String(host)).toBe(false);
    }
    expect(isDemo(env({ DEMO: '1', SITE_URL: 'no address' }), 'localhost')).toBe(false);
  });

  it.each([undefined, '', '0', 'true', 'yes', ' 1', '11'])('are none with DEMO %j', (DEMO) => {
    expect(isDemo({ ...env({}), DEMO }, 'localhost')).toBe(false);
  });
});

describe('the headers of a proxy', () => {
  it.each([
    [{ CLIENT_ADDRESS_HEADER: 'x-real-ip', CLIENT_NETWORK_HEADER: 'x-asn' }, []],
    [{ CLIENT_ADDRESS_HEADER: 'x-real-ip', CLIENT_NETWORK_HEADER: '' }, []],
    [{ CLIENT_ADDRESS_HEADER: '', CLIENT_NETWORK_HEADER: 'x-asn' }, ['CLIENT_NETWORK_HEADER']],
    [{ CLIENT_NETWORK_HEADER: 'x-asn' }, ['CLIENT_NETWORK_HEADER']],
    [{ CLIENT_ADDRESS_HEADER: 'x real ip' }, ['CLIENT_ADDRESS_HEADER']],
  ])('of %j lack %j: who has no proxy lets visitors name their network', (vars, settings) => {
    expect(unsafe({ ...PUBLIC, ...vars })).toEqual(settings);
  });
});

describe('the variant (spec 1.08, 2.15, 2.30, 4.26)', () => {
  it.each([
    [{}, []],
    [{ SITE_VARIANT: 'main' }, []],
    [{ SITE_VARIANT: 'plux' }, ['SITE_VARIANT']],
    [{ SITE_VARIANT: 'igapp' }, ['IGAPP_HOSTS']],
    [{ SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'a.example' }, ['IGAPP_HOSTS']],
    [{ SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'a.example,b/c' }, ['IGAPP_HOSTS']],
    [{ SITE_VARIANT: 'igapp', IGAPP_HOSTS: 'a.example, b.example' }, []],
    [{ SISTER_URL: 'https://plus.example/about' }, []],
    [{ SISTER_URL: 'http://plus.example' }, ['SISTER_URL']],
    [{ SISTER_URL: 'javascript:alert(1)' }, ['SISTER_URL']],
    [{ SISTER_URL: 'https://a@plus.example' }, ['SISTER_URL']],
  ])('of %j lacks %j', (vars, settings) => {
    expect(unsafe({ ...PUBLIC, ...vars })).toEqual(settings);
  });
});

const GATEWAYS = [
  '',
  'sandbox',
  'saman',
  'saman,sandbox',
  'zarinpal',
  'zarinpal+play',
  'saman,zarinpal+play',
  'nobank',
];
const MANDATES = ['', 'sandbox', 'vandar', 'other'];
const SMS = ['', 'outbox', 'kavenegar', 'other'];
const DEMOS = ['', '1', 'true'];
const HOSTS = ['localhost:4321', '[::1]', 'demo.example', 'pardeh.example', 'localhost.evil.example', null];
const SITES = ['', 'https://pardeh.example', 'https://demo.example', 'http://localhost:4321', 'http://pardeh.example'];
const OPEN_HOSTS = new Set<string | null>(['localhost:4321', '[::1]', 'demo.example', null]);
const OPEN_SITES = new Set(['', 'https://demo.example', 'http://localhost:4321']);

interface Row {
  vars: Partial<Env>;
  host: string | null;
  /** The answer, worked out here from the row alone. */
  demo: boolean;
  real: boolean;
  play: boolean;
  known: boolean;
}

const rows: Row[] = GATEWAYS.flatMap((gateways) =>
  MANDATES.flatMap((mandate) =>
    SMS.flatMap((sms) =>
      DEMOS.flatMap((demo) =>
        HOSTS.flatMap((host) =>
          SITES.map((site) => ({
            vars: {
              PAYMENT_GATEWAYS: gateways.replace('+play', ''),
              ZARINPAL_SANDBOX: gateways.includes('+play') ? '1' : '',
              MANDATE_PROVIDER: mandate,
              SMS_PROVIDER: sms,
              DEMO: demo,
              SITE_URL: site,
            },
            host,
            demo: demo === '1' && OPEN_HOSTS.has(host) && OPEN_SITES.has(site),
            real: gateways.includes('saman') || gateways === 'zarinpal' || mandate === 'vandar',
            play: demo === '1' || /sandbox|play/.test(gateways) || mandate === 'sandbox',
            known: gateways !== 'nobank' && mandate !== 'other' && sms !== 'other',
          })),
        ),
      ),
    ),
  ),
);

describe(`all ${String(rows.length)} combinations`, () => {
  it('open a sandbox and the outbox in the demo only, and close nothing else', () => {
    for (const { vars, host, demo } of rows) {
      const open = closeDemoDoors(env(vars), host);
      const row = JSON.stringify({ ...vars, host });
      expect(open.SMS_PROVIDER, row).toBe(vars.SMS_PROVIDER === 'outbox' && !demo ? '' : vars.SMS_PROVIDER);
      expect(open.MANDATE_PROVIDER, row).toBe(
        vars.MANDATE_PROVIDER === 'sandbox' && !demo ? '' : vars.MANDATE_PROVIDER,
      );
      const closed = (vars.PAYMENT_GATEWAYS ?? '')
        .split(',')
        .filter((name) => name !== 'sandbox' && !(name === 'zarinpal' && vars.ZARINPAL_SANDBOX === '1'));
      expect(open.PAYMENT_GATEWAYS, row).toBe(demo ? vars.PAYMENT_GATEWAYS : closed.join());
    }
  });

  it('run exactly where nothing real is beside a sandbox, all names are known and SITE_URL is there', () => {
    const running = rows.filter(({ vars, host }) => unsafe(vars, host).length === 0);
    const site = ({ vars, demo }: Row) => (vars.SITE_URL === '' ? demo : vars.SITE_URL !== 'http://pardeh.example');
    expect(running).toEqual(rows.filter((row) => row.known && !(row.real && row.play) && site(row)));
    expect(running.length).toBeGreaterThan(500);
    expect(running.length).toBeLessThan(rows.length / 2);
  });
});

describe('a site that does not run names the setting', () => {
  it.each<[Partial<Env>, string[]]>([
    [{ PAYMENT_GATEWAYS: 'saman', MANDATE_PROVIDER: 'sandbox' }, ['MANDATE_PROVIDER']],
    [{ PAYMENT_GATEWAYS: 'saman, sandbox' }, ['PAYMENT_GATEWAYS']],
    [{ PAYMENT_GATEWAYS: 'saman', DEMO: '1' }, ['DEMO']],
    [{ PAYMENT_GATEWAYS: 'saman,zarinpal', ZARINPAL_SANDBOX: '1' }, ['ZARINPAL_SANDBOX']],
    [{ PAYMENT_GATEWAYS: 'sandbox', MANDATE_PROVIDER: 'vandar' }, ['PAYMENT_GATEWAYS']],
    [{ PAYMENT_GATEWAYS: 'saman,nobank' }, ['PAYMENT_GATEWAYS']],
    [{ PAYMENT_GATEWAYS: 'constructor' }, ['PAYMENT_GATEWAYS']],
    [{ PAYMENT_GATEWAYS: 'saman', SEP_TERMINAL_ID: '' }, ['SEP_TERMINAL_ID']],
    [{ PAYMENT_GATEWAYS: 'zarinpal', ZARINPAL_MERCHANT_ID: '' }, ['ZARINPAL_MERCHANT_ID']],
    [{ PAYMENT_GATEWAYS: 'zibal', ZIBAL_MERCHANT: '' }, ['ZIBAL_MERCHANT']],
    [{ PAYMENT_GATEWAYS: 'zibal', PAYMENT_RELAY_BASE: 'https://relay.example' }, ['PAYMENT_RELAY_SECRET']],
    [{ PAYMENT_GATEWAYS: 'zibal', PAYMENT_TIMEOUT_MS: 'soon' }, ['PAYMENT_TIMEOUT_MS']],
    [{ MANDATE_PROVIDER: 'vandar', VANDAR_TOKEN: '' }, ['VANDAR_TOKEN']],
    [{ SMS_PROVIDER: 'kavenegar', KAVENEGAR_KEY: '' }, ['KAVENEGAR_KEY']],
    [{ SMS_PROVIDER: 'smsir', SMSIR_KEY: '', SMS_TEMPLATE: '' }, ['SMSIR_KEY', 'SMS_TEMPLATE']],
    [{ SMS_PROVIDER: 'telegram' }, ['SMS_PROVIDER']],
    [{ API_BASE_URL: 'https://api.example', PAYMENT_GATEWAYS: 'nobank' }, []],
    [{ API_BASE_URL: 'http://127.0.0.1:8080/api/v1/', PAYMENT_RELAY_BASE: 'no address' }, []],
    [{ PAYMENT_RELAY_BASE: 'no address', SMS_API_BASE: 'no address' }, []],
    [{ STREAMS_MAX: '0' }, []],
    [{ STREAMS_MAX: 'three' }, ['STREAMS_MAX']],
    [{ REFUND_ALONE_TOMAN: '0' }, []],
    [{ REFUND_ALONE_TOMAN: '-1' }, ['REFUND_ALONE_TOMAN']],
    [{ MEDIA_BASE_URL: 'https://media.pardeh.example/v' }, []],
    [{ PAYMENT_GATEWAYS: 'saman', MANDATE_PROVIDER: 'vandar', SMS_PROVIDER: 'kavenegar' }, []],
    [{}, []],
  ])('%j', (vars, settings) => {
    expect(unsafe({ ...PUBLIC, ...vars })).toEqual(settings);
  });

  it.each([
    '',
    'pardeh.example',
    'http://pardeh.example',
    'https://pardeh.example/fa',
    'https://u:p@pardeh.example',
    'https://pardeh.example?a',
    'javascript:alert(1)',
  ])('SITE_URL as %j', (SITE_URL) => {
    expect(unsafe({ SITE_URL })).toEqual(['SITE_URL']);
    expect(unsafe({ SITE_URL, API_BASE_URL: 'https://api.example' })).toEqual(['SITE_URL']);
  });

  const real = { PAYMENT_GATEWAYS: 'zibal', PAYMENT_RELAY_SECRET: 'secret' };
  const CARRY_SECRETS = new Set(['PAYMENT_RELAY_BASE', 'SMS_API_BASE']);
  it.each<[keyof Env, Partial<Env>]>([
    ['API_BASE_URL', {}],
    ['MEDIA_BASE_URL', {}],
    ['MEDIA_BASE_URL', { API_BASE_URL: 'https://api.example' }],
    ['PAYMENT_RELAY_BASE', real],
    ['PAYMENT_RELAY_BASE', { ...real, PAYMENT_GATEWAYS: '', MANDATE_PROVIDER: 'vandar' }],
    ['SMS_API_BASE', { SMS_PROVIDER: 'kavenegar' }],
    ['SMS_API_BASE', { SMS_PROVIDER: 'smsir' }],
  ])('%s as what is no address (%j)', (setting, vars) => {
    for (const value of [
      'base.example',
      'base.example/api/v1',
      '//base.example',
      '/api/v1',
      'localhost:8080',
      'ftp://base.example',
      'javascript:alert(1)',
      'https://',
      'https://base.example:99999',
      'https://u:p@base.example',
      'https://base.example?',
      'https://base.example/#a',
      ' ',
    ]) {
      expect(unsafe({ ...PUBLIC, ...vars, [setting]: value }), value).toEqual([setting]);
    }
    expect(unsafe({ ...PUBLIC, ...vars, [setting]: 'https://base.example/api' })).toEqual([]);
    for (const value of [
      'http://base.example',
      'http://10.0.0.7:8080/api',
      'HTTP://base.example',
      'http://127.0.0.1.example',
    ])
      expect(unsafe({ ...PUBLIC, ...vars, [setting]: value }), value).toEqual(
        CARRY_SECRETS.has(setting) ? [setting] : [],
      );
    expect(unsafe({ ...PUBLIC, ...vars, [setting]: 'http://127.0.0.1:8080' })).toEqual([]);
  });

  it('without a value that might be secret', () => {
    const vars = { ...PUBLIC, PAYMENT_GATEWAYS: 'secret-a', SMS_PROVIDER: 'secret-b', MANDATE_PROVIDER: 'secret-c' };
    expect(JSON.stringify(listUnsafeSettings(env(vars), null))).not.toContain('secret-');
  });
});
