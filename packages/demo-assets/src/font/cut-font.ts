// @ts-expect-error The package has no types.
import untypedSubset from 'subset-font';
import { roundAnchors } from './anchors.ts';
import { convertFont } from './convert.ts';
import { readGlyphs } from './read-glyphs.ts';
import { readTables, writeTables } from './sfnt.ts';
import { simplifyContour } from './simplify.ts';
import { writeGlyphs } from './write-glyphs.ts';

const subset = untypedSubset as (font: Buffer, text: string, options: object) => Promise<Buffer>;

/** The weights of the style sheets. */
const WEIGHT = { min: 400, max: 800, default: 400 };
/** Shaping, marks, kerning and ligatures, which are on by default, and the tabular figures of clocks and prices. */
const FEATURES = ['calt', 'ccmp', 'fina', 'init', 'kern', 'liga', 'mark', 'medi', 'mkmk', 'rlig', 'tnum'];
/** Advances are in gvar also; STAT is for menus of fonts, gasp and prep for hinting, which the font does not have. */
const DROPPED = ['HVAR', 'STAT', 'gasp', 'prep'];
/** The licence (OFL), beside the names and the copyright, which are always kept. */
const NAMES = [13];
/** Font units; 2048 are one em, so 8 units are a sixteenth of a pixel at 16 px. */
const TOLERANCE = 5;
const STEP = 8;
const ANCHOR_STEP = 16;

/** A variable WOFF2 of `characters` with simplified outlines. Advances and kerning are exactly those of the source. */
export async function cutFont(source: Buffer, characters: string): Promise<Buffer> {
  const font = roundAnchors(await convertFont(source, 'truetype'), ANCHOR_STEP);
  const options = {
    variationAxes: { wght: WEIGHT },
    keepFeatures: FEATURES,
    dropTables: DROPPED,
    preserveNameIds: NAMES,
  };
  const tables = readTables(await subset(font, characters, { ...options, targetFormat: 'truetype' }));
  const glyphs = readGlyphs(tables);
  for (const glyph of glyphs)
    glyph.contours = glyph.contours.map((contour) => [...simplifyContour(contour, TOLERANCE)]);
  writeGlyphs(tables, glyphs, STEP);
  return convertFont(writeTables(tables), 'woff2');
}
