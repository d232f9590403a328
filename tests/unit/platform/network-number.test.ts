import { expect, test } from 'vitest';
import { readNetworkNumber } from '../../../src/platform/http/address/network-number.ts';

const ask = (headers: Record<string, string>, setting?: string, asn?: number) => {
  const request = new Request('https://pardeh.test/', { headers });
  return readNetworkNumber(asn === undefined ? request : Object.assign(request, { cf: { asn } }), {
    ...(setting !== undefined && { CLIENT_NETWORK_HEADER: setting }),
  });
};

test('the network is that of the edge, or what the host’s proxy names', () => {
  expect(ask({ 'x-asn': '44244' }, 'x-asn', 197_207)).toBe(197_207);
  for (const text of ['44244', 'AS44244', ' as44244 ']) expect(ask({ 'x-asn': text }, 'x-asn')).toBe(44_244);
});

test('another header than that of the settings, or another text than one number, leaves the network unknown', () => {
  expect(ask({ 'x-asn': '44244' })).toBeNull();
  expect(ask({ 'x-asn': '44244' }, '')).toBeNull();
  expect(ask({}, 'x-asn')).toBeNull();
  for (const text of ['', '0', '-1', '44244, 197207', '4.4', '99999999999', 'AS', '4e4'])
    expect(ask({ 'x-asn': text }, 'x-asn')).toBeNull();
});
