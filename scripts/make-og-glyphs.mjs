// Writes src/server/modules/og/glyphs.json: the outlines of Vazirmatn ExtraBold that a title is drawn with at the edge,
// where there is neither a font renderer nor a shaper. HarfBuzz shapes every letter in each of its joined forms here, once. Run
// it again when the package or the set of characters changes; its output is committed.
import { readFile, writeFile } from 'node:fs/promises';
import * as hb from 'harfbuzzjs';

/** Units of an em in the output. */
const EM = 1000;
const ZWJ = '\u200d';
const LETTERS = [...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگیۀـ'];
const LIGATURES = ['لا', 'لآ', 'لأ', 'لإ'];
const OTHERS = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'«»–—…·×‹›“”‘’،؛؟٪۰۱۲۳۴۵۶۷۸۹',
  ...'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĆćČčĐđĒēĘęĞğĪīİıŁłŃńŌōŒœŘřŚśŞşŠšŪūŽžŻż',
];

const file = await readFile(new URL('../node_modules/vazirmatn/fonts/ttf/Vazirmatn-ExtraBold.ttf', import.meta.url));
const face = new hb.Face(new hb.Blob(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)));
const font = new hb.Font(face);
const scale = EM / face.upem;

/** Shapes a text; returns its advance and one SVG path, y upwards, in units of EM; null where the font lacks it. */
function outline(text) {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let x = 0;
  let path = '';
  for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
    if (codepoint === 0) return null;
    const { xAdvance, xOffset, yOffset } = positions[index];
    path += moved(font.glyphToPath(codepoint), x + xOffset, yOffset);
    x += xAdvance;
  }
  return [Math.round(x * scale), path];
}

function moved(path, dx, dy) {
  return path.replace(/([MLQC])([^MLQCZ]*)/g, (_, command, numbers) => {
    const values = numbers.trim().split(/[ ,]+/).map(Number);
    const written = values.map((value, index) => Math.round((value + (index % 2 === 0 ? dx : dy)) * scale));
    return command + written.join(' ');
  });
}

const glyphs = {};
for (const letter of [...LETTERS, ...LIGATURES]) {
  const forms = [letter, letter + ZWJ, ZWJ + letter + ZWJ, ZWJ + letter].map(outline);
  if (forms.every((form) => form !== null)) glyphs[letter] = forms;
}
for (const character of OTHERS) {
  const form = outline(character);
  if (form) glyphs[character] = [form];
}
const text = `${JSON.stringify(glyphs, null, 0).replaceAll(']],"', ']],\n"')}\n`;
await writeFile(new URL('../src/server/modules/og/glyphs.json', import.meta.url), text);
console.log(`${Object.keys(glyphs).length} characters, ${(text.length / 1000).toFixed(0)} kB`);
