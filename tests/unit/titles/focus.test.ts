import { expect, test } from 'vitest';
import { getFocusClasses } from '../../../src/features/titles/ui/focus.ts';

test('the picture of a head is cropped at its subject, which never lies under the text', () => {
  const classes = (focus: number | null) => [getFocusClasses(focus, 'fa'), getFocusClasses(focus, 'en')];
  expect(classes(null)).toEqual(['hero-art', 'hero-art']);
  expect(classes(45)).toEqual(['hero-art', 'hero-art']);
  expect(classes(33)).toEqual(['hero-art focus-1', 'hero-art focus-1 turned']);
  expect(classes(0)).toEqual(['hero-art focus-0', 'hero-art focus-0 turned']);
  expect(classes(67)).toEqual(['hero-art focus-2 turned', 'hero-art focus-2']);
  expect(classes(100)).toEqual(['hero-art focus-3 turned', 'hero-art focus-3']);
});
