import { type Art, type Box, type Canvas, disc, rect } from './canvas.ts';
import { type Colour, contrast, mix, readable } from './colour.ts';
import { COMPOSITIONS, type CompositionName } from './compositions.ts';
import { chooseStyle, type Language, setName } from './lettering.ts';
import { chooseSchemes } from './mood.ts';
import { choosePalette, type Palette, type Scheme } from './palette.ts';
import { createRng, type Rng } from './prng.ts';

/** The fields of a title that the art reads, and the composition that was assigned to it. */
export interface ArtTitle {
  id: number;
  name_fa: string;
  name_en: string;
  year: number;
  genres: readonly string[];
  countries: readonly string[];
  composition: CompositionName;
}

/** The part of a title the choice of colours hangs on; the same for poster and backdrop. */
export const getArtSeed = (t: ArtTitle): string => `${t.id}/${t.name_en}/${t.year}`;

const W = 480;
const H = 720;
const M = 32;

interface Sheet {
  palette: Palette;
  paint: (focus: Box) => Art;
  letter: (place: Box & { stand?: 'top' | 'middle' | 'foot'; limit?: number }, ground: Colour) => string;
}

const within = (y: number, h: number): Box => ({ x: M, y, w: W - 2 * M, h });

type Layout = (sheet: Sheet) => string;

/** The name under the picture. */
function foot({ paint, letter }: Sheet): string {
  const art = paint({ x: 0, y: 24, w: W, h: 484 });
  return art.svg + letter(within(536, 150), art.bottom);
}

/** The name over the picture. */
function head({ paint, letter }: Sheet): string {
  const art = paint({ x: 0, y: 214, w: W, h: 480 });
  return art.svg + letter(within(40, 150), art.top);
}

/** A large name under a smaller picture. */
function large({ paint, letter }: Sheet): string {
  const art = paint({ x: 12, y: 20, w: W - 24, h: 430 });
  return art.svg + letter({ x: 20, y: 470, w: W - 40, h: 224, limit: 210 }, art.bottom);
}

/** A block of a second colour at the foot, with the name in it. */
function slab({ palette: p, paint, letter }: Sheet): string {
  const edge = H - 186;
  const art = paint({ x: 0, y: 16, w: W, h: edge - 32 });
  const fill = secondColour(p, art);
  return art.svg + rect(0, edge, W, H - edge, fill) + letter(within(edge + 26, 134), fill);
}

/** A print with a margin of paper, as they hung in cinemas. */
function print({ palette: p, paint, letter }: Sheet): string {
  const edge = 22;
  const height = 512;
  const art = paint({ x: edge, y: edge + 14, w: W - 2 * edge, h: height - 28 });
  const paper = contrast(p.paper, art.bottom) > 1.2 ? p.paper : mix(p.paper, p.a, 0.16);
  const margin = `M0 0H${W}V${H}H0ZM${edge} ${edge}V${edge + height}H${W - edge}V${edge}Z`;
  return `${art.svg}<path d="${margin}" fill="${paper}" fill-rule="evenodd"/>${letter(within(560, 130), paper)}`;
}

/** A colour of the palette that shows on both ends of the picture. */
function secondColour(p: Palette, { top, bottom }: Art): Colour {
  const shows = (c: Colour) => contrast(c, bottom) > 1.7 && contrast(c, top) > 1.5;
  return [p.pop, p.line, p.b, p.ink, p.paper].find(shows) ?? p.ink;
}

/** Pictures that fill the sheet above, where lines would cross a name. */
const HIGH: ReadonlySet<CompositionName> = new Set<CompositionName>([
  ...([
    'forest',
    'corridor',
    'microphone',
    'metropolis',
    'lanterns',
    'chair',
    'curtain',
    'books',
    'rearMirror',
  ] as const),
  ...(['piano', 'goal', 'umbrella', 'runner', 'blinds', 'windows', 'branch', 'reeds', 'station', 'arches'] as const),
  ...(['prison', 'banknotes', 'filmstrip', 'tiles', 'collage', 'streetLamp', 'setar', 'keyhole', 'record'] as const),
]);

/** Flecks of a worn print; the same on every sheet of a scheme. */
function flecks(rng: Rng, fill: Colour): string {
  const specks = Array.from({ length: 70 }, () =>
    disc(rng.between(0, W), rng.between(0, H), rng.pick([0.7, 0.9, 1.6]), fill),
  );
  return `<g opacity="0.28">${specks.join('')}</g>`;
}

/** The colours of a title's art. */
export function choosePosterPalette(t: ArtTitle, calm = false): Palette {
  const schemes = chooseSchemes(t.genres);
  const toCalm = (scheme: Scheme): Scheme => (scheme === 'night' ? scheme : 'flat');
  const [first, ...rest] = schemes;
  const wishes: readonly [Scheme, ...Scheme[]] = calm ? [toCalm(first), ...rest.map(toCalm)] : schemes;
  return choosePalette(createRng(`palette/${getArtSeed(t)}`), wishes);
}

/**
 * Draws the poster of a title as SVG, 480×720, with its name in one language in outlines: a picture has letters of the
 * language of its page, or none.
 */
export function drawPoster(t: ArtTitle, language: Language): string {
  const rng = createRng(`poster/${getArtSeed(t)}`);
  const palette = choosePosterPalette(t);
  const style = chooseStyle(t);
  const old = t.year < 1985;
  const layouts: readonly [Layout, ...Layout[]] = [
    foot,
    foot,
    slab,
    large,
    ...(HIGH.has(t.composition) ? [] : [head, head]),
    ...(old ? [print, print, print] : []),
  ];
  const layout = rng.pick(layouts);
  const side = rng.chance(0.3) ? (language === 'fa' ? 'end' : 'start') : 'middle';
  const paint = (focus: Box): Art => {
    const canvas: Canvas = { w: W, h: H, focus, palette, rng: createRng(`art/${getArtSeed(t)}`) };
    return COMPOSITIONS[t.composition].draw(canvas);
  };
  const letter: Sheet['letter'] = ({ stand = 'middle', limit = 150, ...box }, ground) => {
    const fill = readable([ground], [palette.pop, palette.line, palette.paper, palette.ink], 4.5);
    return setName(language === 'fa' ? t.name_fa : t.name_en, language, style, {
      ...box,
      stand,
      limit,
      align: side,
      fill,
    }).svg;
  };
  const body = layout({ palette, paint, letter });
  const worn = old ? flecks(createRng(`flecks/${palette.scheme}`), palette.paper) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${body}${worn}</svg>`;
}

const MARK_WIDTH = 640;
const MARK_HEIGHT = 260;
/** Round what antialiasing spreads. */
const MARK_PAD = 1;

/** The name alone, white on nothing, from edge to edge of its ink: a page sets it on the edge of its text. */
export function drawWordmark(t: ArtTitle, language: Language): string {
  const place = { x: 0, y: 0, w: MARK_WIDTH - 2 * MARK_PAD, h: MARK_HEIGHT, stand: 'top', fill: '#ffffff' } as const;
  const [name, align] = language === 'fa' ? ([t.name_fa, 'end'] as const) : ([t.name_en, 'start'] as const);
  const { svg, width, height } = setName(name, language, chooseStyle(t), { ...place, align });
  const left = align === 'start' ? 0 : place.w - width;
  const [w, h] = [Math.ceil(width) + 2 * MARK_PAD, Math.ceil(height) + 2 * MARK_PAD];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${(left - MARK_PAD).toFixed(1)} ${-MARK_PAD} ${w} ${h}">${svg}</svg>`;
}
