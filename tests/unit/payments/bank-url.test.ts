import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBankUrl } from '../../../src/features/payments/bank-url.ts';

const SITE = 'https://pardeh.example';
const LOCAL = 'http://localhost:4399';

it.each([
  ['https://sep.shaparak.ir/OnlinePG/SendToken?token=a', 'https://sep.shaparak.ir/OnlinePG/SendToken?token=a'],
  [`${SITE}/dev/gateway/a`, `${SITE}/dev/gateway/a`],
  ['http://bank.example/pay', null],
  ['//bank.example/pay', null],
  ['/dev/gateway/a', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://user:secret@bank.example/', null],
  ['https://', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j leads to %j', (payUrl, page) => {
  expect(readBankUrl(payUrl, SITE)).toBe(page);
});

it('lets a local server be its own bank', () => {
  expect(readBankUrl(`${LOCAL}/dev/gateway/a`, LOCAL)).toBe(`${LOCAL}/dev/gateway/a`);
});

it('is a page over HTTPS, or one of this site, or nothing, whatever the API answers', () => {
  const scheme = fc.constantFrom('https:', 'http:', 'javascript:', 'data:', 'file:', 'blob:', '', '//', 'HTTPS:\t//');
  const host = fc.constantFrom(
    '//bank.example/pay',
    '//localhost:4399/x',
    '//a:b@bank.example/',
    '//localhost:4399@evil/',
  );
  fc.assert(
    fc.property(scheme, fc.oneof(fc.string(), host), (start, rest) => {
      const page = readBankUrl(start + rest, LOCAL);
      if (page === null) return;
      const url = new URL(page);
      expect(url.protocol === 'https:' || url.origin === LOCAL).toBe(true);
      expect(url.username + url.password).toBe('');
    }),
  );
});
