// @module-tag full
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listUnsafeSettings } from '../../../scripts/check-deploy.ts';

const folder = mkdtempSync(join(tmpdir(), 'pardeh-deploy-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The settings that the command names, and its exit code. */
function check(...args: string[]): { code: number; settings: string[]; text: string } {
  const text = listUnsafeSettings(args).join('\n');
  const settings = [...text.matchAll(/^✗ (\w+) /gm)].map(([, name]) => name ?? '');
  return { code: settings.length > 0 ? 1 : 0, settings, text };
}

const vars = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['--var', `${name}=${value}`]);
const GOOD = { SITE_URL: 'https://pardeh.example', SMS_PROVIDER: 'kavenegar', SMS_TEMPLATE: 'login' };
const SECRETS = ['--secret', 'KAVENEGAR_KEY', '--secret', 'MEDIA_SIGNING_KEY'];

describe('npm run check:deploy', () => {
  it('lists what wrangler.toml leaves to be filled in', () => {
    expect(check()).toMatchObject({ code: 1, settings: ['SITE_URL', 'SMS_PROVIDER', 'MEDIA_SIGNING_KEY'] });
  });

  it('ends with 1 where something is to be mended, with 0 where nothing is, and says which', async () => {
    const run = (...args: string[]) =>
      new Promise<[number, string]>((resolve) => {
        execFile(process.execPath, ['scripts/check-deploy.ts', ...args], (error, stdout) => {
          resolve([error ? Number(error.code) : 0, stdout]);
        });
      });
    expect(await run()).toEqual([1, expect.stringMatching(/^✗ SITE_URL .*\n✗ SMS_PROVIDER [^]*\n3 to mend\. /)]);
    expect(await run(...vars(GOOD), ...SECRETS)).toEqual([0, '✓ nothing unsafe\n']);
  });

  it('is content with a site that is set up', () => {
    expect(check(...vars(GOOD), ...SECRETS)).toMatchObject({ code: 0, settings: [] });
  });

  it('names each sandbox, the demo, the outbox and a missing secret, with what to do', () => {
    const demo = { DEMO: '1', SMS_PROVIDER: 'outbox', PAYMENT_GATEWAYS: 'sandbox', MANDATE_PROVIDER: 'sandbox' };
    const settings = ['DEMO', 'PAYMENT_GATEWAYS', 'MANDATE_PROVIDER', 'SMS_PROVIDER'];
    const match = check(...vars({ ...GOOD, ...demo }), ...SECRETS);
    expect(match).toMatchObject({ code: 1, settings });
    expect(match.text).toContain('empty it');
    expect(check(...vars({ ...GOOD, PAYMENT_GATEWAYS: 'saman', DEMO: '1' })).settings).toEqual(
      expect.arrayContaining(['SEP_TERMINAL_ID', 'DEMO', 'KAVENEGAR_KEY', 'MEDIA_SIGNING_KEY']),
    );
  });

  const SELLING = { ...GOOD, PAYMENT_GATEWAYS: 'saman', SEP_TERMINAL_ID: 'terminal' };

  it('names the settings of alarms where money moves and nobody would read them', () => {
    expect(check(...vars(SELLING), ...SECRETS)).toMatchObject({ code: 1, settings: ['ALARM_WEBHOOK'] });
    const debit = { ...GOOD, MANDATE_PROVIDER: 'vandar', VANDAR_BUSINESS: 'b' };
    const foundMatch = check(...vars(debit), ...SECRETS, '--secret', 'VANDAR_TOKEN');
    expect(foundMatch).toMatchObject({ code: 1, settings: ['ALARM_WEBHOOK'] });
    expect(foundMatch.text).toContain('ALARM_MOBILES');
  });

  it.each<[Record<string, string>, string[]]>([
    [{ ALARM_WEBHOOK: 'http://hooks.example/in-the-address' }, ['ALARM_WEBHOOK', 'ALARM_WEBHOOK']],
    [{ ALARM_WEBHOOK: 'https://hooks.example/in-the-address' }, ['ALARM_SECRET']],
    [{ ALARM_MOBILES: '09123456789' }, ['SMS_NOTICE_TEMPLATE', 'ALARM_WEBHOOK']],
    [{ ALARM_MOBILES: '12', SMS_NOTICE_TEMPLATE: 'notice' }, ['ALARM_MOBILES', 'ALARM_WEBHOOK']],
    [{ ALARM_MOBILES: '09123456789', SMS_NOTICE_TEMPLATE: 'notice' }, []],
    [{ ALARM_WEBHOOK: 'https://hooks.example/in-the-address', ALARM_SECRET: 'secret' }, []],
  ])('reads %j as the Worker will, also where nothing is sold', (alarms, settings) => {
    for (const site of [SELLING, GOOD]) {
      const match2 = check(...vars({ ...site, ...alarms }), ...SECRETS);
      expect(match2).toMatchObject({ code: settings.length === 0 ? 0 : 1, settings });
      for (const value of ['in-the-address', '09123456789']) expect(match2.text).not.toContain(value);
    }
  });

  it('takes alarms and operators that are secrets at Cloudflare', () => {
    const secrets = ['ALARM_WEBHOOK', 'ALARM_SECRET', 'OPERATOR_TOKEN'].flatMap((name) => ['--secret', name]);
    expect(check(...vars(SELLING), ...SECRETS, ...secrets)).toMatchObject({ code: 0, settings: [] });
  });

  it('takes the licence servers and the certificate of FairPlay from Cloudflare, and names a certificate that is none', () => {
    const names = ['MEDIA_KEY_SECRET', 'LICENCE_WIDEVINE', 'LICENCE_FAIRPLAY', 'LICENCE_FAIRPLAY_CERTIFICATE'];
    const secrets = [...SECRETS, ...names.flatMap((name) => ['--secret', name])];
    const cbcs = { ...GOOD, MEDIA_ENCRYPTION: 'cbcs' };
    expect(check(...vars(cbcs), ...secrets)).toMatchObject({ code: 0, settings: [] });
    expect(check(...vars({ ...cbcs, LICENCE_FAIRPLAY_CERTIFICATE: 'MIIA' }), ...secrets)).toMatchObject({
      code: 1,
      settings: ['LICENCE_FAIRPLAY_CERTIFICATE'],
    });
  });

  it.each(['short', 'ali:short', `ali:${'a'.repeat(40)},sara:${'b'.repeat(31)}`, `${'c'.repeat(40)} d`])(
    'names an OPERATOR_TOKEN that is refused: %s',
    (OPERATOR_TOKEN) => {
      const result = check(...vars({ ...GOOD, OPERATOR_TOKEN }), ...SECRETS);
      expect(result).toMatchObject({ code: 1, settings: ['OPERATOR_TOKEN'] });
      for (const secret of ['short', 'bbb', 'ccc']) expect(result.text).not.toContain(secret);
    },
  );

  it('lets a demo be on the hosts that it lists', () => {
    const demo = { DEMO: '1', DEMO_HOSTS: 'demo.example', SITE_URL: 'https://demo.example', SMS_PROVIDER: 'outbox' };
    expect(check(...vars({ ...demo, PAYMENT_GATEWAYS: 'sandbox' }), ...SECRETS)).toMatchObject({ code: 0 });
  });

  it('takes a file of variables, and prints no secret of it', () => {
    const file = join(folder, 'vars');
    const lines = { ...GOOD, KAVENEGAR_KEY: 'the-secret-key', MEDIA_SIGNING_KEY: 'short-secret' };
    writeFileSync(
      file,
      Object.entries(lines)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(''),
    );
    const result = check('--env-file', file);
    expect(result).toMatchObject({ code: 1, settings: ['MEDIA_SIGNING_KEY'] });
    expect(result.text).not.toContain('secret-');
    expect(result.text).not.toContain('short-secret');
  });
});
