import * as hb from 'harfbuzzjs';
import { convertFont } from './convert.ts';

export type Face = hb.Face;

/** Opens a WOFF2 or TrueType font. */
export async function openFace(font: Buffer): Promise<Face> {
  return new hb.Face(new hb.Blob(await convertFont(font, 'truetype')));
}

/** The glyphs of a text at a weight, as a browser places them; positions in font units. */
export function shapeText(face: Face, text: string, weight: number) {
  const font = new hb.Font(face);
  font.setVariations([new hb.Variation('wght', weight)]);
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  return buffer.getGlyphInfosAndPositions();
}
