import * as hb from 'harfbuzzjs';
import { convertFont } from './convert.ts';

const listRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Every page has these; the files vazirmatn-latin and vazirmatn-rest have the others. */
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

const LAST_LATIN = 0x24f;

/** The characters of the font that FIRST_CHARACTERS has not: accented Latin, as in names of people, and the others. */
export async function listRest(source: Buffer): Promise<{ latin: string; others: string }> {
  const first = new Set(FIRST_CHARACTERS);
  const rest = listCovered(await convertFont(source, 'truetype')).filter(
    (code) => !first.has(String.fromCodePoint(code)),
  );
  const join = (codes: number[]) => codes.map((code) => String.fromCodePoint(code)).join('');
  return {
    latin: join(rest.filter((code) => code <= LAST_LATIN)),
    others: join(rest.filter((code) => code > LAST_LATIN)),
  };
}
