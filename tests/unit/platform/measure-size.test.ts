import { expect, it } from 'vitest';
import { measureSize } from '../../../src/platform/text/measure-size.ts';

it.each([
  [1, { unit: 'mb', amount: 0.000001, digits: 1 }],
  [400_000, { unit: 'mb', amount: 0.4, digits: 1 }],
  [9_999_999, { unit: 'mb', amount: 9.999999, digits: 1 }],
  [700_000_000, { unit: 'mb', amount: 700, digits: 0 }],
  [1_500_000_000, { unit: 'gb', amount: 1.5, digits: 1 }],
])('%d bytes of a file are read as %j', (bytes, size) => {
  expect(measureSize(bytes)).toEqual(size);
});
