import { expect, test } from 'vitest';
import { getSamandehiUrl } from '../../../src/features/site/samandehi.ts';

test('the seal of samandehi.ir is verified by the number and code of the site (spec 3.03)', () => {
  expect(getSamandehiUrl('1234567', 'rfthjyoe')).toBe('https://logo.samandehi.ir/Verify.aspx?id=1234567&p=rfthjyoe');
});

test.each([
  [null, 'abc'],
  ['1', null],
  ['', ''],
  ['1"><script>', 'abc'],
  ['1', 'a&x=1'],
  ['javascript:1', 'abc'],
])('there is none by %j and %j', (id, p) => {
  expect(getSamandehiUrl(id, p)).toBeNull();
});
