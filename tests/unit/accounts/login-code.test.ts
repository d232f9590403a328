import { expect, it } from 'vitest';
import { parseLoginCode } from '../../../src/features/accounts/login-code.ts';

it.each([
  ['1234', '1234'],
  [' 0007\n', '0007'],
  ['۱۲۳۴', '1234'],
  ['٠١٢٣', '0123'],
  ['１２３４', '1234'],
  ['12 34', '1234'],
  ['\u200f12\u201134\u2069', '1234'],
])('reads %j as %s (spec 5.06)', (text, code) => {
  expect(parseLoginCode(text)).toBe(code);
});

it.each(['', '123', '12345', '12a4', '1 34', '-123', '1.23', '12½4'])('refuses %j', (text) => {
  expect(parseLoginCode(text)).toBeNull();
});
