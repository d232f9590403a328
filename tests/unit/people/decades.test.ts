import { expect, it } from 'vitest';
import { groupByDecade } from '../../../src/features/people/decades.ts';

const JALALI = 621;
const works = [2022, 2011, 2010, 2009, 0].map((year) => ({ year }));
const read = (offset: number) =>
  groupByDecade(works, offset).map(({ decade, works: group }) => [decade, ...group.map(({ year }) => year)]);

it('groups works by decade in their order; those of an unknown year are a group of their own', () => {
  expect(read(0)).toEqual([
    [2020, 2022],
    [2010, 2011, 2010],
    [2000, 2009],
    [null, 0],
  ]);
});

it('counts decades in the calendar of the page', () => {
  expect(read(JALALI)).toEqual([
    [1400, 2022],
    [1390, 2011],
    [1380, 2010, 2009],
    [null, 0],
  ]);
});

it('of nothing makes nothing', () => {
  expect(groupByDecade([], 0)).toEqual([]);
});
