import * as hb from 'harfbuzzjs';
import { openDisplayFont } from '../font/display-face.ts';
import { n } from './canvas.ts';
import type { Colour } from './colour.ts';

export type Language = 'fa' | 'en';

interface Style {
  /** Files of @fontsource packages. */
  fa: string;
  en: string;
  /** English in capitals. */
  capitals?: true;
}

/** Lettering that suits a kind of film. */
const STYLES = {
  farsi: { fa: 'lalezar-arabic-400', en: 'abril-fatface-latin-400' },
  comic: { fa: 'lalezar-arabic-400', en: 'righteous-latin-400' },
  crime: { fa: 'rakkas-arabic-400', en: 'bebas-neue-latin-400', capitals: true },
  classic: { fa: 'noto-nastaliq-urdu-arabic-700', en: 'playfair-display-latin-800' },
  history: { fa: 'aref-ruqaa-arabic-700', en: 'cinzel-latin-800', capitals: true },
  future: { fa: 'reem-kufi-arabic-700', en: 'righteous-latin-400', capitals: true },
  modern: { fa: 'el-messiri-arabic-700', en: 'playfair-display-latin-800' },
  bold: { fa: 'noto-kufi-arabic-arabic-800', en: 'bebas-neue-latin-400', capitals: true },
  tale: { fa: 'lemonada-arabic-700', en: 'righteous-latin-400' },
  child: { fa: 'baloo-bhaijaan-2-arabic-800', en: 'baloo-bhaijaan-2-latin-800' },
} satisfies Record<string, Style>;

type StyleName = keyof typeof STYLES;

interface Subject {
  year: number;
  genres: readonly string[];
  countries: readonly string[];
}

const BY_GENRE: readonly (readonly [genres: string, style: StyleName])[] = [
  ['animation fantasy', 'tale'],
  ['children', 'child'],
  ['documentary sport', 'bold'],
  ['scifi', 'future'],
  ['comedy', 'comic'],
  ['history biography war', 'history'],
  ['crime thriller mystery horror action western', 'crime'],
  ['romance musical', 'classic'],
];

/** The style of a title: the film-farsi of its time, else by genre, else by era. */
export function chooseStyle({ year, genres, countries }: Subject): StyleName {
  if (countries.includes('IR') && year < 1980) return 'farsi';
  const fit = BY_GENRE.find(([listed]) => listed.split(' ').some((genre) => genres.includes(genre)));
  if (fit) return fit[1];
  return year < 2000 ? 'classic' : year % 2 ? 'modern' : 'future';
}

interface Line {
  d: (x: number, y: number, scale: number) => string;
  width: number;
  left: number;
  /** Ink above and below the base line, in em. */
  rise: number;
  drop: number;
}

/** A space, in em: the Arabic files of the packages have none. */
const SPACE = 0.24;

/** Brackets of the Latin file, set from right to left. */
const MIRRORED: Readonly<Record<string, string>> = Object.fromEntries(
  ['«»', '»«', '()', ')(', '[]', ']['].map(([sign = '', other = '']) => [sign, other]),
);

function shapeText(font: hb.Font, text: string) {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  return buffer.getGlyphInfosAndPositions();
}

