import * as hb from 'harfbuzzjs';
import { convertFont } from './convert.ts';

const listRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Every page has these; public/fonts/vazirmatn-rest.woff2 has the others. */
export const FIRST_CHARACTERS = [
  listRange(0x20, 0x7e),
  '\u{a0}«»–—…·×•‹›“”‘’©−\u{200c}\u{200d}\u{200e}\u{200f}٫٬،؛؟٪ـ',
  'ءآأؤإئابتثجحخدذرزسشصضطظعغفقلمنهوىيپچژکگیةۀك',
  // Fathatan, dammatan, kasratan, fatha, damma, kasra, shadda, sukun, superscript alef, hamza above.
  '\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}\u{650}\u{651}\u{652}\u{670}\u{654}',
  listRange(0x6f0, 0x6f9),
].join('');

/** The code points that a font has a glyph for. */
function listCovered(font: Uint8Array): number[] {
  const face = new hb.Face(new hb.Blob(font));
  return [...face.collectUnicodes()];
}

export async function listRest(source: Buffer): Promise<string> {
  const first = new Set(FIRST_CHARACTERS);
  return listCovered(await convertFont(source, 'truetype'))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !first.has(character))
    .join('');
}
