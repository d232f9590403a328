import { describe, expect, test } from 'vitest';
import { isSubscriptionRunning } from '../../../src/features/accounts/content-subscription.ts';
import { readFilterContents } from '../../../src/features/titles/filter-contents.ts';

describe('content_subscription (spec 3.18)', () => {
  test('holds until the moment that is kept, and not by anything else', () => {
    expect(isSubscriptionRunning('1000', 999)).toBe(true);
    expect(isSubscriptionRunning('1000', 1000)).toBe(false);
    for (const value of [null, '', 'true', '1e99', '-1', '99999999999999'])
      expect(isSubscriptionRunning(value, 0)).toBe(false);
  });
});

describe('filtercontents (spec 3.18)', () => {
  test('is a string of what is filtered by; 0 and empty are none (spec 3.17)', () => {
    expect(readFilterContents('?country=IR&age=12&page=3&sort=views&genre=drama')).toBe('age=12&country=IR');
    expect(readFilterContents('?country=0&lang=&f_type=0')).toBe('');
    expect(readFilterContents('?f_type=%22%3E&x=1')).toBe('f_type=%22%3E');
  });
});
