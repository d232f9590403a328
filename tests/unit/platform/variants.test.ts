import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { getVariant, type VariantSettings } from '../../../src/platform/config/variants.ts';
import { AccountPanel } from '../../../src/features/accounts/client/AccountPanel.tsx';

const HOSTS = ['one.example', 'two.example'];
const settings = (SITE_VARIANT: string, more: Partial<VariantSettings> = {}): VariantSettings => ({
  SITE_VARIANT,
  IGAPP_HOSTS: HOSTS.join(', '),
  SISTER_URL: 'https://plus.example',
  ...more,
});

test.each([
  ['main', true],
  ['plus', true],
  ['igapp', false],
  ['', true],
  ['unknown', true],
])('the terms note in the environment %j: %s (spec 2.50)', (name, hasNote) => {
  expect(getVariant(settings(name), 'one.example').showTermsNote).toBe(hasNote);
});

test('igapp gives the subscription, but not on its two hosts, however they are written (spec 1.08, 2.15, 4.26)', () => {
  for (const host of [...HOSTS, 'TWO.example', 'one.example:8443', 'one.example.', 'pardeh.example', '']) {
    const isOneOfTwo = HOSTS.some((name) => host.toLowerCase().startsWith(name));
    expect(getVariant(settings('igapp'), host), host).toMatchObject({
      isRestricted: isOneOfTwo,
      givesSubscription: !isOneOfTwo,
    });
    for (const name of ['main', 'plus'])
      expect(getVariant(settings(name), host)).toMatchObject({ isRestricted: false, givesSubscription: false });
  }
});

test('the sister service is that of the settings, and never named in plus (spec 2.30)', () => {
  const getSister = (name: string, more = {}) => getVariant(settings(name, more), 'a.example').sisterUrl;
  expect(['main', 'igapp', 'plus'].map((name) => getSister(name))).toEqual([
    'https://plus.example',
    'https://plus.example',
    null,
  ]);
  expect(getSister('main', { SISTER_URL: '' })).toBeNull();
  expect(getSister('main', { SISTER_URL: undefined })).toBeNull();
});

test('the two hosts hide /payments alone in the account menu (spec 2.15)', () => {
  const listLinks = (restricted: boolean) =>
    [...renderToStaticMarkup(createElement(AccountPanel, { restricted })).matchAll(/href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
  expect(listLinks(false)).toContain('/payments');
  expect(listLinks(true)).toEqual(listLinks(false).filter((href) => href !== '/payments'));
});
