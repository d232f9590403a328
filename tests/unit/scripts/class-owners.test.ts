import { describe, expect, it } from 'vitest';
import { sharedClasses } from '../../../scripts/check/class-owners.ts';

const UI = 'src/platform/ui/a.css';
const TITLES = 'src/features/titles/ui/b.css';
const PEOPLE = 'src/features/people/ui/c.css';
const check = (...sheets: [string, string][]) =>
  sharedClasses(sheets.map(([path, text]) => ({ path, text }))).map(({ file, line }) => `${file}:${String(line)}`);

describe('a class styled by two rooms', () => {
  it.each<[string, string, string]>([
    ['by itself', '.facing { display: grid; }', '.x {}\n.facing { scale: -1 1; }'],
    ['under an attribute', '.facing { display: grid; }', "\n[dir='rtl'] .facing { scale: -1 1; }"],
    ['in a media query', '.facing { display: grid; }', '@media print {\n.facing { display: none; }}'],
    ['in a list', '.facing { display: grid; }', '\n.x, .facing { display: none; }'],
    ['in brackets', '.facing { display: grid; }', '\n:is(.facing, b) { display: none; }'],
    ['within a class of nobody', '.facing {} .shared {}', '.shared {}\n.shared .facing {}'],
  ])('is found %s', (_, one, other) => {
    expect(check([UI, one], [TITLES, other])).toContain(`${TITLES}:2`);
  });

  it.each<[string, string, string]>([
    ['that is only near', '.facing { display: grid; }', '.y:not(.facing) {} .y:has(.facing) {} .facing .y {}'],
    ['in a comment', '.facing {}', '/* .facing {} */ .y {}'],
    ['within a class of the other room', '.facing {}', '.y {} .y > .facing {}'],
    ['within a class that only the other room names', '.facing {}', '.y .facing {}'],
    ['beside a class of the other room', '.facing {}', '.facing:has(.y) {}'],
  ])('is no fault %s', (_, one, other) => {
    expect(check([UI, one], [PEOPLE, other])).toEqual([]);
  });

  it('may be in two sheets of one room', () => {
    expect(check([UI, '.facing {}'], ['src/platform/ui/d.css', '.facing {}'])).toEqual([]);
  });
});
