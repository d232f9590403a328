import { expect, test } from 'vitest';
import { findCycles } from '../../../tools/lib/import-graph.ts';

const toGraph = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

test('a circle of imports is its path back to itself', () => {
  expect(findCycles(toGraph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [] }))).toEqual([['a', 'b', 'c', 'a']]);
  expect(findCycles(toGraph({ a: ['a'] }))).toEqual([['a', 'a']]);
  expect(findCycles(toGraph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});
