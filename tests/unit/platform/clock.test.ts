import { expect, it } from 'vitest';
import { parseClock } from '../../../src/platform/text/clock.ts';

it('reads a time of a film in the digits of any script, with and without hours and fractions', () => {
  for (const [text, seconds] of [
    ...([
      ['1:02:03', 3723],
      ['۱:۰۲:۰۳', 3723],
      ['٠١:٠٢:٠٣', 3723],
      ['01:02:03', 3723],
    ] as const),
    ...([
      ['62:03', 3723],
      ['00:62:03.500', 3724],
      ['00:01:02,400', 62],
      ['۱:۰۲٫۵', 63],
    ] as const),
    ...([
      ['0', 0],
      ['75', 75],
      [' \u200e1:15\u200f ', 75],
      ['1 : 15', 75],
      ['۱：۱۵', 75],
    ] as const),
  ] as const)
    expect(parseClock(text), text).toBe(seconds);
});

it('refuses other texts, and more minutes or seconds than a clock has', () => {
  for (const text of [
    '',
    'x',
    ':',
    '1:',
    '-1',
    '1:2:3:4',
    '1:60',
    '1:60:00',
    '1e3',
    '1:1.2.3',
    '0x10',
    '9999999',
    '1 2',
  ])
    expect(parseClock(text), text).toBe(null);
});
