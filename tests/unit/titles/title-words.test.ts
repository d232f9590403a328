import { expect, test } from 'vitest';
import { getQualityBadge, hasNumber, isNew } from '../../../src/features/titles/ui/title-words.ts';

test('an episode’s name says its number only as a word of its own, in either digits', () => {
  const says = (name: string, number: number) => hasNumber(name, number);
  expect([says('قسمت ۳', 3), says('Part 3', 3), says('Part 3: Dawn', 3), says('۳. آغاز', 3)]).toEqual(
    Array<boolean>(4).fill(true),
  );
  expect([says('Apollo 11', 1), says('۱۲ مرد', 2), says('1:23:45', 1), says('Dawn', 1)]).toEqual(
    Array<boolean>(4).fill(false),
  );
});

test('a day of the last two weeks is new, in Tehran', () => {
  const now = Date.parse('2026-11-29T00:30:00+03:30') / 1000;
  expect(['2026-11-29', '2026-11-16'].map((day) => isNew(day, now))).toEqual([true, true]);
  expect(['2026-11-30', '2026-11-15', null].map((day) => isNew(day, now))).toEqual([false, false, false]);
});

test('the badge is that of the best rendition', () => {
  expect([null, 480, 720, 1080, 2160].map(getQualityBadge)).toEqual([null, null, 'HD', 'Full HD', '4K']);
});
