import { expect, test } from 'vitest';
import { readCountry } from '../../../src/platform/http/address/country.ts';

const ask = (headers: Record<string, string>, setting?: string, country?: string) => {
  const request = new Request('https://pardeh.test/', { headers });
  return readCountry(country === undefined ? request : Object.assign(request, { cf: { country } }), {
    ...(setting !== undefined && { CLIENT_COUNTRY_HEADER: setting }),
  });
};

test('the country is that of the edge, or what the host’s proxy names', () => {
  expect(ask({ 'x-country': 'IR' }, 'x-country', 'DE')).toBe('DE');
  for (const text of ['IR', ' ir ']) expect(ask({ 'x-country': text }, 'x-country')).toBe('IR');
});

test('Tor, a header that the settings do not name, and what is not one code, are an unknown country', () => {
  for (const country of ['T1', 'XX']) expect(ask({ 'x-country': 'IR' }, 'x-country', country)).toBeNull();
  expect(ask({ 'x-country': 'IR', 'cf-ipcountry': 'IR' })).toBeNull();
  expect(ask({ 'x-country': 'IR' }, '')).toBeNull();
  expect(ask({}, 'x-country')).toBeNull();
  for (const text of ['', 'Iran', 'IR, DE', 'I', '98', 'xx', 't1'])
    expect(ask({ 'x-country': text }, 'x-country')).toBeNull();
});
