import { describe, expect, test } from 'vitest';
import { isFullrateNetwork, nameFullrateOperators } from '../../../src/platform/config/operators.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };

const both = { FULLRATE_NETWORKS: '197207, 44244' };

describe('full-rate networks (spec 1.07)', () => {
  test('are those that are configured, and no network that is not known', () => {
    expect(isFullrateNetwork(both, 197207)).toBe(true);
    expect(isFullrateNetwork(both, 44244)).toBe(true);
    expect(isFullrateNetwork(both, 57218)).toBe(false);
    expect(isFullrateNetwork(both, null)).toBe(false);
    expect(isFullrateNetwork({ FULLRATE_NETWORKS: '64512' }, 64512)).toBe(true);
  });

  test.each([undefined, '', ',', '*', '0', 'AS197207', '197207-197209', '1e9', '-197207', '197207;44244', '٤٤٢٤٤'])(
    'a setting of %s opens nothing',
    (FULLRATE_NETWORKS) => {
      for (const asn of [0, 1, 197207, 44244, 1e9]) expect(isFullrateNetwork({ FULLRATE_NETWORKS }, asn)).toBe(false);
      expect(nameFullrateOperators({ FULLRATE_NETWORKS }, 'fa')).toBeNull();
    },
  );

  test('a wrong entry leaves the others (spec 1.07)', () => {
    expect(isFullrateNetwork({ FULLRATE_NETWORKS: 'x, 44244,' }, 44244)).toBe(true);
  });

  test('their operators are named as the default text of spec 1.09 has them, each once', () => {
    expect(nameFullrateOperators(both, 'fa')).toBe(fa.data_fullrate_operators);
    expect(nameFullrateOperators(both, 'en')).toBe(en.data_fullrate_operators);
    expect(nameFullrateOperators({ FULLRATE_NETWORKS: '44244,44244,64512' }, 'en')).toBe('Irancell');
    expect(nameFullrateOperators({ FULLRATE_NETWORKS: '64512' }, 'en')).toBeNull();
  });
});
