import { describe, expect, test } from 'vitest';
import { buildDialCode, parseDialLink, toTelUrl } from '../../../src/features/watch-options/ussd.ts';

describe('dial links (spec 2.10)', () => {
  test.each([
    ['7', { file: null, user: '7', pack: null }, '*000*7#'],
    ['52/7', { file: '52', user: '7', pack: null }, '*000*52*7#'],
    ['52/7/3', { file: '52', user: '7', pack: '3' }, '*000*52*7*3#'],
  ])('%s', (path, link, code) => {
    expect(parseDialLink(path)).toEqual(link);
    expect(buildDialCode('*000', link)).toBe(code);
  });

  test.each(['', 'a', '1/', '1/2/3/4', '1#', '*21*1', '1/../2', '1234567890123'])('%j is none', (path) => {
    expect(parseDialLink(path)).toBeNull();
  });

  test('the hash does not end the address', () => {
    expect(toTelUrl('*000*7#')).toBe('tel:*000*7%23');
  });
});