/** Words of one line as outlines, in em. Signs that the file lacks come from the Latin file of its family. */
function shapeLine(file: string, text: string): Line {
  const font = openDisplayFont(file);
  const em = font.face.upem;
  let pen = 0;
  // A line of Persian is one run from right to left; its numbers run the other way.
  const logical = file.includes('-arabic-') ? text.replace(/[\d۰-۹٫.]+/g, (run) => [...run].reverse().join('')) : text;
  const glyphs = shapeText(font, logical).map(({ codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
    const sign = logical.charAt(cluster);
    const spare = codepoint === 0 && sign !== ' ' ? openDisplayFont(file.replace(/-arabic-(\d+)$/, '-latin-$1')) : font;
    const other = spare === font ? undefined : shapeText(spare, MIRRORED[sign] ?? sign)[0];
    const scale = em / spare.face.upem;
    const id = other?.codepoint ?? codepoint;
    const commands = id === 0 ? [] : spare.glyphToJson(id);
    const placed = {
      commands:
        scale === 1
          ? commands
          : commands.map(({ type, values }) => ({ type, values: values.map((value) => value * scale) })),
      x: pen + xOffset,
      y: yOffset,
    };
    pen += sign === ' ' && codepoint === 0 ? SPACE * em : other ? (other.xAdvance ?? 0) * scale : xAdvance;
    return placed;
  });
  let [left, right, rise, drop] = [Infinity, -Infinity, -Infinity, Infinity];
  for (const { commands, x, y } of glyphs)
    for (const { values } of commands)
      for (let at = 0; at + 1 < values.length; at += 2) {
        const [px, py] = [x + (values[at] ?? 0), y + (values[at + 1] ?? 0)];
        [left, right] = [Math.min(left, px), Math.max(right, px)];
        [rise, drop] = [Math.max(rise, py), Math.min(drop, py)];
      }
  if (left === Infinity) throw new Error(`nothing to draw in «${text}»`);
  const d = (atX: number, atY: number, scale: number): string =>
    glyphs
      .map(({ commands, x, y }) =>
        commands
          .map(({ type, values }) => {
            const points = values.map((value, at) =>
              n(at % 2 ? atY - ((y + value) / em) * scale : atX + ((x + value) / em) * scale),
            );
            return type + points.join(' ');
          })
          .join(''),
      )
      .join('');
  return { d, width: (right - left) / em, left: left / em, rise: rise / em, drop: drop / em };
}

/** False where the style's face lacks a sign of the name, which would then be left out. */
export function canSetName(name: string, language: Language, style: StyleName): boolean {
  const { fa, en, capitals }: Style = STYLES[style];
  const file = language === 'fa' ? fa : en;
  const fonts = [file, ...(language === 'fa' ? [file.replace(/-arabic-(\d+)$/, '-latin-$1')] : [])].map(
    openDisplayFont,
  );
  const text = language === 'en' && capitals ? name.toUpperCase() : name;
  const signs = new Set(text.replace(/[\s\p{Cf}]/gu, ''));
  return signs.size > 0 && [...signs].every((sign) => fonts.some((font) => shapeText(font, sign)[0]?.codepoint !== 0));
}

const ARTICLE = /^an?$/i;

/** All ways to break words into so many lines. "A" has none of its own. */
function breakWords(words: readonly string[], lines: number): string[][] {
  if (lines === 1) return words.length === 1 && ARTICLE.test(words[0] ?? '') ? [] : [[words.join(' ')]];
  return Array.from({ length: words.length - lines + 1 }, (_, at) =>
    at === 0 && ARTICLE.test(words[0] ?? '')
      ? []
      : breakWords(words.slice(at + 1), lines - 1).map((rest) => [words.slice(0, at + 1).join(' '), ...rest]),
  ).flat();
}

const MAX_LINES = 4;
/** Between the ink of two lines, in em. */
const LEADING = 0.14;

export interface Lettering {
  svg: string;
  /** The ink's own height. */
  height: number;
  width: number;
}

interface LineBox {
  x: number;
  y: number;
  w: number;
  h: number;
  align: 'start' | 'middle' | 'end';
  /** Place of the block in its height. */
  stand: 'top' | 'middle' | 'foot';
  fill: Colour;
  /** The largest size, pixels of an em. */
  limit?: number;
}

/** A name set as large as its place allows, in as many lines as make it largest. Left to right: x is the left edge. */
export function setName(name: string, language: Language, style: StyleName, box: LineBox): Lettering {
  const { fa, en, capitals }: Style = STYLES[style];
  const file = language === 'fa' ? fa : en;
  const text = language === 'en' && capitals ? name.toUpperCase() : name;
  const words = text.split(' ').filter(Boolean);
  const cache = new Map<string, Line>();
  const getLine = (part: string): Line => {
    const line = cache.get(part) ?? shapeLine(file, part);
    cache.set(part, line);
    return line;
  };
  const best = Array.from({ length: Math.min(MAX_LINES, words.length) }, (_, at) => breakWords(words, at + 1))
    .flat()
    .map((texts) => {
      const lines = texts.map(getLine);
      const width = Math.max(...lines.map((line) => line.width));
      const height =
        lines.reduce((sum, { rise, drop }) => sum + rise - drop, 0) + LEADING * Math.max(0, lines.length - 1);
      return { lines, width, height, size: Math.min(box.w / width, box.h / height, box.limit ?? Infinity) };
    })
    .reduce((a, b) => (b.size > a.size ? b : a));
  const { lines, size } = best;
  const height = best.height * size;
  let y = box.y + { top: 0, middle: (box.h - height) / 2, foot: box.h - height }[box.stand];
  const d = lines
    .map((line) => {
      const free = box.w - line.width * size;
      const x = box.x + { start: 0, middle: free / 2, end: free }[box.align] - line.left * size;
      const base = y + line.rise * size;
      y = base - line.drop * size + LEADING * size;
      return line.d(x, base, size);
    })
    .join('');
  return { svg: `<path d="${d}" fill="${box.fill}"/>`, height, width: best.width * size };
}
