import { expect, test } from 'vitest';
import { getFocusClasses } from '../../../src/features/titles/ui/focus.ts';

test('the picture of a head is cropped at its subject, which never lies under the text', () => {
  const classes = (focus: number | null) => [
    getFocusClasses({ focus_x: focus }, 'fa'),
    getFocusClasses({ focus_x: focus }, 'en'),
  ];
  expect(classes(null)).toEqual(['hero-art', 'hero-art']);
  expect(classes(45)).toEqual(['hero-art', 'hero-art']);
  expect(classes(33)).toEqual(['hero-art focus-1', 'hero-art focus-1 turned']);
  expect(classes(0)).toEqual(['hero-art focus-0', 'hero-art focus-0 turned']);
  expect(classes(67)).toEqual(['hero-art focus-2 turned', 'hero-art focus-2']);
  expect(classes(100)).toEqual(['hero-art focus-3 turned', 'hero-art focus-3']);
});

test('a wide head is cropped at the height of its subject', () => {
  const crop = (focus_y: number | null) => getFocusClasses({ focus_x: 33, focus_y }, 'fa');
  expect([crop(null), crop(46)]).toEqual(['hero-art focus-1', 'hero-art focus-1']);
  expect([crop(12), crop(80)]).toEqual(['hero-art focus-1 focus-top', 'hero-art focus-1 focus-low']);
});
