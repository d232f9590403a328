import { expect, test } from 'vitest';
import { m } from '../../../src/platform/text/paraglide/messages.js';

test('a text has the plural form of its count: one work, two works, a thousand works', () => {
  const english = ['0', '1', '2', '1,000'].map((count) => m.person_works_count({ count }, { locale: 'en' }));
  expect(english).toEqual(['0 works', '1 work', '2 works', '1,000 works']);
});

test('Persian nouns do not change after a number', () => {
  expect(m.person_works_count({ count: '۱' }, { locale: 'fa' })).toBe('۱ اثر');
  expect(m.person_works_count({ count: '۲' }, { locale: 'fa' })).toBe('۲ اثر');
});
