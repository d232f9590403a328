import { expect, it } from 'vitest';
import { isKnownHost } from '../../../src/host/node/http/known-host.ts';

const SITE = { SITE_URL: 'https://pardeh.test', MEDIA_BASE_URL: 'https://media.pardeh.test' };

it('knows the host of the site, that of its media and this machine', () => {
  for (const host of ['pardeh.test', 'PARDEH.test', 'media.pardeh.test', 'localhost:4321', '127.0.0.1:4321']) {
    expect(isKnownHost(host, SITE), host).toBe(true);
  }
});

it('knows no host that only looks like it', () => {
  for (const host of [
    'evil-pardeh.test',
    'a.pardeh.test',
    'pardeh.test.evil.test',
    'pardeh',
    'test',
    '',
    ' ',
    '127.evil',
  ]) {
    expect(isKnownHost(host, SITE), host).toBe(false);
  }
});

it('knows every host of a demo, which has no address', () => {
  expect(isKnownHost('anything.test', { SITE_URL: '', MEDIA_BASE_URL: '' })).toBe(true);
});
