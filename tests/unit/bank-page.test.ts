import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bankPage } from '../../src/domain/bank-page.ts';

const SITE = 'https://pardeh.example';
const LOCAL = 'http://localhost:4399';

it.each([
  ['https://sep.shaparak.ir/OnlinePG/SendToken?token=a', 'https://sep.shaparak.ir/OnlinePG/SendToken?token=a'],
  ['/dev/gateway/a', `${SITE}/dev/gateway/a`],
  ['http://bank.example/pay', null],
  ['//bank.example/pay', 'https://bank.example/pay'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://user:secret@bank.example/', null],
  ['https://', null],
  ['', null],
])('%j leads to %j', (payUrl, page) => {
  expect(bankPage(payUrl, SITE)).toBe(page);
});

it('lets a local server be its own bank', () => {
  expect(bankPage(`${LOCAL}/dev/gateway/a`, LOCAL)).toBe(`${LOCAL}/dev/gateway/a`);
});

it('is a page over HTTPS, or one of this site, or nothing, whatever the API answers', () => {
  const scheme = fc.constantFrom('https:', 'http:', 'javascript:', 'data:', 'file:', 'blob:', '', '//', 'HTTPS:\t//');
  fc.assert(
    fc.property(scheme, fc.oneof(fc.webUrl(), fc.string(), fc.webPath()), (start, rest) => {
      const page = bankPage(start + rest, LOCAL);
      if (page === null) return;
      const url = new URL(page);
      expect(url.protocol === 'https:' || url.origin === LOCAL).toBe(true);
      expect(url.username + url.password).toBe('');
    }),
  );
});
