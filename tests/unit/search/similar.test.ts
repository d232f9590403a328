import { expect, test } from 'vitest';
import { chooseSimilarWords, computeSimilarity } from '../../../src/features/search/query/similar.ts';

test('words are alike by their pairs of letters', () => {
  expect(computeSimilarity('باران', 'باران')).toBe(1);
  expect(computeSimilarity('chernobil', 'chernobyl')).toBeGreaterThan(0.7);
  expect(computeSimilarity('باران', 'دریا')).toBeLessThan(0.5);
});

test('the most similar words come first, and others are left out', () => {
  expect(chooseSimilarWords(['chernobil'], ['cherry', 'chernobyl', 'dark'])).toEqual(['chernobyl']);
  expect(chooseSimilarWords(['12'], ['12'])).toEqual([]);
});
