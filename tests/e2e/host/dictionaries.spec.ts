import { expect, test } from '../../support/fixtures.ts';
import { withoutServiceWorker } from '../../support/tab.ts';

const SENT = `(({ encodedBodySize, decodedBodySize, contentEncoding }) => ({ encodedBodySize, decodedBodySize, contentEncoding }))(
  performance.getEntriesByType('navigation')[0])`;
interface Sent {
  encodedBodySize: number;
  decodedBodySize: number;
  contentEncoding?: string;
}

test('a guest’s second page comes as what is new in it, and is whole (RFC 9842)', async ({ tab, t }) => {
  await tab.prepare(withoutServiceWorker);
  await tab.goto('/movie/35');
  const first = await tab.read<Sent>(SENT);
  expect(first.contentEncoding).toBe('br');
  await tab.goto('/movie/52');
  const second = await tab.read<Sent>(SENT);
  expect(second.contentEncoding).toBe('dcz');
  expect(second.decodedBodySize).toBeGreaterThan(0.7 * first.decodedBodySize);
  expect(second.encodedBodySize).toBeLessThan(0.3 * first.encodedBodySize);
  expect(await tab.read('document.body.innerText')).toContain(t('title_play'));
  expect(await tab.read('document.querySelectorAll("footer a").length')).toBeGreaterThan(3);
});
