/**
 * Advance widths of Vazirmatn Black in thousandths of an em, so that a title can be fitted
 * without loading a font: Black is the widest weight, so what fits in it fits in all of them.
 */

/** Letter, then advance alone, at the end, at the start and in the middle of a joined run; depth alone or at the end; depth inside; height. */
const LETTERS = `
ء 444 444 444 444 51 51 418|آ 271 281 271 281 0 0 814|أ 271 281 271 281 0 0 893
ؤ 474 455 474 455 267 267 689|إ 271 281 271 281 295 295 687|ئ 730 664 321 358 251 0 676
ا 271 271 271 271 0 0 687|ب 904 944 310 347 236 236 417|ة 496 538 496 538 0 0 755
ت 904 944 321 358 0 0 643|ث 904 944 321 358 0 0 753|ج 699 703 685 682 337 236 484
ح 699 699 699 699 337 337 484|خ 699 703 685 682 337 0 714|د 508 547 508 547 0 0 559
ذ 508 547 508 547 0 0 778|ر 372 401 372 401 267 267 337|ز 372 401 372 401 267 267 582
س 1211 1251 803 844 251 0 411|ش 1211 1251 803 844 251 0 708|ص 1277 1286 852 860 251 0 452
ض 1277 1286 852 860 251 0 697|ط 770 778 667 675 0 0 687|ظ 770 778 667 675 0 0 697
ع 648 616 536 572 337 0 559|غ 648 616 536 572 337 0 797|ف 896 944 472 498 0 0 809
ق 721 703 472 498 251 0 792|ك 916 924 458 511 0 0 700|ل 674 685 308 318 242 0 687
م 624 648 548 573 311 11 409|ن 706 736 300 337 251 0 648|ه 496 538 710 498 0 200 560
و 474 474 474 474 267 267 416|ي 730 664 326 363 478 232 439|پ 904 944 326 363 333 333 417
چ 699 703 685 682 337 333 484|ژ 372 401 372 401 267 267 667|ک 905 957 458 511 0 0 700
گ 905 957 458 511 0 0 825|ی 730 664 326 363 251 232 439|ۀ 496 538 496 538 0 0 893
`;

/** Marks and digits with their one advance. */
const MARKS =
  '،311 ؟440 ؛311 «482 »482 !301 .311 :311 -486 –657 …775 (356 )356 /351 ـ276 ۰451 ۱318 ۲553 ۳688 ۴601 ۵619 ۶516 ۷618 ۸618 ۹506';

/** Latin, likewise; a space is 256. */
const LATIN = `0580 1580 2580 3580 4580 5580 6580 7580 8580 9580 !301 &674 '154 (356 )356 ,270
-486 .311 :311 ?510 A681 B646 C656 D647 E560 F547 G682 H703 I302 J562 K640 L542
M876 N702 O690 P651 Q690 R652 S626 T631 U665 V661 W869 X639 Y628 Z610 a531 b563
c520 d563 e545 f363 g576 h564 i275 j271 k547 l275 m861 n564 o562 p563 q562 r379
s513 t344 u564 v517 w726 x515 y518 z515 ·321 –657 ’243`;

interface Glyph {
  alone: number;
  end: number;
  start: number;
  middle: number;
  depth: number;
  innerDepth: number;
  height: number;
}

const glyphs = new Map<string, Glyph>();
for (const row of LETTERS.trim().split(/[|\n]/)) {
  const [letter = '', ...numbers] = row.split(' ');
  const [alone = 0, end = 0, start = 0, middle = 0, depth = 0, innerDepth = 0, height = 0] = numbers.map(Number);
  glyphs.set(letter, { alone, end, start, middle, depth, innerDepth, height });
}
const simple = new Map<string, number>([[' ', 256]]);
for (const entry of [...MARKS.split(' '), ...LATIN.split(/\s+/)]) {
  // The first code point is the character even where it is itself a digit.
  const character = entry.slice(0, 1);
  simple.set(character, Number(entry.slice(1)));
}

const RIGHT_JOINING = new Set('آأؤإاةدذرزوژۀ');
const isMark = (c: string): boolean => /\p{Mn}/u.test(c);
const isSilent = (c: string): boolean => /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(c);

/** Ink of one line of text, in ems. */
export interface Ink {
  width: number;
  height: number;
  depth: number;
}

/** Measures one line as the shaper would set it: joined forms, marks without advance, unknown characters wide. */
export function measure(text: string): Ink {
  const letters = [...text].filter((c) => !isMark(c));
  let width = 0;
  let height = 540;
  let depth = 20;
  letters.forEach((c, i) => {
    const glyph = glyphs.get(c);
    if (!glyph) {
      if (!isSilent(c)) {
        const plain = c.normalize('NFD').slice(0, 1);
        width += simple.get(c) ?? simple.get(plain) ?? 700;
        if (c !== ' ') height = Math.max(height, 730);
      }
      return;
    }
    const before = letters[i - 1] ?? ' ';
    const after = letters[i + 1] ?? ' ';
    const joinsBefore =
      c !== 'ء' && (before === 'ـ' || (glyphs.has(before) && !RIGHT_JOINING.has(before) && before !== 'ء'));
    const joinsAfter = c !== 'ء' && !RIGHT_JOINING.has(c) && (after === 'ـ' || (glyphs.has(after) && after !== 'ء'));
    width += joinsBefore ? (joinsAfter ? glyph.middle : glyph.end) : joinsAfter ? glyph.start : glyph.alone;
    height = Math.max(height, glyph.height);
    depth = Math.max(depth, joinsAfter ? glyph.innerDepth : glyph.depth);
  });
  // Marks sit above the letters and need room of their own.
  if ([...text].some(isMark)) height += 120;
  // Contextual long forms (as in «یی») widen a few words beyond the table.
  return { width: (width * 1.05) / 1000, height: height / 1000, depth: depth / 1000 };
}
