import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cutFont } from '../src/font/cut-font.ts';
import { openFace, shapeText } from '../src/font/shape.ts';
import { FONT_SOURCE } from '../src/font/source.ts';

test('a cut font has its characters alone, in a tenth of the bytes, and shapes them as the whole font does', async () => {
  const source = readFileSync(FONT_SOURCE.variable);
  const text = 'سلام دنیا 2026';
  const font = await cutFont(source, text);
  expect(font.length).toBeLessThan(source.length / 10);
  const [cut, original] = [await openFace(font), await openFace(source)];
  expect(cut.collectUnicodes()).toHaveLength(new Set(text).size);
  const [glyphs, complete] = [shapeText(cut, text, 700), shapeText(original, text, 700)];
  expect(glyphs).toHaveLength(complete.length);
  // Advances of a weight between the masters are rounded.
  glyphs.forEach(({ xAdvance = 0 }, at) =>
    expect(Math.abs(xAdvance - (complete[at]?.xAdvance ?? NaN))).toBeLessThanOrEqual(1),
  );
});
