import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isRestrictedHost, getVariant } from '../../../src/platform/config/variants.ts';
import { AccountPanel } from '../../../src/features/accounts/client/AccountPanel.tsx';

test.each([
  ['main', true],
  ['plus', true],
  ['igapp', false],
  ['', true],
  ['unknown', true],
])('the terms note in the environment %j: %s (spec 2.50)', (name, shown) => {
  expect(getVariant(name).showTermsNote).toBe(shown);
});

test('payments are hidden for igapp on its two hosts, and nowhere else (spec 2.15)', () => {
  const hosts = getVariant('igapp').restrictedHosts;
  expect(hosts).toHaveLength(2);
  for (const host of [...hosts, 'pardeh.example']) {
    for (const name of ['main', 'plus', 'igapp']) {
      expect(isRestrictedHost(getVariant(name), host), `${name} on ${host}`).toBe(
        name === 'igapp' && hosts.includes(host),
      );
    }
  }
  const panel = (restricted: boolean) => renderToStaticMarkup(createElement(AccountPanel, { restricted }));
  expect(panel(false)).toContain('href="/payments"');
  expect(panel(true)).not.toContain('/payments');
});
