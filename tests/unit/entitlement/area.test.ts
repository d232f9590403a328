import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInArea } from '../../../src/features/entitlement/area.ts';
import {
  parseCountries,
  parseNetworks,
  readCountries,
  readNetworks,
} from '../../../src/features/titles/facts/areas.ts';
import { toPersianDigits } from '../../../src/platform/text/digits.ts';

const country = fc.constantFrom('IR', 'AF', 'TR', 'DE');
const asn = fc.constantFrom(44_244, 197_207, 57_218);
const toLists = <T extends string | number>(entry: fc.Arbitrary<T>) =>
  fc.option(fc.uniqueArray(entry, { minLength: 1 }), { nil: null });

describe('the area of a title', () => {
  test('is where both limits hold; an unknown place is outside of a limit', () => {
    const place = fc.record({ country: fc.option(country, { nil: null }), asn: fc.option(asn, { nil: null }) });
    fc.assert(
      fc.property(toLists(country), toLists(asn), place, (countries, networks, from) => {
        const isInCountry = countries === null || (from.country !== null && countries.includes(from.country));
        const isOnNetwork = networks === null || (from.asn !== null && networks.includes(from.asn));
        const area = { available_countries: countries?.join() ?? null, available_networks: networks?.join() ?? null };
        expect(isInArea(area, from)).toBe(isInCountry && isOnNetwork);
      }),
    );
  });

  test('takes a network by its whole number', () => {
    const area = { available_countries: null, available_networks: '44244,197207' };
    for (const part of [4, 244, 44, 4424, 442_441]) expect(isInArea(area, { country: 'IR', asn: part })).toBe(false);
  });
});

const separator = fc.constantFrom(',', ' ، ', '\n', ' ; ', '  ');

describe('lists as they are typed', () => {
  test('of countries have one form, whatever their order, case, digits and separators', () => {
    fc.assert(
      fc.property(fc.array(country), separator, fc.boolean(), (codes, between, isLower) => {
        const text = codes.join(between);
        const form = parseCountries(isLower ? text.toLowerCase() : text);
        expect(form).toEqual({ ok: true, value: [...new Set(codes)].sort().join() });
        expect(parseCountries(form.ok ? form.value : '')).toEqual(form);
      }),
    );
    expect(readCountries('ایالات متحده، افغانستان;iran uk')).toEqual({
      entries: ['AF', 'GB', 'IR', 'US'],
      unknown: [],
    });
  });

  test('of networks are sorted by number', () => {
    fc.assert(
      fc.property(
        fc.array(asn),
        separator,
        fc.constantFrom('', 'AS', 'as'),
        fc.boolean(),
        (numbers, between, mark, isPersian) => {
          const text = numbers
            .map((number) => mark + (isPersian ? toPersianDigits(number) : String(number)))
            .join(between);
          const sorted = [...new Set(numbers)].sort((one, other) => one - other);
          expect(parseNetworks(text)).toEqual({ ok: true, value: sorted.join() });
        },
      ),
    );
  });

  test('lose nothing: what nobody knows is named', () => {
    expect(readCountries('IR ZZ، EU,UN\nنارنیا').unknown).toEqual(['ZZ', 'EU', 'UN', 'نارنیا']);
    expect(readNetworks('0 44244 4294967295 99999999999 -1 4.4 AS ASN1').unknown).toEqual([
      ...['0', '4294967295', '99999999999', '-1', '4.4', 'AS', 'ASN1'],
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join();
    expect([parseNetworks(many(100)).ok, parseNetworks(many(101)).ok]).toEqual([true, false]);
  });
});
