import { expect, test } from 'vitest';
import { chooseTop, drawSteps } from '../../../src/platform/desk/hour-scale.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [9.9, 10],
  [11, 20],
  [101, 200],
  [0.39, 0.4],
])('the scale of %d ends at %d', (value, top) => {
  expect(chooseTop(value)).toBeCloseTo(top, 10);
});

test('steps have a gap where an hour is unknown', () => {
  expect(drawSteps([1, null, 2, 4], 4)).toBe('M0 75H1M2 50H3V0H4');
});
