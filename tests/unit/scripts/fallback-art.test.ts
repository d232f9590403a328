import { expect, test } from 'vitest';
import { drawFallbackArt, isFallbackKind } from '../../../src/features/titles/fallback-art.ts';

test('is the same for the same title and another for another', () => {
  expect(drawFallbackArt('movie', 7)).toBe(drawFallbackArt('movie', 7));
  const drawings = new Set(Array.from({ length: 50 }, (_, id) => drawFallbackArt('movie', id)));
  expect(drawings.size).toBe(50);
});

test('is drawn in the shape of its kind', () => {
  expect(drawFallbackArt('series', 1)).toContain('viewBox="0 0 480 720"');
  expect(drawFallbackArt('backdrop', 1)).toContain('viewBox="0 0 1280 720"');
  expect(drawFallbackArt('person', 1)).toContain('viewBox="0 0 240 240"');
});

test('is a whole and plain SVG: no text, no script, no reference outside, no broken number', () => {
  const svg = drawFallbackArt('movie', 999_999_999);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/);
  expect(svg).not.toMatch(/<(text|script|image|use)|href|NaN|undefined/);
  expect(svg.length).toBeLessThan(1500);
});

test('knows its kinds and nothing of the prototype', () => {
  expect(isFallbackKind('episode')).toBe(true);
  expect(isFallbackKind('toString')).toBe(false);
  expect(isFallbackKind('nothing')).toBe(false);
});
