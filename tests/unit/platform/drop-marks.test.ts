import { expect, test } from 'vitest';
import { dropMarks } from '../../../src/platform/text/drop-marks.ts';

test('all texts of an answer lose the marks that turn others around, and keep their half-spaces', () => {
  const shared = Object.freeze({ url: '/movie/1', at: null });
  const answer = {
    name: '\u202e\u2067نام',
    parts: [{ text: '\u2068می‌رود\u2069', count: 1, shared }, '\u202dabc\u202c'],
  };
  expect(dropMarks(answer)).toEqual({ name: 'نام', parts: [{ text: 'می‌رود', count: 1, shared }, 'abc'] });
});
