import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatNetwork, parseNetworkAddress } from '../../../src/platform/http/address/network-address.ts';

const toNetwork = (text: string, bits: number) => {
  const address = parseNetworkAddress(text);
  return address && formatNetwork(address, bits);
};

describe('an address', () => {
  test.each([
    '2001:db8:0:7::1',
    '2001:DB8:0000:0007:0:0:0:1',
    '2001:db8:0:7:0:0:0.0.0.1',
    '[2001:db8:0:7::1]',
    '2001:db8:0:7::1%eth0',
    ' 2001:db8:0:7::1 ',
  ])('%s has one network in every spelling', (text) => {
    expect(toNetwork(text, 128)).toBe('2001:db8:0:7:0:0:0:1/128');
    expect(toNetwork(text, 64)).toBe('2001:db8:0:7/64');
    expect(toNetwork(text, 48)).toBe('2001:db8:0/48');
  });

  test.each(['::ffff:10.1.2.3', '::FFFF:0a01:0203', '0:0:0:0:0:ffff:10.1.2.3', '64:ff9b::10.1.2.3', '10.1.2.3'])(
    '%s counts as the IPv4 address it carries',
    (text) => {
      expect(toNetwork(text, 32)).toBe('10.1.2.3/32');
      expect(toNetwork(text, 24)).toBe('10.1.2/24');
    },
  );

  test.each([
    ...[
      '',
      'unknown',
      '10.0.0',
      '10.0.0.256',
      '010.0.0.1',
      '10.0.0.1:80',
      '1.2.3.4.5',
      '0x0a.0.0.1',
      '10.0.0.1, 10.0.0.2',
    ],
    ...[
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7::8',
      '12345::',
      'g::',
      '1.2.3.4::',
      '::1.2.3',
    ],
  ])('%j is none', (text) => {
    expect(parseNetworkAddress(text)).toBeNull();
  });

  it('is the same however zeros are written (property)', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseNetworkAddress(text);
        expect(address).not.toBeNull();
        const copy =
          address &&
          parseNetworkAddress(formatNetwork(address, address.version === 4 ? 32 : 128).replace(/\/\d+$/, ''));
        expect(copy).toEqual(address);
      }),
    );
  });
});
