import { expect, test } from 'vitest';
import { getSamandehiSeal } from '../../../src/features/site/samandehi.ts';

const getUrl = (id: string | null, p: string | null) => getSamandehiSeal({ samandehi_id: id, samandehi_p: p })?.url;

test('the seal of samandehi.ir is verified by the number and code of the site (spec 2.23, 3.03)', () => {
  expect(getUrl('1234567', 'rfthjyoe')).toBe('https://logo.samandehi.ir/Verify.aspx?id=1234567&p=rfthjyoe');
});

test.each([
  [null, 'abc'],
  ['1', null],
  ['', ''],
  ['1"><script>', 'abc'],
  ['1', 'a&x=1'],
  ['javascript:1', 'abc'],
])('there is none by %j and %j', (id, p) => {
  expect(getUrl(id, p)).toBeUndefined();
});
