import { expect, test } from 'vitest';
import { variantOf } from '../../src/config/variants.ts';

test.each([
  ['main', true],
  ['plus', true],
  ['igapp', false],
  ['', true],
  ['unknown', true],
])('the terms note in the environment %j: %s (spec 2.50)', (name, shown) => {
  expect(variantOf(name).showTermsNote).toBe(shown);
});
