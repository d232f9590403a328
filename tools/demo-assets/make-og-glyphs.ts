// Writes src/features/seo/server/glyphs.json: the outlines of Vazirmatn ExtraBold that a title is drawn with at the edge,
// where there is neither a font renderer nor a shaper. HarfBuzz shapes every letter in each of its joined forms here, once. Run
// it again when the package or the set of characters changes; its output is committed.
import { readFile, writeFile } from 'node:fs/promises';
import * as hb from 'harfbuzzjs';

/** An advance and an SVG path. */
type Form = [advance: number, path: string];

/** Units of an em in the output. */
const EM = 1000;
const ZWJ = '\u200d';
const LETTERS = Array.from('ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگیۀـ');
const LIGATURES = ['لا', 'لآ', 'لأ', 'لإ'];
const OTHERS = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...Array.from('«»–—…·×‹›“”‘’،؛؟٪۰۱۲۳۴۵۶۷۸۹'),
  ...Array.from('ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĆćČčĐđĒēĘęĞğĪīİıŁłŃńŌōŒœŘřŚśŞşŠšŪūŽžŻż'),
];

const file = await readFile(new URL('../../node_modules/vazirmatn/fonts/ttf/Vazirmatn-ExtraBold.ttf', import.meta.url));
const face = new hb.Face(new hb.Blob(new Uint8Array(file).buffer));
const font = new hb.Font(face);
const scale = EM / face.upem;

/** Shapes a text; returns its advance and one SVG path, y upwards, in units of EM; null where the font lacks it. */
function outline(text: string): Form | null {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let x = 0;
  let path = '';
  for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
    if (codepoint === 0) return null;
    const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    path += moved(font.glyphToPath(codepoint), x + xOffset, yOffset);
    x += xAdvance;
  }
  return [Math.round(x * scale), path];
}

function moved(path: string, dx: number, dy: number): string {
  return path.replace(/([MLQC])([^MLQCZ]*)/g, (_, command: string, numbers: string) => {
    const values = numbers.trim().split(/[ ,]+/).map(Number);
    const written = values.map((value, index) => Math.round((value + (index % 2 === 0 ? dx : dy)) * scale));
    return command + written.join(' ');
  });
}

const glyphs: Record<string, Form[]> = {};
for (const letter of [...LETTERS, ...LIGATURES]) {
  const forms = [letter, letter + ZWJ, ZWJ + letter + ZWJ, ZWJ + letter].map(outline);
  if (forms.every((form) => form !== null)) glyphs[letter] = forms;
}
for (const character of OTHERS) {
  const form = outline(character);
  if (form) glyphs[character] = [form];
}

/** Letters that join only to the one before them. */
const RIGHT_JOINING = new Set('آأؤإاةدذرزوژۀ');
const variants: Record<number, Form> = {};
const next: Record<string, string> = {};
const previous: Record<string, string> = {};
const kern: Record<string, number> = {};

/** The glyphs with ink of a shaped text from left to right, and its whole advance in font units. */
function shapeGlyphs(text: string): { ids: number[]; width: number } {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const ids = buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
  const width = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { ids: ids.filter((id) => font.glyphToPath(id) !== ''), width };
}

function variant(id: number): string {
  variants[id] ??= [Math.round(font.glyphHAdvance(id) * scale), moved(font.glyphToPath(id), 0, 0)];
  return String(id);
}

/** Compares a letter alone and beside a neighbour: outline (dots that would touch give way), and the space between. */
function compare(first: string, second: string, joinedBefore: boolean, joinedAfter: boolean): void {
  const joins = first !== 'ء' && second !== 'ء' && !RIGHT_JOINING.has(first);
  const whole = shapeGlyphs((joinedBefore ? ZWJ : '') + first + second + (joinedAfter ? ZWJ : ''));
  const a = shapeGlyphs((joinedBefore ? ZWJ : '') + first + (joins ? ZWJ : ''));
  const b = shapeGlyphs((joins ? ZWJ : '') + second + (joinedAfter ? ZWJ : ''));
  // Bound to one glyph: a ligature, which stands above.
  if (whole.ids.length !== 2 || a.ids.length !== 1 || b.ids.length !== 1) return;
  const formA = joinedBefore ? (joins ? 2 : 3) : joins ? 1 : 0;
  const formB = joins ? (joinedAfter ? 2 : 3) : joinedAfter ? 1 : 0;
  const [left = 0, right = 0] = whole.ids;
  if (right !== a.ids[0]) next[`${first}${formA}${second}${formB}`] = variant(right);
  if (left !== b.ids[0]) previous[`${first}${formA}${second}${formB}`] = variant(left);
  const space = Math.round((whole.width - font.glyphHAdvance(left) - font.glyphHAdvance(right)) * scale);
  if (space !== 0) kern[`${first}${second}${formB}`] = space;
}

for (const first of LETTERS) {
  for (const second of LETTERS) {
    for (const before of first === 'ء' ? [false] : [false, true]) {
      for (const after of RIGHT_JOINING.has(second) || second === 'ء' ? [false] : [false, true]) {
        compare(first, second, before, after);
      }
    }
  }
}

/** Outlines of a letter between two neighbours that neither neighbour alone predicts. */
const around: Record<string, string> = {};
for (const before of LETTERS) {
  for (const letter of LETTERS) {
    for (const after of LETTERS) {
      for (const start of [false, true]) {
        for (const end of [false, true]) compareMiddle(before, letter, after, { start, end });
      }
    }
  }
}

/** `start` and `end`: whether the outer letters begin and end their joined run. */
function compareMiddle(
  before: string,
  letter: string,
  after: string,
  { start, end }: { start: boolean; end: boolean },
): void {
  const back = before !== 'ء' && letter !== 'ء' && !RIGHT_JOINING.has(before);
  const on = letter !== 'ء' && after !== 'ء' && !RIGHT_JOINING.has(letter);
  if (!back && !on) return;
  if (!start && before === 'ء') return;
  if (!end && (after === 'ء' || RIGHT_JOINING.has(after))) return;
  const formBefore = start ? (back ? 1 : 0) : back ? 2 : 3;
  const form = back ? (on ? 2 : 3) : on ? 1 : 0;
  const formAfter = on ? (end ? 3 : 2) : end ? 0 : 1;
  const whole = shapeGlyphs((start ? '' : ZWJ) + before + letter + after + (end ? '' : ZWJ));
  if (whole.ids.length !== 3) return;
  const alone = shapeGlyphs((back ? ZWJ : '') + letter + (on ? ZWJ : ''));
  const foretold =
    next[`${letter}${form}${after}${formAfter}`] ??
    previous[`${before}${formBefore}${letter}${form}`] ??
    String(alone.ids[0]);
  if (String(whole.ids[1]) === foretold) return;
  around[`${before}${formBefore}${letter}${form}${after}${formAfter}`] = variant(whole.ids[1] ?? 0);
}

const text = `${JSON.stringify({ glyphs, variants, next, previous, around, kern }).replaceAll(']],"', ']],\n"')}\n`;
await writeFile(new URL('../../src/features/seo/server/glyphs.json', import.meta.url), text);
console.log(
  `${Object.keys(glyphs).length} characters, ${Object.keys(variants).length} variants, ${(text.length / 1000).toFixed(0)} kB`,
);
