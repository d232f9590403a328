import { type Art, type Box, type Canvas, rect } from './canvas.ts';
import { type Colour, contrast } from './colour.ts';
import { chooseFamily } from './families.ts';
import { choosePalette, type Palette } from './palette.ts';
import { createRng } from './prng.ts';

/** The fields of a title that the art reads. */
export interface ArtTitle {
  id: number;
  name_en: string;
  year: number;
  genres: string[];
  countries: string[];
}

/** The part of a title the choice of composition and colours hangs on; the same for poster and backdrop. */
export const getArtSeed = (t: ArtTitle): string => `${t.id}/${t.name_en}/${t.year}`;

const W = 480;
const H = 720;

interface Sheet {
  palette: Palette;
  paint: (focus: Box, w?: number) => Art;
}

/** The picture alone. */
const full = ({ paint }: Sheet): string => paint({ x: 0, y: 60, w: W, h: H - 120 }).svg;

/** A block of a second colour at the foot. */
function slab({ palette: p, paint }: Sheet): string {
  const edge = H - 110;
  const art = paint({ x: 0, y: 40, w: W, h: edge - 70 });
  return art.svg + rect(0, edge, W, H - edge, secondColour(p, art));
}

/** A coloured spine at the left. */
function spine({ palette: p, paint }: Sheet): string {
  const band = 56;
  const art = paint({ x: 0, y: 60, w: W - band, h: H - 120 }, W - band);
  return `<g transform="translate(${band} 0)">${art.svg}</g>${rect(0, 0, band, H, secondColour(p, art))}`;
}

/** A colour of the palette that shows on both ends of the picture. */
function secondColour(p: Palette, { top, bottom }: Art): Colour {
  const shows = (c: Colour) => contrast(c, bottom) > 1.7 && contrast(c, top) > 1.5;
  return [p.pop, p.line, p.b, p.ink, p.paper].find(shows) ?? p.ink;
}

/**
 * Draws the poster of a title as SVG, 480×720. Without letters: pages set the name and the year in their own language
 * and calendar beside it.
 */
export function drawPoster(t: ArtTitle): string {
  const rng = createRng(`poster/${getArtSeed(t)}`);
  const { draw, schemes } = chooseFamily(createRng(`family/${getArtSeed(t)}`), t.genres, t.countries);
  const palette = choosePalette(createRng(`palette/${getArtSeed(t)}`), schemes);
  const paint = (focus: Box, w = W): Art => {
    const canvas: Canvas = { w, h: H, focus, palette, rng: createRng(`art/${getArtSeed(t)}`) };
    return draw(canvas);
  };
  const layout = rng.pick([full, full, full, slab, spine]);
  const body = layout({ palette, paint });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${body}</svg>`;
}
