import { expect, test } from 'vitest';
import { parseHomeNotice } from '../../../src/platform/client/home-notice.ts';

test('a stored reason is read with its local address of another try (spec 2.47)', () => {
  const stored = JSON.stringify({ text: 'Not now', retry: '/movie/52#play' });
  expect(parseHomeNotice(stored)).toEqual({ text: 'Not now', retry: '/movie/52#play' });
});

test.each([null, '', 'x', '1', '{}', '{"text":1,"retry":"/"}', '{"text":"","retry":"/"}', '{"text":"a","retry":null}'])(
  'what is stored as %j is no reason',
  (stored) => {
    expect(parseHomeNotice(stored)).toBeNull();
  },
);

test.each([
  '//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
  '/a/..//evil.example',
  'http://[',
])('another try never leads to %s', (retry) => {
  expect(parseHomeNotice(JSON.stringify({ text: 'a', retry }))?.retry).toBe('/');
});
