import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMonths } from '../../../src/platform/text/months.ts';

const at = (iso: string) => Date.parse(iso) / 1000;

it.each([
  ['2026-11-21T16:00:00Z', 10, '2027-09-21T16:00:00Z'],
  ['2026-01-31T00:00:00Z', 1, '2026-02-28T00:00:00Z'],
  ['2027-04-30T23:59:59Z', 10, '2028-02-29T23:59:59Z'],
  ['2026-12-31T12:00:00Z', 2, '2027-02-28T12:00:00Z'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(at(from), months)).toBe(at(to));
});

it('always lands so many months later at the same time of day, and never turns back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 1, max: 36 }), (from, months) => {
      const [a, b] = [new Date(from * 1000), new Date(addMonths(from, months) * 1000)];
      const passed = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
      expect(passed).toBe(months);
      expect(b.getTime() % 86_400_000).toBe(a.getTime() % 86_400_000);
      expect(addMonths(from, months)).toBeGreaterThan(from);
    }),
  );
});
