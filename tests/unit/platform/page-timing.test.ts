import { expect, it } from 'vitest';
import { isPublishedSince, parsePageTiming, toPageTiming } from '../../../src/platform/http/pages/page-timing.ts';

const SHOWN = { version: 'titles-Ab_9-x', digest: 'ab12' };

it.each([
  ['nothing', {}, false],
  ['a channel alone, whose programme has changed', { digest: 'cd34' }, false],
  ['another page’s title alone', { version: 'titles-other' }, false],
  ['the page’s own title', { version: 'titles-other', digest: 'cd34' }, true],
])('a page loads again after the publication of %s: %s', (_, change, isChanged) => {
  const header = `cache;desc="hit", ${toPageTiming({ ...SHOWN, ...change })}, d1;desc="0"`;
  const current = parsePageTiming(header);
  expect(current && isPublishedSince(SHOWN, current)).toBe(isChanged);
});

it.each(['', 'd1;desc="4"', 'cache;desc="hit"', 'page;desc=""'])('names no page that is not shared: %s', (header) => {
  expect(parsePageTiming(header)).toBeNull();
});
